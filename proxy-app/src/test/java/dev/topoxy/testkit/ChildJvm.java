package dev.topoxy.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A JVM of our own making. It dies with this JVM; one whose main class calls {@link ParentWatch} even when this JVM is
 * killed, because its standard input ends then.
 */
public final class ChildJvm implements AutoCloseable {

    /**
     * What to run.
     *
     * @param name for messages
     * @param out where standard output goes; standard error too if {@code err} is the same file
     */
    public record Command(
            String name,
            String classPath,
            List<String> jvmArgs,
            String mainClass,
            List<String> args,
            Path out,
            Path err,
            Map<String, String> environment) {

        public Command(
                String name, String classPath, List<String> jvmArgs, String mainClass, List<String> args, Path log) {
            this(name, classPath, jvmArgs, mainClass, args, log, log, Map.of());
        }

        private List<String> line() {
            List<String> line = new ArrayList<>();
            line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            line.addAll(jvmArgs);
            line.addAll(List.of("-cp", classPath, mainClass));
            line.addAll(args);
            return line;
        }
    }

    private final String name;
    private final Process process;
    private final Path out;
    private final Path err;

    private ChildJvm(String name, Process process, Path out, Path err) {
        this.name = name;
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** Starts it; output is appended to its files. */
    public static ChildJvm start(Command command) {
        return start(command.name(), command.line(), command.environment(), command.out(), command.err());
    }

    /** Starts a script that becomes a JVM by {@code exec}; output is appended to the log. */
    public static ChildJvm startScript(String name, List<String> line, Map<String, String> environment, Path log) {
        return start(name, line, environment, log, log);
    }

    private static ChildJvm start(String name, List<String> line, Map<String, String> environment, Path out, Path err) {
        ProcessBuilder builder = new ProcessBuilder(line);
        builder.environment().putAll(environment);
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(out.toFile()));
        if (err.equals(out)) {
            builder.redirectErrorStream(true);
        } else {
            builder.redirectError(ProcessBuilder.Redirect.appendTo(err.toFile()));
        }
        try {
            Process process = builder.start();
            Cleanup.track(process);
            return new ChildJvm(name, process, out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public long pid() {
        return process.pid();
    }

    /** Waits for its end. */
    public int exitCode(long timeoutSeconds) {
        if (!ended(timeoutSeconds)) {
            kill9();
            throw new IllegalStateException(name + " did not end within " + timeoutSeconds + " s\n" + logTail());
        }
        return process.exitValue();
    }

    /** Asks it to end as an operator would (SIGTERM) and waits; kills it after 30 s. */
    public void stop() {
        process.destroy();
        if (!ended(30)) {
            kill9();
        }
    }

    /** SIGTERM, without waiting for the end. */
    public void terminate() {
        process.destroy();
    }

    /** SIGKILL; returns when it is gone. */
    public void kill9() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Resident memory in KiB. */
    public long rssKb() {
        return statusKb("VmRSS");
    }

    /** The highest resident memory so far, in KiB. */
    public long peakRssKb() {
        return statusKb("VmHWM");
    }

    private long statusKb(String field) {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid()), "status"))) {
            return lines.filter(line -> line.startsWith(field + ":"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path log() {
        return out;
    }

    /** The last 60 lines of what it said. */
    public String logTail() {
        return Stream.of(out, err)
                .distinct()
                .map(ChildJvm::tail)
                .collect(Collectors.joining("\n", "--- " + name + ":\n", "\n---"));
    }

    private static String tail(Path file) {
        try {
            List<String> lines = new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 60), lines.size()));
        } catch (IOException e) {
            return "(no log: " + e + ")";
        }
    }

    private boolean ended(long seconds) {
        try {
            return process.waitFor(seconds, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        stop();
    }
}
