package dev.topoxy.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Kafka's command line tools of one version, each run in a JVM of its own as a user's shell would. */
public final class KafkaTools {

    public static final String STREAMS_GROUPS = "org.apache.kafka.tools.streams.StreamsGroupCommand";
    public static final String CONSUMER_GROUPS = "org.apache.kafka.tools.consumer.group.ConsumerGroupCommand";
    public static final String TOPICS = "org.apache.kafka.tools.TopicCommand";
    public static final String ACLS = "org.apache.kafka.tools.AclCommand";
    public static final String PRODUCER_PERFORMANCE = "org.apache.kafka.tools.ProducerPerformance";
    public static final String CONSUMER_PERFORMANCE = "org.apache.kafka.tools.ConsumerPerformance";
    public static final String VERIFIABLE_PRODUCER = "org.apache.kafka.tools.VerifiableProducer";
    public static final String VERIFIABLE_CONSUMER = "org.apache.kafka.tools.VerifiableConsumer";
    public static final String API_VERSIONS = "org.apache.kafka.tools.BrokerApiVersionsCommand";

    private static final List<String> SMALL_AND_QUICK =
            List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    private static final long TIMEOUT_SECONDS = 120;

    /** How a tool ended and what it printed. */
    public record Result(int exitCode, String out, String err) {

        /** Standard output of a tool that went well. */
        public String outOrThrow() {
            if (exitCode != 0) {
                throw new IllegalStateException("exit code " + exitCode + "\n" + out + "\n" + err);
            }
            return out;
        }
    }

    private final String version;

    public KafkaTools(String version) {
        this.version = version;
    }

    /** What {@code kafka-streams-groups --describe --topology} says about a group. */
    public Result describeTopology(String bootstrap, String group) {
        return run(STREAMS_GROUPS, "--bootstrap-server", bootstrap, "--describe", "--topology", "--group", group);
    }

    /** Runs a tool to its end, two minutes at most. */
    public Result run(String mainClass, String... args) {
        Path directory = Cleanup.temporaryDirectory("topoxy-tool-");
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        try (ChildJvm jvm = start(mainClass, List.of(), List.of(args), out, err)) {
            int exitCode = jvm.exitCode(TIMEOUT_SECONDS);
            return new Result(exitCode, Files.readString(out), Files.readString(err));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            Cleanup.delete(directory);
        }
    }

    /** A file for {@code java @file}, so that a person can run a tool without an installation of Kafka. */
    public Path argumentFile(String mainClass) {
        Path file = Workspace.target("kafka").resolve(mainClass.substring(mainClass.lastIndexOf('.') + 1) + ".args");
        String config = "-Dlog4j2.configurationFile=" + Workspace.kafkaFile("tools-log4j2.properties");
        try {
            return Files.writeString(
                    file,
                    "\"" + config + "\"\n-cp \"" + KafkaArtifacts.brokerClassPath(version) + "\"\n" + mainClass + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a tool that runs beside the test; the caller ends it. */
    public ChildJvm start(String mainClass, List<String> jvmArgs, List<String> args, Path out, Path err) {
        List<String> all = new ArrayList<>(jvmArgs.isEmpty() ? SMALL_AND_QUICK : jvmArgs);
        all.add("-Dlog4j2.configurationFile=" + Workspace.kafkaFile("tools-log4j2.properties"));
        String classPath = KafkaArtifacts.brokerClassPath(version);
        String name = mainClass.substring(mainClass.lastIndexOf('.') + 1);
        return ChildJvm.start(new ChildJvm.Command(name, classPath, all, mainClass, args, out, err, Map.of()));
    }
}
