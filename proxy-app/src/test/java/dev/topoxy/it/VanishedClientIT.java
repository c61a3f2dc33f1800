package dev.topoxy.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.ProxyProcess;
import dev.topoxy.testkit.RawClient;
import dev.topoxy.testkit.SharedBrokers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.message.ApiVersionsRequestData;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client in a network of its own, whose cable is cut. Skipped where no network namespace may be made. */
class VanishedClientIT {

    private static final String NAMESPACE = "topoxy-vanish";
    private static final String HERE = "10.213.31.1";
    private static final String THERE = "10.213.31.2";

    @TempDir
    Path directory;

    @BeforeEach
    void connectNetwork() throws Exception {
        String refused = run("ip", "netns", "add", NAMESPACE);
        Assumptions.assumeTrue(refused.isEmpty(), "no network namespace may be made here: " + refused);
        for (String command : List.of(
                "ip link add topoxy-v0 type veth peer name topoxy-v1 netns " + NAMESPACE,
                "ip addr add " + HERE + "/30 dev topoxy-v0",
                "ip link set topoxy-v0 up",
                "ip -n " + NAMESPACE + " addr add " + THERE + "/30 dev topoxy-v1",
                "ip -n " + NAMESPACE + " link set topoxy-v1 up")) {
            String failure = run(command.split(" ", -1));
            Assumptions.assumeTrue(failure.isEmpty(), "no network can be made here: " + command + ": " + failure);
        }
    }

    @AfterEach
    void removeNetwork() throws Exception {
        run("ip", "netns", "del", NAMESPACE);
    }

    @Test
    void a_client_that_is_gone_without_a_word_is_noticed_and_its_brokers_connection_closed() throws Exception {
        int port = FreePorts.consecutive(ProxyProcess.PORTS);
        String yaml = """
                tcp: {keepalive.idle.ms: 1000, keepalive.interval.ms: 1000, keepalive.count: 2}
                clusters:
                  - bootstrap.servers: %s
                    listen: 0.0.0.0:%d
                    advertised: %s:%d
                """.formatted(SharedBrokers.of(KafkaArtifacts.V4_3).bootstrap(), port, HERE, port);
        Path request = Files.write(
                directory.resolve("request"),
                RawClient.frame(
                        new ApiVersionsRequestData()
                                .setClientSoftwareName("vanishing")
                                .setClientSoftwareVersion("1"),
                        (short) 3,
                        1,
                        "vanishing"));
        Path answer = directory.resolve("answer");
        try (CheckedProxy proxy = CheckedProxy.withConfig(yaml, "0.0.0.0:" + port, "vanished-client")) {
            Awaitility.await().until(() -> established(port) == 0);
            String script = "exec 3<>/dev/tcp/%s/%d; cat %s >&3; cat <&3 >%s".formatted(HERE, port, request, answer);
            Process client = new ProcessBuilder("ip", "netns", "exec", NAMESPACE, "bash", "-c", script).start();
            try {
                Awaitility.await().until(() -> Files.exists(answer) && Files.size(answer) > 0);
                assertThat(established(port)).isEqualTo(1);
                long open = proxy.sockets();

                run("ip", "link", "set", "topoxy-v0", "down");

                Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> proxy.sockets() <= open - 2);
            } finally {
                client.descendants().forEach(ProcessHandle::destroyForcibly);
                client.destroyForcibly();
            }
            assertThat(proxy.logLines()).noneMatch(line -> line.contains(" WARN "));
        }
    }

    private static long established(int port) throws IOException, InterruptedException {
        return run("ss", "-Htn", "state", "established", "sport", "=", ":" + port)
                .lines()
                .count();
    }

    /** What it says, on either stream. */
    private static String run(String... command) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return process.waitFor() == 0 || !said.isEmpty() ? said : command[0] + " failed";
    }
}
