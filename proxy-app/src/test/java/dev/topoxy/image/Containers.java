package dev.topoxy.image;

import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.HostConfig;
import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.Workspace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.ContainerFetchException;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.RemoteDockerImage;
import org.testcontainers.utility.DockerImageName;

/**
 * A broker of Kafka 4.3.1 and Topoxy before it, each in a container. The system properties {@code topoxy.image} and {@code
 * kafka.image} name other images than the one that {@code docker/build} makes and Kafka's own.
 */
final class Containers implements AutoCloseable {
    private static final String BUILT = "topoxy/topoxy:test";
    private static final String KAFKA = "apache/kafka:4.3.1";
    private static final Pattern BASE = Pattern.compile("^ARG JAVA_BASE=(\\S+)", Pattern.MULTILINE);
    private static final int ADMIN_PORT = 9190;
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Network network = Network.newNetwork();
    private final int port = FreePorts.consecutive(2);
    private final GenericContainer<?> kafka;
    private final GenericContainer<?> topoxy;

    private Containers(String image) {
        kafka = new GenericContainer<>(kafkaImage())
                .withNetwork(network)
                .withNetworkAliases("kafka")
                .withEnv(Map.ofEntries(
                        Map.entry("KAFKA_NODE_ID", "1"),
                        Map.entry("KAFKA_PROCESS_ROLES", "broker,controller"),
                        Map.entry("KAFKA_LISTENERS", "PLAINTEXT://:9092,CONTROLLER://:9093"),
                        Map.entry("KAFKA_ADVERTISED_LISTENERS", "PLAINTEXT://kafka:9092"),
                        Map.entry("KAFKA_CONTROLLER_LISTENER_NAMES", "CONTROLLER"),
                        Map.entry("KAFKA_LISTENER_SECURITY_PROTOCOL_MAP", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT"),
                        Map.entry("KAFKA_CONTROLLER_QUORUM_VOTERS", "1@localhost:9093"),
                        Map.entry("KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR", "1"),
                        Map.entry("KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR", "1"),
                        Map.entry("KAFKA_TRANSACTION_STATE_LOG_MIN_ISR", "1"),
                        Map.entry("KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS", "0"),
                        Map.entry("KAFKA_GROUP_STREAMS_INITIAL_REBALANCE_DELAY_MS", "0")))
                .waitingFor(Wait.forLogMessage(".*Kafka Server started.*\\n", 1).withStartupTimeout(PATIENCE));
        topoxy = new GenericContainer<>(image)
                .withNetwork(network)
                .withEnv("TOPOXY_CONFIG", """
                        admin: {listen: "0.0.0.0:%d", insecure: true}
                        clusters:
                          - bootstrap.servers: kafka:9092
                            listen: 0.0.0.0:%d
                            advertised: 127.0.0.1:%d
                            brokers: {ports: %d-%d, node.id.first: 1}
                        """.formatted(ADMIN_PORT, port, port, port + 1, port + 1))
                .withExposedPorts(ADMIN_PORT, port, port + 1)
                .withCreateContainerCmdModifier(command -> confine(Objects.requireNonNull(command.getHostConfig())))
                .waitingFor(Wait.forHttp("/readyz").forPort(ADMIN_PORT).withStartupTimeout(PATIENCE));
        // Clients are told these ports, so that they must be the same outside.
        topoxy.setPortBindings(List.of(published(port), published(port + 1)));
    }

    private static String published(int port) {
        return "127.0.0.1:" + port + ":" + port;
    }

    /** As strict as a cluster's rules may be: nothing can be written, and nothing is permitted. */
    private static void confine(HostConfig host) {
        host.withReadonlyRootfs(true).withCapDrop(Capability.ALL).withSecurityOpts(List.of("no-new-privileges:true"));
    }

    /** Starts both. */
    static Containers start() {
        Containers containers = new Containers(property("topoxy.image").orElseGet(Containers::build));
        try {
            containers.kafka.start();
            containers.topoxy.start();
            return containers;
        } catch (RuntimeException e) {
            containers.close();
            throw e;
        }
    }

    /** Why the image cannot be tried here; empty where it can. */
    static Optional<String> obstacle() throws IOException {
        if (!DockerClientFactory.instance().isDockerAvailable()) {
            return Optional.of("no Docker engine is found");
        }
        for (String image :
                property("topoxy.image").isPresent() ? List.of(kafkaImage()) : List.of(kafkaImage(), base())) {
            try {
                new RemoteDockerImage(DockerImageName.parse(image)).get();
            } catch (ContainerFetchException e) {
                return Optional.of(
                        image + " cannot be pulled (-Dkafka.image and -Dtopoxy.image name other images): " + e);
            }
        }
        return Optional.empty();
    }

    private static String kafkaImage() {
        return property("kafka.image").orElse(KAFKA);
    }

    /** The image that the Dockerfile starts from. */
    private static String base() throws IOException {
        Matcher base = BASE.matcher(Files.readString(Workspace.module().resolve("../docker/Dockerfile")));
        return base.find() ? base.group(1) : "";
    }

    private static String build() {
        Path script = Workspace.module().resolve("../docker/build").normalize();
        try {
            Process build = new ProcessBuilder(script.toString(), BUILT)
                    .redirectErrorStream(true)
                    .start();
            build.getOutputStream().close();
            String said = new String(build.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (build.waitFor() != 0) {
                throw new IllegalStateException(script + " failed:\n" + said);
            }
            return BUILT;
        } catch (IOException e) {
            throw new IllegalStateException(script + " cannot be run", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static Optional<String> property(String name) {
        return Optional.ofNullable(System.getProperty(name)).filter(text -> !text.isBlank());
    }

    /** Where clients on this machine find Topoxy. */
    String bootstrap() {
        return "127.0.0.1:" + port;
    }

    GenericContainer<?> topoxy() {
        return topoxy;
    }

    /** SIGTERM, as any engine ends a container; returns what it exited with. */
    long stopTopoxy() {
        var docker = topoxy.getDockerClient();
        docker.stopContainerCmd(topoxy.getContainerId()).withTimeout(30).exec();
        return Objects.requireNonNull(docker.inspectContainerCmd(topoxy.getContainerId())
                .exec()
                .getState()
                .getExitCodeLong());
    }

    @Override
    public void close() {
        topoxy.stop();
        kafka.stop();
        network.close();
    }
}
