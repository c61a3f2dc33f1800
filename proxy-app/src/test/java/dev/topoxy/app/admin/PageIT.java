package dev.topoxy.app.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.topoxy.app.config.AdminConfig;
import dev.topoxy.app.groups.Catalogue;
import dev.topoxy.app.groups.DescribeText;
import dev.topoxy.app.groups.Described;
import dev.topoxy.core.address.HostPort;
import dev.topoxy.core.identity.RequestContext;
import dev.topoxy.filters.group.GroupRegistry;
import dev.topoxy.filters.plugin.TopologyVersion;
import dev.topoxy.filters.store.MemoryTopologyStore;
import dev.topoxy.testkit.Browser;
import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.Topologies;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page in a real browser. Skipped where there is none. */
class PageIT {

    private static final String IMG = "<img src=x onerror=\"window.pwned=1\">";
    private static final String RTL = "\u202egnp.exe \u05e9\u05dc\u05d5\u05dd \ud83d\ude00";

    /** Pictures of each view in both themes and widths are left here, to be looked at. */
    private static final Path PICTURES = Path.of("target", "page");

    @TempDir
    Path directory;

    private final HostPort listen = new HostPort("127.0.0.1", FreePorts.consecutive(1));
    private final String origin = "http://" + listen + "/";
    private final MemoryTopologyStore store = new MemoryTopologyStore();
    private final GroupRegistry registry = new GroupRegistry(GroupRegistry.Limits.DEFAULT, System::nanoTime);
    private final List<AutoCloseable> open = new ArrayList<>();
    private Optional<Browser> started = Optional.empty();

    @BeforeEach
    void start() throws Exception {
        started = Browser.start(directory);
        Assumptions.assumeTrue(started.isPresent(), "no Chromium on this machine: the page is not tested");
        open.add(browser());
        store.configure(Map.of());
        serve(listen, Optional.empty());
    }

    private void serve(HostPort listen, Optional<String> token) throws IOException {
        Catalogue catalogue = new Catalogue("main", registry, Optional.of(store), InstantSource.system());
        List<Route> routes = new ArrayList<>(GroupApi.all(List.of(catalogue)));
        routes.addAll(PageFiles.routes());
        AdminConfig config =
                new AdminConfig(Optional.of(listen), Optional.empty(), token, AdminConfig.Open.HEALTH, List.of());
        open.add(AdminServer.start(config, AdminPorts.plain(listen), routes));
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
        store.close();
    }

    private Browser browser() {
        return started.orElseThrow();
    }

    private void push(String group, Uuid id, StreamsGroupTopologyDescription description) throws Exception {
        RequestContext context = new RequestContext(
                "main",
                SecurityProtocol.PLAINTEXT,
                KafkaPrincipal.ANONYMOUS,
                InetAddress.getLoopbackAddress(),
                ApiKeys.STREAMS_GROUP_TOPOLOGY_DESCRIPTION_UPDATE.id,
                0,
                "client",
                1);
        store.setTopology(context, group, id, description).get();
    }

    private static StreamsGroupTopologyDescription orders() {
        return Described.pushed(
                Topologies.orders(Topologies.Topics.withPrefix("shop-")).describe());
    }

    private void open(String place) {
        browser().open("about:blank");
        browser().open(origin + place);
        browser().await("document.getElementById('live')?.textContent === 'live'");
    }

    private String text(String id) {
        return browser()
                .evaluate("document.getElementById('" + id + "').textContent")
                .textValue();
    }

    private int count(String selector) {
        return browser()
                .evaluate("document.querySelectorAll('" + selector + "').length")
                .intValue();
    }

    private void assertQuiet() {
        assertThat(browser().errors()).isEmpty();
        assertThat(browser().requested())
                .allMatch(
                        url -> url.startsWith(origin) || url.startsWith("about:") || url.startsWith("blob:" + origin));
    }

    private void assertAccessible() throws IOException {
        try (InputStream axe = Objects.requireNonNull(PageIT.class.getResourceAsStream("/axe.min.js"))) {
            browser().evaluate(new String(axe.readAllBytes(), StandardCharsets.UTF_8) + ";0");
        }
        JsonNode violations = browser()
                .evaluate(
                        "axe.run().then(result => result.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html).join(' | ')))");
        assertThat(violations).isEmpty();
    }

    private void photograph(String name) throws IOException {
        photograph(name, "document.getElementById('fit').click()");
    }

    private void photographBeginning(String name) throws IOException {
        photograph(name, "0");
    }

    private void photograph(String name, String before) throws IOException {
        for (boolean dark : new boolean[] {false, true}) {
            for (int width : new int[] {1280, 390}) {
                browser().look(width, 800, dark);
                browser().evaluate(before);
                // Two frames later all of it is painted.
                browser().evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");
                browser().screenshot(PICTURES.resolve(name + "-" + width + (dark ? "-dark" : "-light") + ".png"));
                assertThat(browser()
                                .evaluate("document.documentElement.scrollWidth <= " + width)
                                .booleanValue())
                        .as("%s fits into %d pixels", name, width)
                        .isTrue();
            }
        }
        browser().look(1280, 800, false);
    }

    @Test
    void before_any_client_came_the_page_says_what_it_waits_for() throws Exception {
        open("");
        browser()
                .await("document.getElementById('message').textContent.includes('No Streams group has been seen yet')");
        photograph("empty");
        assertAccessible();
        assertQuiet();
    }

    @Test
    void a_real_application_is_drawn_with_all_its_parts() throws Exception {
        push("shop", new Uuid(1, 1), orders());
        registry.learn(new TopologyVersion("shop", 0, new Uuid(1, 1)));
        open("#groups/main/shop");
        browser().await("document.querySelectorAll('#drawing .node').length > 0");
        assertThat(count("#drawing .subtopology")).isEqualTo(3);
        assertThat(count("#drawing .node.store")).isEqualTo(2);
        assertThat(count("#drawing .node.topic")).isEqualTo(3);
        assertThat(count("#drawing .node.repartition_topic")).isEqualTo(1);
        assertThat(count("#drawing .node.sink")).isEqualTo(2);
        assertThat(text("text")).isEqualTo(DescribeText.of(orders()));
        photograph("application");
        assertAccessible();
        assertQuiet();
    }

    @Test
    void a_large_application_begins_where_it_can_be_read() throws Exception {
        push(
                "fulfilment",
                new Uuid(1, 1),
                Described.pushed(Topologies.fulfilment(Topologies.Topics.withPrefix("shop-"))
                        .describe()));
        open("");
        // The only group is chosen by itself.
        browser().await("document.querySelectorAll('#drawing .node').length > 50");
        double letters = browser()
                .evaluate("document.querySelector('#drawing .node text').getBoundingClientRect().height")
                .doubleValue();
        assertThat(letters).isGreaterThan(8);
        photographBeginning("fulfilment");
        photograph("fulfilment-whole");
        assertAccessible();
        assertQuiet();
    }

    @Test
    void a_chosen_node_shows_its_neighbours_by_mouse_and_by_keyboard() throws Exception {
        push("shop", new Uuid(1, 1), orders());
        open("#groups/main/shop");
        browser().await("document.querySelectorAll('#drawing .node').length > 0");
        browser()
                .evaluate("document.querySelector('#drawing [data-name=\"by-product\"]')"
                        + ".dispatchEvent(new MouseEvent('click', {bubbles: true}))");
        assertThat(text("node")).contains("by-product", "processor", "From", "To");
        assertThat(count("#drawing .near")).isGreaterThanOrEqualTo(3);
        browser().evaluate("document.getElementById('drawing').focus()");
        browser().press("ArrowDown");
        assertThat(browser()
                        .evaluate("document.querySelector('#node h3').textContent")
                        .textValue())
                .isEqualTo("orders-by-product-repartition-filter");
        photograph("node");
        assertAccessible();
        browser().press("Escape");
        assertThat(browser().evaluate("document.getElementById('node').hidden").booleanValue())
                .isTrue();
        assertQuiet();
    }

    @Test
    void two_versions_are_compared_in_one_picture() throws Exception {
        push("g", new Uuid(1, 1), Described.small("in", "count", "totals", "out"));
        push("g", new Uuid(1, 2), Described.small("in", "count-orders", "order-totals", "out"));
        open("#groups/main/g");
        browser().await("document.getElementById('version').max === '1'");
        browser().evaluate("document.getElementById('compare').click()");
        browser().await("document.querySelectorAll('#drawing .added, #drawing .changed').length > 0");
        assertThat(text("consequences")).contains("STATE LOST");
        photograph("diff");
        assertAccessible();
        assertQuiet();
    }

    @Test
    void a_search_finds_groups_by_the_topics_they_use() throws Exception {
        push("one", new Uuid(1, 1), Described.small("payments", "p", "s", "out"));
        push("two", new Uuid(1, 2), Described.small("orders", "p", "s", "out"));
        open("");
        browser().await("document.querySelectorAll('#groups a').length === 2");
        browser()
                .evaluate("{const s = document.getElementById('search'); s.value = 'paym';"
                        + " s.dispatchEvent(new Event('input'))}");
        browser().await("document.querySelectorAll('#groups a').length === 1");
        assertThat(text("groups")).startsWith("one");
        assertQuiet();
    }

    @Test
    void a_group_that_comes_appears_without_reloading() throws Exception {
        open("");
        browser().await("document.getElementById('count').textContent === '0 groups'");
        push("late", new Uuid(1, 1), orders());
        browser().await("document.getElementById('groups').textContent.includes('late')");
        assertQuiet();
    }

    @Test
    void why_there_is_no_description_is_told() throws Exception {
        registry.learn(new TopologyVersion("big", 0, new Uuid(1, 1)));
        registry.pushed("big", Optional.of("The description of 412031 bytes is larger than the 358400 bytes allowed."));
        open("#groups/main/big");
        browser().await("document.getElementById('message').textContent.includes('412031 bytes')");
        photograph("refused");
        assertAccessible();
        assertQuiet();
    }

    @Test
    void an_older_client_is_drawn_as_an_outline_and_called_so() throws Exception {
        registry.learn(new TopologyVersion("old", 0, new Uuid(1, 1)));
        registry.outline(
                "old",
                new StreamsGroupHeartbeatRequestData.Topology()
                        .setSubtopologies(List.of(new StreamsGroupHeartbeatRequestData.Subtopology()
                                .setSubtopologyId("0")
                                .setSourceTopics(List.of("in"))
                                .setRepartitionSinkTopics(List.of("old-by-key-repartition")))));
        open("#groups/main/old");
        browser().await("document.querySelectorAll('#drawing .node').length === 3");
        assertThat(text("message")).startsWith("Only an outline");
        photograph("outline");
        assertQuiet();
    }

    @Test
    void lineage_joins_applications_by_their_topics() throws Exception {
        push("clean", new Uuid(1, 1), Described.small("raw", "p", "s", "clean"));
        push("enrich", new Uuid(1, 2), Described.small("clean", "p", "s", "rich"));
        push("report", new Uuid(1, 3), Described.small("rich", "p", "s", "reports"));
        open("#lineage/main");
        browser().await("document.querySelectorAll('#drawing .application').length === 3");
        assertThat(count("#drawing .topic")).isEqualTo(4);
        photograph("lineage");
        assertAccessible();
        assertQuiet();
    }

    @Test
    void hostile_names_are_shown_as_text() throws Exception {
        push(IMG + RTL, new Uuid(1, 1), Described.small(IMG, IMG + "p", RTL, "x".repeat(30_000)));
        open("");
        browser().await("document.querySelectorAll('#groups a').length === 1");
        browser().evaluate("document.querySelector('#groups a').click()");
        browser().await("document.querySelectorAll('#drawing .node').length > 0");
        browser()
                .evaluate("document.querySelectorAll('#drawing .node').forEach("
                        + "node => node.dispatchEvent(new MouseEvent('click', {bubbles: true})))");
        assertThat(count("img")).isZero();
        assertThat(browser().evaluate("window.pwned ?? 0").intValue()).isZero();
        assertThat(text("name")).isEqualTo(IMG + RTL.replace('\u202e', '\ufffd'));
        photograph("hostile");
        assertQuiet();
    }

    @Test
    void five_hundred_nodes_are_drawn_within_two_seconds() throws Exception {
        StreamsGroupTopologyDescription wide = Described.pushed(
                Topologies.wide(Topologies.Topics.withPrefix("w-"), 25, 18).describe());
        push("wide", new Uuid(1, 1), wide);
        push("small", new Uuid(1, 2), Described.small("in", "p", "s", "out"));
        open("");
        browser().await("document.querySelectorAll('#groups a').length === 2");
        double millis = browser()
                .evaluate("new Promise(done => { const start = performance.now();"
                        + " new MutationObserver(() => { if (document.querySelectorAll('#drawing .node').length >= 500)"
                        + " requestAnimationFrame(() => done(performance.now() - start)); })"
                        + ".observe(document.getElementById('drawing'), {childList: true, subtree: true});"
                        + " document.querySelector('#groups a[href$=wide]').click(); })")
                .doubleValue();
        assertThat(millis).isLessThan(2_000);
        photographBeginning("wide");
        photograph("wide-whole");
        assertQuiet();
    }

    @Test
    void where_a_token_is_set_the_page_asks_for_it() throws Exception {
        HostPort other = new HostPort("127.0.0.1", FreePorts.consecutive(1));
        serve(other, Optional.of("0123456789abcdef"));
        browser().open("http://" + other + "/");
        browser().await("document.getElementById('login')?.hidden === false");
        browser()
                .evaluate("document.getElementById('token').value = '0123456789abcdef';"
                        + " document.querySelector('#login button').click()");
        browser().await("document.getElementById('live').textContent === 'live'");
    }
}
