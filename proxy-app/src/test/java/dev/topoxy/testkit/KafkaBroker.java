package dev.topoxy.testkit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One node of a {@link KafkaCluster}: a JVM that can be stopped, killed and started again on the same data and ports. */
public final class KafkaBroker {

    /** The listener tests connect to; needs a login where the cluster has {@link BrokerSasl}. */
    public static final String CLIENT = "CLIENT";

    /** Between brokers and for the kit itself; without login, all powerful. */
    public static final String INTERNAL = "INTERNAL";

    /** Between brokers, for the metadata. */
    public static final String CONTROLLER = "CONTROLLER";

    /** Where clients come who were told to take the way by {@link #linkPort}. */
    public static final String LINKED = "LINKED";

    /** No listener of the broker: the port that {@link #LINKED} is advertised with. */
    static final String LINK = "LINK";

    private static final List<String> SMALL_AND_QUICK =
            List.of("-Xmx256m", "-Xss512k", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private final ClusterSpec spec;
    private final int nodeId;
    private final Map<String, Integer> ports;
    private final Path directory;
    private final String clusterId;
    private String version;
    private Optional<ChildJvm> jvm = Optional.empty();
    private Optional<SharedArchive> archive = Optional.empty();

    KafkaBroker(ClusterSpec spec, int nodeId, Map<String, Integer> ports, Path directory, String clusterId) {
        this.spec = spec;
        this.nodeId = nodeId;
        this.ports = ports;
        this.directory = directory;
        this.clusterId = clusterId;
        this.version = spec.version();
    }

    private String classPath() {
        String kafka = KitJar.get() + File.pathSeparator + KafkaArtifacts.brokerClassPath(version);
        return spec.pluginJar().map(jar -> kafka + File.pathSeparator + jar).orElse(kafka);
    }

    /** Has the next start run another release, as an upgrade or its rollback does; stops the broker if that is one. */
    public void install(String release) {
        if (release.equals(version)) {
            return;
        }
        if (isAlive()) {
            stop();
        }
        version = release;
    }

    void writeProperties(String voters) {
        String text = ServerProperties.of(
                spec, nodeId, voters, ports, directory.resolve("data").toString());
        try {
            Files.createDirectories(directory);
            Files.writeString(properties(), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts the JVM and returns at once; the cluster says when it is ready. */
    public void start() {
        if (isAlive()) {
            throw new IllegalStateException("broker " + nodeId + " runs already");
        }
        String classPath = classPath();
        SharedArchive classes = SharedArchive.of("broker-" + version, classPath);
        List<String> jvmArgs = new ArrayList<>(spec.jvmArgs().isEmpty() ? SMALL_AND_QUICK : spec.jvmArgs());
        jvmArgs.addAll(classes.jvmArgs());
        jvmArgs.add("-Dlog4j2.configurationFile=" + Workspace.kafkaFile("log4j2.properties"));
        jvmArgs.add("-Dkafka.logs.dir=" + directory);
        List<String> args = new ArrayList<>(List.of(properties().toString(), "format", "--ignore-formatted"));
        args.addAll(List.of("-t", clusterId, "-c", properties().toString()));
        spec.sasl().map(ServerProperties::scramArguments).ifPresent(args::addAll);
        archive = Optional.of(classes);
        jvm = Optional.of(ChildJvm.start(new ChildJvm.Command(
                "broker " + nodeId + " of " + version, classPath, jvmArgs, BrokerMain.class.getName(), args, log())));
    }

    /** An orderly end; leadership moves to other brokers first where there are any. */
    public void stop() {
        jvm.ifPresent(ChildJvm::stop);
        archive.ifPresent(SharedArchive::keep);
    }

    /** Ends it without a word to anybody. */
    public void kill9() {
        jvm.ifPresent(ChildJvm::kill9);
    }

    public boolean isAlive() {
        return jvm.map(ChildJvm::isAlive).orElse(false);
    }

    public int nodeId() {
        return nodeId;
    }

    /** Where tests connect: {@code 127.0.0.1:port}. */
    public String address() {
        return address(CLIENT);
    }

    /** The address of a listener: {@link #CLIENT}, {@link #INTERNAL} or one that the spec added. */
    public String address(String listener) {
        return "127.0.0.1:" + port(listener);
    }

    public int port(String listener) {
        return Optional.ofNullable(ports.get(listener))
                .orElseThrow(() -> new IllegalArgumentException("no listener " + listener + " among " + ports));
    }

    /** Where something must listen for {@link #LINKED} to be reached. */
    public int linkPort() {
        return port(LINK);
    }

    public Path log() {
        return directory.resolve("broker.log");
    }

    String logTail() {
        return jvm.map(ChildJvm::logTail).orElse("never started");
    }

    private Path properties() {
        return directory.resolve("server.properties");
    }
}
