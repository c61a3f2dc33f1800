package dev.topoxy.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.ChildJvm;
import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.ProxyProcess;
import dev.topoxy.testkit.RawClient;
import dev.topoxy.testkit.SharedBrokers;
import dev.topoxy.testkit.Workspace;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The process runs out of something. */
class ExhaustionIT {

    private static final int API_VERSIONS = 3;
    private static final String OPTIONS = "-XX:+UseSerialGC -Xms16m -Xmx64m -Xshare:auto";

    private final KafkaCluster cluster = SharedBrokers.of(KafkaArtifacts.V4_3);
    private final int port = FreePorts.consecutive(ProxyProcess.PORTS);
    private final String listen = "127.0.0.1:" + port;

    private ChildJvm start(String name, String shellCommand, String jvmOptions) throws IOException {
        Path program = Path.of(Objects.requireNonNull(System.getProperty("topoxy.distribution")), "bin", "topoxy");
        Path log = Workspace.target("it").resolve(name + ".log");
        Files.deleteIfExists(log);
        List<String> line = List.of(
                "/bin/sh",
                "-c",
                shellCommand + " exec \"$@\"",
                "sh",
                program.toString(),
                "--bootstrap-servers",
                cluster.bootstrap(),
                "--listen",
                listen);
        return ChildJvm.startScript(
                name, line, Map.of("JAVA_HOME", System.getProperty("java.home"), "TOPOXY_JVM_OPTS", jvmOptions), log);
    }

    private void awaitServing() {
        Awaitility.await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(() -> {
            try (RawClient client = RawClient.connect(listen)) {
                client.apiVersions(API_VERSIONS);
                return true;
            }
        });
    }

    private static List<String> lines(ChildJvm process) throws IOException {
        return Files.readAllLines(process.log());
    }

    @Test
    void without_file_descriptors_it_says_what_to_raise_and_accepts_again_when_some_are_back() throws Exception {
        List<Socket> silent = new ArrayList<>();
        try (ChildJvm proxy = start("no-descriptors", "ulimit -n 250;", OPTIONS)) {
            awaitServing();
            // The kernel accepts some beyond those that the process can.
            for (int i = 0; i < 300; i++) {
                silent.add(new Socket(InetAddress.getLoopbackAddress(), port));
            }
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> lines(proxy).stream()
                            .anyMatch(
                                    line -> line.contains("Too many open files") && line.contains("raise ulimit -n")));
            for (Socket socket : silent) {
                socket.close();
            }
            awaitServing();
            assertThat(lines(proxy)).noneMatch(line -> line.contains("\tat ") || line.contains("exceptionCaught"));
            assertThat(lines(proxy).stream().filter(line -> line.contains("raise ulimit -n")))
                    .hasSizeLessThan(5);
        }
    }

    @Test
    void without_heap_it_ends_with_a_last_line_and_a_code_of_its_own() throws Exception {
        List<RawClient> clients = new ArrayList<>();
        try (ChildJvm proxy = start("no-heap", "", "-XX:+UseSerialGC -Xmx5m -Xshare:auto")) {
            awaitServing();
            try {
                while (clients.size() < 5000) {
                    RawClient client = RawClient.connect(listen);
                    clients.add(client);
                    client.apiVersions(API_VERSIONS);
                }
            } catch (IOException e) {
                // It has ended, as it should.
            }
            assertThat(proxy.exitCode(60)).isEqualTo(3);
            assertThat(lines(proxy)).last().asString().contains("Terminating due to java.lang.OutOfMemoryError");
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
    }
}
