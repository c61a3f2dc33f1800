package dev.topoxy.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.ChildJvm;
import dev.topoxy.testkit.FaultyLink;
import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.ProxyProcess;
import dev.topoxy.testkit.RawClient;
import dev.topoxy.testkit.SharedBrokers;
import dev.topoxy.testkit.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.message.ApiVersionsRequestData;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Peers that are gone without a word: the cable to them is cut. */
class VanishedPeersIT {

    private static final String BROKER = SharedBrokers.of(KafkaArtifacts.V4_3).bootstrap();
    private static final Duration SOON = Duration.ofSeconds(20);

    /** Sends a request, and another one when it is told to; keeps what comes until the end. */
    private static final String CLIENT = """
            until (exec 3<>/dev/tcp/%1$s/%2$d) 2>/dev/null; do sleep 0.1; done
            exec 3<>/dev/tcp/%1$s/%2$d
            cat <&3 >answer & reader=$!
            cat request >&3
            while [ ! -e again ] && kill -0 $reader 2>/dev/null; do sleep 0.1; done
            cat request >&3
            wait $reader
            """;

    @TempDir
    Path directory;

    private final int port = FreePorts.consecutive(ProxyProcess.PORTS);
    private FarNetwork network;

    @BeforeEach
    void connect() throws Exception {
        network = FarNetwork.connect();
        Files.write(
                directory.resolve("request"),
                RawClient.frame(
                        new ApiVersionsRequestData()
                                .setClientSoftwareName("vanishing")
                                .setClientSoftwareVersion("1"),
                        (short) 3,
                        1,
                        "vanishing"));
    }

    @AfterEach
    void disconnect() throws Exception {
        network.close();
    }

    private Process startClientThere(String host) throws IOException {
        return new ProcessBuilder(FarNetwork.there("bash", "-c", CLIENT.formatted(host, port)))
                .directory(directory.toFile())
                .start();
    }

    private void awaitAnswer() {
        Path answer = directory.resolve("answer");
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(answer) && Files.size(answer) > 0);
    }

    private static void kill(Process client) {
        client.descendants().forEach(ProcessHandle::destroyForcibly);
        client.destroyForcibly();
    }

    @Test
    void a_client_that_is_gone_without_a_word_is_noticed_and_its_brokers_connection_closed() throws Exception {
        String yaml = """
                tcp: {keepalive.idle.ms: 1000, keepalive.interval.ms: 1000, keepalive.count: 2}
                clusters:
                  - bootstrap.servers: %s
                    listen: 0.0.0.0:%d
                    advertised: %s:%d
                """.formatted(BROKER, port, FarNetwork.HERE, port);
        try (CheckedProxy proxy = CheckedProxy.withConfig(yaml, "0.0.0.0:" + port, "vanished-client")) {
            Process client = startClientThere(FarNetwork.HERE);
            try {
                awaitAnswer();
                long open = proxy.sockets();

                network.cut();

                Awaitility.await().atMost(SOON).until(() -> proxy.sockets() <= open - 2);
            } finally {
                kill(client);
            }
            assertThat(proxy.logLines()).noneMatch(line -> line.contains(" WARN "));
        }
    }

    @Test
    void a_broker_that_is_gone_without_a_word_is_noticed_by_probes_and_its_client_closed() throws Exception {
        assertThatTheClientLearnsIt(
                "{keepalive.idle.ms: 1000, keepalive.interval.ms: 1000, keepalive.count: 2, broker.user.timeout.ms: 0}",
                false);
    }

    @Test
    void a_broker_that_is_gone_without_a_word_is_noticed_by_the_request_it_does_not_acknowledge() throws Exception {
        assertThatTheClientLearnsIt("{broker.user.timeout.ms: 2000}", true);
    }

    /** The proxy is there, with its client; the broker is here. */
    private void assertThatTheClientLearnsIt(String tcp, boolean asking) throws Exception {
        int brokerPort = FreePorts.one();
        String yaml = """
                tcp: %s
                clusters:
                  - bootstrap.servers: %s:%d
                    listen: 127.0.0.1:%d
                """.formatted(tcp, FarNetwork.HERE, brokerPort, port);
        int behind = Integer.parseInt(BROKER.substring(BROKER.lastIndexOf(':') + 1));
        try (FaultyLink broker = FaultyLink.at(FarNetwork.HERE, brokerPort, behind);
                ChildJvm proxy = startProxyThere(yaml, asking ? "vanished-broker-asked" : "vanished-broker")) {
            Process client = startClientThere("127.0.0.1");
            try {
                awaitAnswer();
                assertThat(broker.connections()).isEqualTo(1);

                network.cut();
                if (asking) {
                    Files.createFile(directory.resolve("again"));
                }

                assertThat(client.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
            } finally {
                kill(client);
            }
            assertThat(Files.readAllLines(proxy.log()))
                    .filteredOn(line -> line.contains(" WARN "))
                    .singleElement()
                    .asString()
                    .contains("its broker does not answer any more", "tcp.keepalive", "tcp.broker.user.timeout.ms");
        }
    }

    private ChildJvm startProxyThere(String yaml, String name) throws IOException {
        Path config = Files.writeString(directory.resolve(name + ".yaml"), yaml);
        Path program = Path.of(Objects.requireNonNull(System.getProperty("topoxy.distribution")), "bin", "topoxy");
        Path log = Workspace.target("it").resolve(name + ".log");
        Files.deleteIfExists(log);
        return ChildJvm.startScript(
                name,
                FarNetwork.there(program.toString(), "--config", config.toString()),
                Map.of("JAVA_HOME", System.getProperty("java.home")),
                log);
    }
}
