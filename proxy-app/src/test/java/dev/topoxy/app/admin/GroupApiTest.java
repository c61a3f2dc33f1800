package dev.topoxy.app.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.topoxy.app.ask.AskCommand;
import dev.topoxy.app.config.AdminConfig;
import dev.topoxy.app.groups.Catalogue;
import dev.topoxy.app.groups.Described;
import dev.topoxy.core.address.HostPort;
import dev.topoxy.core.identity.RequestContext;
import dev.topoxy.filters.group.GroupRegistry;
import dev.topoxy.filters.plugin.TopologyVersion;
import dev.topoxy.filters.store.MemoryTopologyStore;
import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.Topologies;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class GroupApiTest {

    private static final String HOSTILE = "../<img src=x onerror=alert(1)>/\u202e\ud83d\ude00 %2F?#";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final HostPort listen = new HostPort("127.0.0.1", FreePorts.consecutive(1));
    private final HttpClient http = HttpClient.newHttpClient();
    private final MemoryTopologyStore store = new MemoryTopologyStore();
    private final GroupRegistry registry = new GroupRegistry(GroupRegistry.Limits.DEFAULT, System::nanoTime);
    private Optional<AdminServer> server = Optional.empty();

    @BeforeEach
    void start() throws IOException {
        store.configure(Map.of());
        Catalogue catalogue = new Catalogue("main", registry, Optional.of(store), InstantSource.system());
        List<Route> routes = new ArrayList<>(GroupApi.all(List.of(catalogue)));
        routes.addAll(LogApi.routes());
        routes.addAll(PageFiles.routes());
        routes.addAll(new Health().routes());
        AdminConfig config = new AdminConfig(
                Optional.of(listen), Optional.empty(), Optional.empty(), AdminConfig.Open.HEALTH, List.of());
        server = Optional.of(AdminServer.start(config, AdminPorts.plain(listen), routes));
    }

    @AfterEach
    void stop() throws Exception {
        server.ifPresent(AdminServer::close);
        store.close();
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

    private void pushOrders() throws Exception {
        push(
                "orders",
                new Uuid(1, 1),
                Described.pushed(
                        Topologies.orders(Topologies.Topics.withPrefix("p-")).describe()));
    }

    private HttpResponse<String> get(String path) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create("http://" + listen + path)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private JsonNode json(String path) throws Exception {
        HttpResponse<String> response = get(path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return MAPPER.readTree(response.body());
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::textValue)
                .toList();
    }

    private static String groupPath(String group) {
        return "/api/v1/clusters/main/groups/" + encoded(group);
    }

    @Test
    void before_anything_has_happened_there_is_a_cluster_without_groups() throws Exception {
        JsonNode cluster = json("/api/v1/clusters").at("/clusters/0");
        assertThat(cluster.get("cluster").textValue()).isEqualTo("main");
        assertThat(cluster.at("/groups/stored").intValue()).isZero();
        assertThat(json("/api/v1/clusters/main/groups").get("total").intValue()).isZero();
        assertThat(get(groupPath("unknown")).statusCode()).isEqualTo(404);
        assertThat(get("/api/v1/clusters/other/groups").body()).contains("There is no such cluster");
    }

    @Test
    void a_stored_group_is_shown_with_what_its_description_holds() throws Exception {
        pushOrders();
        JsonNode group = json(groupPath("orders"));
        assertThat(group.get("state").textValue()).isEqualTo("stored");
        JsonNode facts = group.get("description");
        assertThat(texts(facts.get("reads"))).containsExactly("p-orders", "p-products");
        assertThat(texts(facts.get("writes"))).containsExactly("p-order-totals");
        assertThat(texts(facts.get("internalTopics"))).containsExactly("orders-by-product-repartition");
        assertThat(texts(facts.get("stores"))).containsExactly("products-by-id", "totals");
        assertThat(facts.get("bytes").intValue()).isBetween(100, 5_000);
    }

    @Test
    void a_group_without_a_description_says_why() throws Exception {
        registry.learn(new TopologyVersion("g", 0, new Uuid(7, 7)));
        assertThat(json(groupPath("g")).get("state").textValue()).isEqualTo("waiting");
        registry.asked("g");
        assertThat(json(groupPath("g")).get("state").textValue()).isEqualTo("asked");
        registry.pushed("g", Optional.of("The topology description of 412031 bytes is larger than the 358400 bytes."));
        JsonNode refused = json(groupPath("g"));
        assertThat(refused.get("state").textValue()).isEqualTo("refused");
        assertThat(refused.get("reason").textValue()).contains("412031", "358400");
        HttpResponse<String> topology = get(groupPath("g") + "/topology");
        assertThat(topology.statusCode()).isEqualTo(404);
        assertThat(topology.body()).contains("412031");
    }

    @Test
    void a_group_with_another_topology_than_the_stored_one_is_not_shown_as_stored() throws Exception {
        pushOrders();
        registry.learn(new TopologyVersion("orders", 0, new Uuid(7, 7)));
        assertThat(json(groupPath("orders")).get("state").textValue()).isEqualTo("waiting");
        assertThat(json(groupPath("orders")).has("description")).isTrue();
    }

    @Test
    void an_older_client_is_shown_by_its_outline() throws Exception {
        registry.learn(new TopologyVersion("old", 0, new Uuid(7, 7)));
        registry.outline(
                "old",
                new StreamsGroupHeartbeatRequestData.Topology()
                        .setSubtopologies(List.of(new StreamsGroupHeartbeatRequestData.Subtopology()
                                .setSubtopologyId("0")
                                .setSourceTopics(List.of("in")))));
        assertThat(json(groupPath("old")).get("state").textValue()).isEqualTo("outline");
        assertThat(get(groupPath("old") + "/outline.svg").body()).contains("outline: inside unknown", ">in<");
    }

    @Test
    void groups_are_found_by_parts_of_names_and_paged() throws Exception {
        for (int i = 0; i < 25; i++) {
            push("g" + i, new Uuid(1, i), Described.small("in-" + i % 2, "p", "store-" + i, "out"));
        }
        JsonNode page = json("/api/v1/clusters/main/groups?search=IN-1&offset=10&limit=5");
        assertThat(page.get("total").intValue()).isEqualTo(12);
        assertThat(page.get("groups")).hasSize(2);
        assertThat(json("/api/v1/clusters/main/groups?search=store-7")
                        .get("total")
                        .intValue())
                .isEqualTo(1);
        assertThat(json("/api/v1/clusters/main/groups?state=refused")
                        .get("total")
                        .intValue())
                .isZero();
        for (String wrong : List.of("limit=0", "limit=x", "limit=1001", "offset=-1", "state=best")) {
            assertThat(get("/api/v1/clusters/main/groups?" + wrong).statusCode())
                    .as(wrong)
                    .isEqualTo(400);
        }
    }

    @Test
    void who_uses_a_topic_or_a_store_is_told() throws Exception {
        push("one", new Uuid(1, 1), Described.small("in", "p", "kept", "between"));
        push("two", new Uuid(1, 2), Described.small("between", "p", "kept", "out"));
        JsonNode topic = json("/api/v1/clusters/main/topics/between");
        assertThat(texts(topic.get("writers"))).containsExactly("one");
        assertThat(texts(topic.get("readers"))).containsExactly("two");
        assertThat(texts(json("/api/v1/clusters/main/stores/kept").get("users")))
                .containsExactly("one", "two");
        assertThat(json("/api/v1/clusters/main/lineage").get("applications")).hasSize(2);
        assertThat(get("/api/v1/clusters/main/lineage.svg").body()).contains(">between<", ">one<", ">two<");
    }

    @Test
    void any_two_descriptions_of_the_history_are_compared() throws Exception {
        push("g", new Uuid(1, 1), Described.small("in", "p", "kept", "out"));
        push("g", new Uuid(1, 2), Described.small("in", "p", "renamed", "out"));
        push("g", new Uuid(1, 3), Described.small("other", "p", "renamed", "out"));
        JsonNode versions = json(groupPath("g") + "/history").get("versions");
        assertThat(versions).hasSize(3);
        JsonNode newest = json(groupPath("g") + "/diff");
        assertThat(texts(newest.get("consequences"))).anyMatch(text -> text.contains("other"));
        JsonNode whole = json(groupPath("g") + "/diff?from=" + new Uuid(1, 1) + "&to=" + new Uuid(1, 3));
        assertThat(whole.get("text").textValue()).contains("STATE LOST", "renamed");
        assertThat(get(groupPath("g") + "/diff.txt?from=" + new Uuid(1, 1)).body())
                .contains("STATE LOST");
        assertThat(get(groupPath("g") + "/diff.svg?from=" + new Uuid(1, 1)).body())
                .contains("class=\"node processor changed\"");
        assertThat(get(groupPath("g") + "/diff?from=" + new Uuid(9, 9)).statusCode())
                .isEqualTo(404);
    }

    @Test
    void an_only_description_has_nothing_to_be_compared_with() throws Exception {
        push("g", new Uuid(1, 1), Described.small("in", "p", "kept", "out"));
        assertThat(get(groupPath("g") + "/diff.txt").body())
                .startsWith("Nothing to compare: both are the version of ")
                .endsWith(", " + new Uuid(1, 1) + ".\n");
    }

    @Test
    void two_groups_are_compared_and_have_no_state_to_lose_to_each_other() throws Exception {
        push("blue", new Uuid(1, 1), Described.small("in", "p", "kept", "out"));
        push("green", new Uuid(1, 2), Described.small("in", "p", "renamed", "out"));
        String pair = "?fromGroup=blue&toGroup=green";
        JsonNode diff = json("/api/v1/clusters/main/diff" + pair);
        assertThat(diff.get("consequences")).isEmpty();
        assertThat(diff.get("text").textValue()).contains("renamed").doesNotContain("STATE LOST");
        assertThat(get("/api/v1/clusters/main/diff.txt" + pair).body()).contains("kept", "renamed");
        assertThat(get("/api/v1/clusters/main/diff.svg" + pair).body()).contains("class=\"node processor changed\"");
        assertThat(get("/api/v1/clusters/main/diff?fromGroup=blue").statusCode())
                .isEqualTo(400);
        assertThat(get("/api/v1/clusters/main/diff?fromGroup=blue&toGroup=red").body())
                .contains("There is no such group.");
    }

    @Test
    void hostile_names_lead_to_their_own_group_and_nowhere_else() throws Exception {
        push(HOSTILE, new Uuid(1, 1), Described.small(HOSTILE, HOSTILE, HOSTILE, HOSTILE));
        HttpResponse<String> response = get(groupPath(HOSTILE));
        assertThat(response.body()).doesNotContain("<", ">");
        assertThat(MAPPER.readTree(response.body()).get("group").textValue()).isEqualTo(HOSTILE);
        for (String form :
                List.of("topology", "topology.txt", "topology.dot", "topology.mmd", "topology.svg", "history")) {
            assertThat(get(groupPath(HOSTILE) + "/" + form).statusCode())
                    .as(form)
                    .isEqualTo(200);
        }
        assertThat(get(groupPath(HOSTILE) + "/topology.svg").body()).doesNotContain("<img");
        assertThat(get("/../../etc/passwd").statusCode()).isEqualTo(404);
        assertThat(get("/%2e%2e/page.js").statusCode()).isEqualTo(404);
    }

    private String asked(AskCommand command, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(List.of("--admin", "http://" + listen));
        return command.run(arguments, Map.of());
    }

    @Test
    void the_command_line_prints_what_the_api_says() throws Exception {
        push("g", new Uuid(1, 1), Described.small("in", "p", "kept", "out"));
        push("g", new Uuid(1, 2), Described.small("in", "p", "renamed", "out"));
        push("\u001b[31mred", new Uuid(1, 3), Described.small("in", "\u001b[31m", "kept", "out"));
        assertThat(asked(AskCommand.GROUPS)).contains("'g'  stored").doesNotContain("\u001b");
        assertThat(asked(AskCommand.DESCRIBE, "--group", "g"))
                .isEqualTo(get(groupPath("g") + "/topology.txt").body());
        assertThat(asked(AskCommand.DESCRIBE, "--group", "\u001b[31mred")).doesNotContain("\u001b");
        assertThat(asked(AskCommand.DESCRIBE, "--group", "g", "--format", "mermaid"))
                .startsWith("flowchart TB");
        assertThat(asked(AskCommand.DIFF, "--group", "g")).contains("STATE LOST");
        assertThatThrownBy(() -> asked(AskCommand.DESCRIBE, "--group", "unknown"))
                .hasMessage("There is no such group.");
    }

    @Test
    void a_picture_may_style_itself_and_do_nothing_else() throws Exception {
        pushOrders();
        HttpResponse<String> svg = get(groupPath("orders") + "/topology.svg");
        assertThat(svg.headers().firstValue("Content-Type")).contains("image/svg+xml");
        assertThat(svg.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'", "sandbox")
                .doesNotContain("script");
    }

    @Test
    void every_answer_is_as_the_openapi_document_says() throws Exception {
        pushOrders();
        push("orders", new Uuid(1, 2), Described.small("in", "p", "kept", "out"));
        registry.learn(new TopologyVersion("old", 0, new Uuid(7, 7)));
        registry.outline("old", new StreamsGroupHeartbeatRequestData.Topology().setSubtopologies(List.of()));
        registry.learn(new TopologyVersion("refused", 0, new Uuid(7, 8)));
        registry.pushed("refused", Optional.of("too large"));
        OpenApi api = new OpenApi(json("/api/v1/openapi.json"));
        for (String path : api.paths()) {
            if (path.equals("/readyz") || path.equals("/startupz")) {
                continue;
            }
            String real = path.replace("{cluster}", "main")
                    .replace("{group}", path.contains("outline") ? "old" : "orders")
                    .replace("{topic}", "p-orders")
                    .replace("{store}", "totals")
                    .replace("{logger}", "ROOT")
                    .concat(path.contains("{cluster}/diff") ? "?fromGroup=orders&toGroup=orders" : "");
            HttpResponse<String> response = get(real);
            assertThat(response.statusCode()).as(real).isEqualTo(200);
            String type = api.type(path);
            assertThat(response.headers().firstValue("Content-Type").orElseThrow())
                    .startsWith(type);
            if (type.equals("application/json")) {
                api.check(MAPPER.readTree(response.body()), api.schema(path, type), path);
            }
        }
    }

    private HttpResponse<String> put(String path, String body) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create("http://" + listen + path))
                        .PUT(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void a_log_level_is_changed_while_the_proxy_runs_and_given_back() throws Exception {
        String path = "/api/v1/loggers/dev.topoxy.app.admin.GroupApiTest";
        Logger logger = LoggerFactory.getLogger(GroupApiTest.class);
        assertThat(put(path, "{\"level\":\"ERROR\"}").statusCode()).isEqualTo(200);
        assertThat(logger.isWarnEnabled()).isFalse();
        assertThat(put(path, "{\"level\":\"TRACE\"}").statusCode()).isEqualTo(200);
        assertThat(logger.isTraceEnabled()).isTrue();
        assertThat(json("/api/v1/loggers").toString()).contains("GroupApiTest");
        assertThat(put(path, "{\"level\":null}").body()).doesNotContain("\"level\"");
        for (String wrong : List.of("", "{}", "[]", "{\"level\":\"LOUD\"}", "nonsense")) {
            assertThat(put(path, wrong).statusCode()).as(wrong).isEqualTo(400);
        }
        assertThat(put("/api/v1/loggers/ROOT", "{\"level\":null}").statusCode()).isEqualTo(400);
        assertThat(put("/api/v1/loggers/" + encoded(HOSTILE), "{\"level\":\"INFO\"}")
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void every_path_of_the_api_is_documented() throws Exception {
        Set<String> routes = GroupApi.all(List.of()).stream()
                .map(route -> "/" + String.join("/", route.pattern()))
                .collect(Collectors.toSet());
        assertThat(new OpenApi(json("/api/v1/openapi.json")).paths()).containsAll(routes);
    }
}
