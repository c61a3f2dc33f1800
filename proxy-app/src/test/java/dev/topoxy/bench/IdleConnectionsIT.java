package dev.topoxy.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.core.tls.ClientTls;
import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.ProxyProcess;
import dev.topoxy.testkit.SelfSigned;
import dev.topoxy.testkit.SharedBrokers;
import dev.topoxy.testkit.Workspace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many connections that have spoken once, with the default heap: what they cost, that they live, and that they are let
 * go, plain and over TLS. {@code -Didle.connections=8000} for as many as 20,000 file descriptors allow.
 */
class IdleConnectionsIT {

    private static final int CONNECTIONS = Integer.getInteger("idle.connections", 1000);
    private static final String OPTIONS = "-XX:+UseSerialGC -Xms16m -Xmx64m -XX:MaxDirectMemorySize=256m -Xshare:auto"
            + " -XX:NativeMemoryTracking=summary";
    private static final int MEASURED_SECONDS = 5;

    /** What a TLS connection may take of the process besides: the state of its cipher and its certificate. */
    private static final int TLS_RSS_BYTES = 64 * 1024;

    @TempDir
    Path directory;

    private final String listen = "127.0.0.1:" + FreePorts.consecutive(ProxyProcess.PORTS);

    @Test
    void idle_connections_cost_little_are_relayed_and_drained() throws Exception {
        List<String> arguments = List.of("--bootstrap-servers", brokers(), "--listen", listen);
        measure("idle", arguments, Optional.empty());
    }

    @Test
    void idle_connections_with_tls_too() throws Exception {
        SelfSigned key = SelfSigned.make(directory, "key", "CN=idle", "ip:127.0.0.1");
        Path config = Files.writeString(directory.resolve("topoxy.yaml"), """
                clusters:
                  - bootstrap.servers: %s
                    listen: %s
                    tls: {ssl.keystore.location: %s, ssl.keystore.password: %s}
                """.formatted(
                        brokers(), listen, key.keystore(), SelfSigned.PASSWORD));
        SSLContext trusting = ClientTls.context(Optional.of(key.pem()), Optional.empty());
        double rssBytesEach = measure("idle TLS", List.of("--config", config.toString()), Optional.of(trusting));
        assertThat(rssBytesEach).isLessThan(TLS_RSS_BYTES);
    }

    private static String brokers() {
        return SharedBrokers.of(KafkaArtifacts.V4_3).bootstrap();
    }

    /** How much larger the process became, for each connection. */
    private double measure(String kind, List<String> arguments, Optional<SSLContext> tls) throws Exception {
        Path log = Workspace.target("it").resolve(kind.replace(' ', '-') + "-connections.log");
        Files.deleteIfExists(log);
        double rssGrowth;
        try (ProxyProcess proxy = ProxyProcess.start(arguments, Map.of("TOPOXY_JVM_OPTS", OPTIONS), listen, log)) {
            long pid = proxy.jvm().pid();
            ProcessFigures figures = new ProcessFigures(pid);
            IdleConnections.open(listen, 200, tls).close();
            long bytesBefore = heapBytes(pid) + directBytes(pid);
            double rssBefore = figures.rssMebibytes();
            try (IdleConnections idle = IdleConnections.open(listen, CONNECTIONS, tls)) {
                long bytesEach = (heapBytes(pid) + directBytes(pid) - bytesBefore) / CONNECTIONS;
                rssGrowth = figures.rssMebibytes() - rssBefore;
                double cpuBefore = figures.cpuSeconds();
                Thread.sleep(Duration.ofSeconds(MEASURED_SECONDS).toMillis());
                double cpu = (figures.cpuSeconds() - cpuBefore) / MEASURED_SECONDS;
                idle.checkAlive();

                long begin = System.nanoTime();
                proxy.jvm().terminate();
                idle.awaitEnd();
                assertThat(proxy.jvm().exitCode(60)).isZero();
                System.out.printf(
                        Locale.ROOT,
                        "%d %s connections: %d bytes of heap and direct memory each, %.1f MiB more RSS, %.2f %% of a"
                                + " core, drained in %.1f s%n",
                        CONNECTIONS,
                        kind,
                        bytesEach,
                        rssGrowth,
                        100 * cpu,
                        (System.nanoTime() - begin) / 1e9);
                assertThat(bytesEach).isLessThan(10 * 1024);
                assertThat(cpu).as("part of a core").isLessThan(0.05);
            }
        }
        assertThat(Files.readAllLines(log))
                .anyMatch(line -> line.contains("drained in "))
                .noneMatch(line -> line.contains(" WARN ") || line.contains(" ERROR "));
        return rssGrowth * 1024 * 1024 / CONNECTIONS;
    }

    /** What is reachable, since counting it collects garbage. */
    private static long heapBytes(long pid) throws IOException, InterruptedException {
        return number(jcmd(pid, "GC.class_histogram"), "Total\\s+\\d+\\s+(\\d+)");
    }

    /** What Netty takes from the operating system, whose account is called so. */
    private static long directBytes(long pid) throws IOException, InterruptedException {
        return 1024 * number(jcmd(pid, "VM.native_memory", "summary"), "Other \\(reserved=\\d+KB, committed=(\\d+)KB");
    }

    private static long number(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as(text).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    private static String jcmd(long pid, String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString());
        builder.command().add(Long.toString(pid));
        builder.command().addAll(List.of(command));
        Process process = builder.redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text;
    }
}
