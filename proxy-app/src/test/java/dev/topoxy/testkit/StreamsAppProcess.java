package dev.topoxy.testkit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/** The orders application as a child JVM with a Streams client of a chosen version. */
public final class StreamsAppProcess implements AutoCloseable {

    private final ChildJvm jvm;
    private final Path stateDirectory;

    private StreamsAppProcess(ChildJvm jvm, Path stateDirectory) {
        this.jvm = jvm;
        this.stateDirectory = stateDirectory;
    }

    /** Starts it on topics that exist and returns when it is running. Its topics are those of {@link StreamsApp.Setup#of}. */
    public static StreamsAppProcess start(
            String version, String bootstrap, String applicationId, Map<String, String> settings, Path log) {
        List<String> args = new ArrayList<>(List.of(bootstrap, applicationId));
        Path stateDirectory = Cleanup.temporaryDirectory("topoxy-streams-");
        args.add("state.dir=" + stateDirectory);
        settings.forEach((name, value) -> args.add(name + "=" + value));
        ChildJvm jvm = ChildJvm.start(new ChildJvm.Command(
                applicationId + " (Streams " + version + ")",
                KafkaArtifacts.streamsClassPath(version) + File.pathSeparator + ownClasses(),
                List.of(
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Dlog4j2.configurationFile=" + Workspace.kafkaFile("log4j2.properties")),
                StreamsAppMain.class.getName(),
                args,
                log));
        StreamsAppProcess app = new StreamsAppProcess(jvm, stateDirectory);
        try {
            Awaitility.await().atMost(Duration.ofSeconds(90)).until(() -> app.isRunningOrThrow(log));
            return app;
        } catch (RuntimeException e) {
            app.close();
            throw e;
        }
    }

    private boolean isRunningOrThrow(Path log) {
        if (!jvm.isAlive()) {
            throw new IllegalStateException("died before it ran\n" + jvm.logTail());
        }
        try {
            return Files.readAllLines(log).contains("RUNNING");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path ownClasses() {
        try {
            return Path.of(StreamsAppMain.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The process: alive as long as no failure ended the application. */
    public ChildJvm jvm() {
        return jvm;
    }

    /** Leaves the group and ends. */
    @Override
    public void close() {
        jvm.stop();
        Cleanup.delete(stateDirectory);
    }
}
