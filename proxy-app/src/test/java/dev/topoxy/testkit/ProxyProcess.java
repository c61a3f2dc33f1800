package dev.topoxy.testkit;

import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * The proxy as users run it, in a JVM of its own. Where the system property {@code topoxy.distribution} names an unpacked
 * distribution, its {@code bin/topoxy} is started; else the program's main class from this JVM's class path.
 */
public final class ProxyProcess implements ProxyUnderTest {

    /** Ports the proxy takes with default settings: its bootstrap port and those for brokers after it. */
    public static final int PORTS = 62;

    private static final String MAIN_CLASS = "dev.topoxy.app.Topoxy";
    private static final Duration START_TIMEOUT = Duration.ofSeconds(30);

    private final List<String> args;
    private final Map<String, String> environment;
    private final String listen;
    private final Path log;
    private ChildJvm jvm;

    private ProxyProcess(List<String> args, Map<String, String> environment, String listen, Path log) {
        this.args = List.copyOf(args);
        this.environment = Map.copyOf(environment);
        this.listen = listen;
        this.log = log;
        this.jvm = launch();
    }

    /** In front of a cluster, on free ports, with default settings and perhaps more options. */
    public static ProxyProcess inFrontOf(String bootstrapServers, Path log, String... options) {
        String listen = "127.0.0.1:" + FreePorts.consecutive(PORTS);
        List<String> args = new ArrayList<>(List.of("--bootstrap-servers", bootstrapServers, "--listen", listen));
        args.addAll(List.of(options));
        return start(args, Map.of(), listen, log);
    }

    /** With a configuration file that has it listen at {@code listen}. */
    public static ProxyProcess withConfig(Path file, String listen, Path log) {
        return start(List.of("--config", file.toString()), Map.of(), listen, log);
    }

    /**
     * With any arguments; returns when it accepts connections.
     *
     * @param environment added to this JVM's; TOPOXY_JVM_OPTS replaces the JVM options of the distribution
     */
    public static ProxyProcess start(List<String> args, Map<String, String> environment, String listen, Path log) {
        ProxyProcess proxy = new ProxyProcess(args, environment, listen, log);
        proxy.awaitAccepting();
        return proxy;
    }

    private ChildJvm launch() {
        String home = Objects.requireNonNullElse(System.getProperty("topoxy.distribution"), "");
        if (home.isEmpty()) {
            return ChildJvm.start(new ChildJvm.Command(
                    "proxy", productClassPath(), List.of("-Xmx64m", "-XX:+UseSerialGC"), MAIN_CLASS, args, log));
        }
        List<String> line =
                new ArrayList<>(List.of(Path.of(home, "bin", "topoxy").toString()));
        line.addAll(args);
        Map<String, String> variables = new LinkedHashMap<>(Map.of("JAVA_HOME", System.getProperty("java.home")));
        variables.putAll(environment);
        return ChildJvm.startScript("proxy", line, variables, log);
    }

    /** This JVM's class path without what only tests need. */
    private static String productClassPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(part -> Stream.of("test-classes", "kafka-streams", "rocksdb", "junit", "surefire")
                        .noneMatch(part::contains))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private void awaitAccepting() {
        try {
            Awaitility.await()
                    .atMost(START_TIMEOUT)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(50))
                    .until(this::acceptsOrThrow);
        } catch (ConditionTimeoutException e) {
            kill9();
            throw new IllegalStateException(
                    "the proxy does not listen at " + listen + " after " + START_TIMEOUT + "\n" + jvm.logTail(), e);
        }
    }

    private boolean acceptsOrThrow() {
        if (!jvm.isAlive()) {
            throw new IllegalStateException("the proxy ended\n" + jvm.logTail());
        }
        int colon = listen.lastIndexOf(':');
        try (Socket socket = new Socket()) {
            int port = Integer.parseInt(listen.substring(colon + 1));
            socket.connect(new InetSocketAddress(listen.substring(0, colon), port), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public String bootstrap() {
        return listen;
    }

    /** Starts it again with the same arguments after {@link #stop} or {@link #kill9}. */
    public void restart() {
        if (jvm.isAlive()) {
            stop();
        }
        jvm = launch();
        awaitAccepting();
    }

    /** SIGTERM, and waits for the end. */
    public void stop() {
        jvm.stop();
    }

    public void kill9() {
        jvm.kill9();
    }

    /** The process: its memory, its end, what it said. */
    public ChildJvm jvm() {
        return jvm;
    }

    @Override
    public void close() {
        stop();
    }
}
