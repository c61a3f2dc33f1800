package dev.topoxy.app.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.app.config.AdminConfig;
import dev.topoxy.app.groups.Catalogue;
import dev.topoxy.app.groups.Described;
import dev.topoxy.app.metrics.Metrics;
import dev.topoxy.core.address.HostPort;
import dev.topoxy.core.identity.RequestContext;
import dev.topoxy.filters.group.GroupRegistry;
import dev.topoxy.filters.store.MemoryTopologyStore;
import dev.topoxy.testkit.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The {@code curl} commands that the documentation shows, run as they stand against another port. */
class DocumentedCallsTest {

    private static final Pattern CALL = Pattern.compile("curl -s .*?(?=`|$)", Pattern.MULTILINE);

    @TempDir
    Path directory;

    private static List<String> calls(String document) throws IOException {
        return CALL.matcher(Files.readString(Path.of("..", "docs", document)))
                .results()
                .map(MatchResult::group)
                .toList();
    }

    private static MemoryTopologyStore store() throws Exception {
        MemoryTopologyStore store = new MemoryTopologyStore();
        store.configure(Map.of());
        RequestContext context = new RequestContext(
                "main",
                SecurityProtocol.PLAINTEXT,
                KafkaPrincipal.ANONYMOUS,
                InetAddress.getLoopbackAddress(),
                ApiKeys.STREAMS_GROUP_TOPOLOGY_DESCRIPTION_UPDATE.id,
                0,
                "client",
                1);
        for (int version = 1; version <= 3; version++) {
            store.setTopology(
                            context,
                            version == 3 ? "orders-next" : "orders-demo",
                            new Uuid(1, version),
                            Described.small("orders", "count", "store-" + version, "totals"))
                    .get();
        }
        return store;
    }

    private String run(String command) throws Exception {
        Process process = new ProcessBuilder("sh", "-c", command + " --fail-with-body")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s: %s", command, output).isZero();
        return output;
    }

    @Test
    void every_call_in_the_documentation_works() throws Exception {
        Assumptions.assumeTrue(
                Files.isExecutable(Path.of("/usr/bin/curl")),
                "no curl on this machine: the documented calls are not run");
        HostPort listen = new HostPort("127.0.0.1", FreePorts.consecutive(1));
        AdminConfig config = new AdminConfig(
                Optional.of(listen), Optional.empty(), Optional.empty(), AdminConfig.Open.HEALTH, List.of());
        Health health = new Health();
        health.listening();
        List<Route> routes = new ArrayList<>(health.routes());
        routes.add(Route.get(
                "/metrics",
                Guard.Access.METRICS,
                (request, arguments) -> Answer.momentary(200, Metrics.CONTENT_TYPE, new Metrics().scrape())));
        try (MemoryTopologyStore store = store()) {
            Catalogue catalogue = new Catalogue(
                    "main",
                    new GroupRegistry(GroupRegistry.Limits.DEFAULT, System::nanoTime),
                    Optional.of(store),
                    InstantSource.system());
            routes.addAll(LogApi.routes());
            routes.addAll(GroupApi.all(List.of(catalogue)));
            try (AdminServer server = AdminServer.start(config, AdminPorts.plain(listen), routes)) {
                assertThat(server).isNotNull();
                List<String> calls = new ArrayList<>(calls("operations.md"));
                calls.addAll(calls("metrics.md"));
                assertThat(calls).hasSizeGreaterThan(5);
                for (String call : calls) {
                    String output = run(call.replace("127.0.0.1:9190", listen.toString()));
                    assertThat(output.isEmpty()).as(call).isEqualTo(call.contains(" -o "));
                }
                assertThat(directory.resolve("orders.svg")).content().startsWith("<svg");
            }
        }
    }
}
