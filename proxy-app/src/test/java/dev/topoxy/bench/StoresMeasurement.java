package dev.topoxy.bench;

import dev.topoxy.filters.store.HistoryStore;
import dev.topoxy.filters.store.ShippedStores;
import dev.topoxy.store.StoreContents;
import dev.topoxy.testkit.ChildJvm;
import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.ProxyProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The time from exec until Topoxy has all descriptions of its store, and its heap then, with no group and with 10,000 groups
 * of 50 nodes.
 */
final class StoresMeasurement {

    private static final int GROUPS = 10_000;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final long TIMEOUT_NANOS = 60_000_000_000L;
    private static final Pattern USED = Pattern.compile("generation .*used (\\d+)K");

    private final Bed bed;
    private final Samples samples;
    private final Map<String, Map<String, String>> stores = new LinkedHashMap<>();

    StoresMeasurement(Bed bed, Samples samples) {
        this.bed = bed;
        this.samples = samples;
    }

    /** Fills a directory and a topic. */
    void prepare() throws IOException {
        Path files = Files.createTempDirectory(bed.directory(), "stores-");
        for (int groups : List.of(0, GROUPS)) {
            store(
                    "file",
                    groups,
                    Map.of("directory", files.resolve(String.valueOf(groups)).toString()));
            store("kafka", groups, Map.of("topic", files.getFileName() + "-" + groups));
        }
    }

    private void store(String name, int groups, Map<String, String> config) {
        HistoryStore store = ShippedStores.create(name, bed.direct()).orElseThrow();
        try {
            store.configure(config);
            StoreContents.fill(store, groups);
        } finally {
            store.close();
        }
        stores.put(name + ", " + groups + " groups", config);
    }

    void round(int round) throws IOException {
        for (Map.Entry<String, Map<String, String>> store : stores.entrySet()) {
            String subject = store.getKey();
            String plugin = subject.substring(0, subject.indexOf(','));
            Path log = bed.directory().resolve("stores.log");
            Files.deleteIfExists(log);
            String listen = "127.0.0.1:" + FreePorts.consecutive(ProxyProcess.PORTS);
            Path config = Files.writeString(bed.directory().resolve("stores.yaml"), """
                    clusters:
                      - bootstrap.servers: %s
                        listen: %s
                        topology.description:
                          group.streams.topology.description.class: %s
                          plugin.config: {%s}
                    """.formatted(
                            bed.direct(), listen, plugin, entries(store.getValue())));
            long start = System.nanoTime();
            try (ChildJvm jvm = ChildJvm.startScript(
                    "topoxy",
                    List.of(
                            System.getProperty("topoxy.distribution", "") + "/bin/topoxy",
                            "--config",
                            config.toString()),
                    Map.of("JAVA_HOME", System.getProperty("java.home")),
                    log)) {
                StartMeasurement.awaitAnswer(listen, jvm);
                if (plugin.equals("kafka")) {
                    awaitRead(log, jvm);
                }
                add(subject, round, Metric.READY_MILLIS, (System.nanoTime() - start) / NANOS_PER_MILLI);
                add(subject, round, Metric.HEAP_MEBIBYTES, heapMebibytes(jvm.pid()));
                add(subject, round, Metric.RSS_MEBIBYTES, new ProcessFigures(jvm.pid()).rssMebibytes());
                add(subject, round, Metric.PEAK_RSS_MEBIBYTES, new ProcessFigures(jvm.pid()).peakRssMebibytes());
            }
        }
    }

    private void add(String subject, int round, Metric metric, double value) {
        samples.add(new Sample(Workloads.STORES, subject, round, metric, value));
    }

    private static String entries(Map<String, String> config) {
        StringBuilder entries = new StringBuilder();
        config.forEach(
                (key, value) -> entries.append(key).append(": \"").append(value).append('"'));
        return entries.toString();
    }

    private static void awaitRead(Path log, ChildJvm jvm) throws IOException {
        long deadline = System.nanoTime() + TIMEOUT_NANOS;
        while (System.nanoTime() < deadline && jvm.isAlive()) {
            if (Files.readString(log).contains("has been read in")) {
                return;
            }
            LockSupport.parkNanos(1_000_000);
        }
        throw new IllegalStateException("the topic was not read\n" + jvm.logTail());
    }

    /** What is in use after a collection. */
    private static double heapMebibytes(long pid) {
        jcmd(pid, "GC.run");
        Matcher used = USED.matcher(jcmd(pid, "GC.heap_info"));
        double kibibytes = 0;
        while (used.find()) {
            kibibytes += Long.parseLong(used.group(1));
        }
        return kibibytes / 1024;
    }

    private static String jcmd(long pid, String command) {
        String program = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        try {
            Process process = new ProcessBuilder(program, Long.toString(pid), command)
                    .redirectErrorStream(true)
                    .start();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
