package dev.topoxy.testkit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Class paths of Kafka's own releases, resolved by Maven once and remembered below {@code target/kafka}.
 *
 * <p>System properties: {@code maven.home} names the Maven to run (else {@code mvn} of the PATH); {@code
 * testkit.maven.offline} ({@code offline:true}), {@code testkit.maven.settings} and {@code testkit.maven.repository}
 * (each {@code file:path}) are passed on to it.
 */
public final class KafkaArtifacts {

    /** The oldest broker tested: knows the streams protocol as a preview, switched off. */
    public static final String V4_1 = "4.1.2";

    /** The oldest broker that speaks the streams protocol, v0. */
    public static final String V4_2 = "4.2.2";

    /** The newest broker without topology descriptions. */
    public static final String V4_3 = "4.3.1";

    /** The first release with topology descriptions: native brokers, clients and tools. */
    public static final String V4_4 = "4.4.0";

    private static final String GOAL = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath";

    private KafkaArtifacts() {}

    /** A broker of that version and its tools. */
    public static String brokerClassPath(String version) {
        return resolve("pom.xml", version, "");
    }

    /** The Streams library of that version. */
    public static String streamsClassPath(String version) {
        return resolve("streams-pom.xml", version, "streams-");
    }

    private static synchronized String resolve(String pom, String version, String prefix) {
        Path remembered = Workspace.target("kafka").resolve(prefix + version + ".classpath");
        try {
            if (Files.exists(remembered)) {
                String classPath = Files.readString(remembered).strip();
                if (allExist(classPath)) {
                    return classPath;
                }
            }
            Path fresh = Files.createTempFile(remembered.getParent(), prefix + version, ".new");
            runMaven(Workspace.kafkaFile(pom), version, fresh);
            Files.move(fresh, remembered, StandardCopyOption.REPLACE_EXISTING);
            return Files.readString(remembered).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean allExist(String classPath) {
        return !classPath.isEmpty()
                && Arrays.stream(classPath.split(File.pathSeparator, -1))
                        .map(Path::of)
                        .allMatch(Files::exists);
    }

    private static void runMaven(Path pom, String version, Path output) throws IOException {
        List<String> command = new ArrayList<>(List.of(maven(), "-q", "-B"));
        if (property("testkit.maven.offline").equals("offline:true")) {
            command.add("-o");
        }
        file("testkit.maven.settings").ifPresent(path -> command.addAll(List.of("-s", path.toString())));
        file("testkit.maven.repository").ifPresent(path -> command.add("-Dmaven.repo.local=" + path));
        command.addAll(List.of("-f", pom.toString(), GOAL));
        command.addAll(List.of("-Dkafka.version=" + version, "-Dmdep.outputFile=" + output));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        Cleanup.track(process);
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), System.getProperty("file.encoding"));
        if (!exitsWithZero(process)) {
            throw new IllegalStateException("Kafka " + version + " was not resolved by " + command + ":\n" + said);
        }
    }

    private static boolean exitsWithZero(Process process) {
        try {
            return process.waitFor(1, TimeUnit.MINUTES) && process.exitValue() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while Maven ran", e);
        }
    }

    private static String maven() {
        return Optional.of(property("maven.home"))
                .filter(home -> !home.isEmpty())
                .map(home -> Path.of(home, "bin", "mvn"))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .orElse("mvn");
    }

    private static Optional<Path> file(String property) {
        return Optional.of(property(property))
                .filter(value -> value.startsWith("file:"))
                .map(value -> Path.of(value.substring("file:".length())))
                .filter(Files::exists);
    }

    private static String property(String name) {
        return Objects.requireNonNullElse(System.getProperty(name), "");
    }
}
