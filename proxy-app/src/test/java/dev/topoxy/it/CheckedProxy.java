package dev.topoxy.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.ProxyProcess;
import dev.topoxy.testkit.ProxyUnderTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The distribution as a process that watches every buffer; closing it fails the test if it logged an error or a leak. */
final class CheckedProxy implements ProxyUnderTest {

    /** As the launcher's own, with room for the records of where each buffer went. */
    private static final Map<String, String> ENVIRONMENT = Map.of(
            "TOPOXY_JVM_OPTS",
            "-XX:+UseSerialGC -Xms16m -Xmx96m -XX:MaxDirectMemorySize=64m -Xshare:auto"
                    + " -Dio.netty.leakDetection.level=paranoid");

    private final ProxyProcess process;
    private final Path log;

    private CheckedProxy(ProxyProcess process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** With default settings and perhaps more options, on free ports. */
    static CheckedProxy inFrontOf(String bootstrapServers, String name, String... options) {
        String listen = "127.0.0.1:" + FreePorts.consecutive(ProxyProcess.PORTS);
        List<String> args = new ArrayList<>(List.of("--bootstrap-servers", bootstrapServers, "--listen", listen));
        args.addAll(List.of(options));
        return start(args, listen, name);
    }

    /** With a configuration file of that text; {@code listen} is one of its listeners. */
    static CheckedProxy withConfig(String yaml, String listen, String name) {
        try {
            Path file = Files.writeString(directory().resolve(name + ".yaml"), yaml);
            return start(List.of("--config", file.toString()), listen, name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static CheckedProxy start(List<String> args, String listen, String name) {
        try {
            Path log = directory().resolve(name + ".log");
            Files.deleteIfExists(log);
            return new CheckedProxy(ProxyProcess.start(args, ENVIRONMENT, listen, log), log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Logs stay here after the tests. */
    private static Path directory() throws IOException {
        return Files.createDirectories(Path.of("target", "it").toAbsolutePath());
    }

    @Override
    public String bootstrap() {
        return process.bootstrap();
    }

    int bootstrapPort() {
        return Integer.parseInt(bootstrap().substring(bootstrap().lastIndexOf(':') + 1));
    }

    /** Where a node is reached with automatic ports. */
    String nodeAddress(int nodeId) {
        return "127.0.0.1:" + (bootstrapPort() + 1 + nodeId % (ProxyProcess.PORTS - 1));
    }

    void kill9() {
        process.kill9();
    }

    /** How many sockets it has open, in whatever state, its listeners included. */
    long sockets() throws IOException {
        Path descriptors = Path.of("/proc", Long.toString(process.jvm().pid()), "fd");
        try (Stream<Path> open = Files.list(descriptors)) {
            return open.filter(CheckedProxy::isSocket).count();
        }
    }

    private static boolean isSocket(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
        } catch (IOException e) {
            // Closed since it was listed.
            return false;
        }
    }

    /** SIGTERM, without waiting for what it leads to. */
    void terminate() {
        process.jvm().terminate();
    }

    /** Waits for the end. */
    int exitCode() {
        return process.jvm().exitCode(60);
    }

    void restart() {
        process.restart();
    }

    List<String> logLines() {
        try {
            return Files.readAllLines(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.close();
        assertThat(logLines()).noneMatch(line -> line.contains("LEAK") || line.contains(" ERROR "));
    }
}
