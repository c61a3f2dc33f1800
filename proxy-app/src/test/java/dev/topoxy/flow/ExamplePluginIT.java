package dev.topoxy.flow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.NativeTopology;
import dev.topoxy.testkit.ProxyConfigFile;
import dev.topoxy.testkit.ProxyProcess;
import dev.topoxy.testkit.SharedBrokers;
import dev.topoxy.testkit.TestPluginJar;
import dev.topoxy.testkit.Workspace;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The plugin that the guide for plugin authors shows, built as the guide says and run. */
class ExamplePluginIT {

    private static final Path ROOT = Workspace.module().resolve("..").normalize();
    private static final Path SOURCE = ROOT.resolve("examples/plugin/com/example/AnnouncingPlugin.java");

    @TempDir
    Path directory;

    private final List<String> announced = new CopyOnWriteArrayList<>();
    private HttpServer chatRoom;

    @BeforeEach
    void openChatRoom() throws IOException {
        chatRoom = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        chatRoom.createContext("/hook", exchange -> {
            announced.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        chatRoom.start();
    }

    @AfterEach
    void closeChatRoom() {
        chatRoom.stop(0);
    }

    @Test
    void the_example_announces_an_application_and_serves_its_topology() throws Exception {
        Path plugins = Files.createDirectory(directory.resolve("plugins"));
        // All that a plugin author needs is what Topoxy comes with.
        String libraries = libraries();
        TestPluginJar.built(SOURCE, plugins.resolve("announcing.jar"), libraries);
        String hook = "http://127.0.0.1:" + chatRoom.getAddress().getPort() + "/hook";
        String listen = "127.0.0.1:" + FreePorts.consecutive(ProxyProcess.PORTS);
        KafkaCluster cluster = SharedBrokers.of(KafkaArtifacts.V4_3);
        Path config = ProxyConfigFile.write(
                directory,
                "main",
                cluster.bootstrap(),
                listen,
                Map.of(
                        "group.streams.topology.description.class",
                        "com.example.AnnouncingPlugin",
                        "plugins.directory",
                        plugins.toString(),
                        "plugin.config",
                        "{announce.url: '" + hook + "'}"));
        try (ProxyProcess proxy = ProxyProcess.withConfig(config, listen, directory.resolve("proxy.log"))) {
            assertThat(NativeTopology.printed(cluster, proxy.bootstrap(), "announced"))
                    .contains("orders-by-product", "totals-sink");
        }
        assertThat(announced)
                .containsExactly("announced has a new topology with 2 sub-topologies, pushed by User:ANONYMOUS");
    }

    private static String libraries() throws IOException {
        Path lib = Path.of(Objects.requireNonNull(System.getProperty("topoxy.distribution")), "lib");
        try (Stream<Path> jars = Files.list(lib)) {
            return jars.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        }
    }

    @Test
    void the_guide_shows_the_example_as_it_is() throws IOException {
        assertThat(ROOT.resolve("docs/plugins.md")).content().contains("```java\n" + Files.readString(SOURCE) + "```");
    }
}
