package dev.topoxy.bench;

import dev.topoxy.testkit.ChildJvm;
import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.ProxyProcess;
import dev.topoxy.testkit.RawClient;
import dev.topoxy.testkit.Workspace;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;

/** The time from exec to the first answered ApiVersions, beside that of a program that does nothing. */
final class StartMeasurement {

    private static final double NANOS_PER_MILLI = 1e6;
    private static final long TIMEOUT_NANOS = 30_000_000_000L;
    private static final int STARTS_PER_ROUND = 3;
    private static final long SETTLE_NANOS = 2_000_000_000L;

    private final Bed bed;
    private final Samples samples;

    StartMeasurement(Bed bed, Samples samples) {
        this.bed = bed;
        this.samples = samples;
    }

    /** Has the installation share classes between starts on each JDK, as its documentation tells. */
    void prepare() throws IOException {
        for (Path jdk : bed.options().jdks()) {
            try (ChildJvm jvm = ChildJvm.startScript(
                    "share-classes",
                    List.of(System.getProperty("topoxy.distribution", "") + "/bin/share-classes"),
                    Map.of("JAVA_HOME", jdk.toString()),
                    bed.directory().resolve("share-classes.log"))) {
                if (jvm.exitCode(120) != 0) {
                    throw new IllegalStateException(jvm.logTail());
                }
            }
        }
    }

    /** One round over all JDKs; the best of a few starts counts, since others only add what the machine did besides. */
    void round(int round) throws IOException {
        for (Path jdk : bed.options().jdks()) {
            String java = "JDK " + version(jdk);
            double empty = Double.MAX_VALUE;
            double topoxy = Double.MAX_VALUE;
            double rss = 0;
            for (int i = 0; i < STARTS_PER_ROUND; i++) {
                empty = Math.min(empty, emptyMain(jdk));
                String listen = "127.0.0.1:" + FreePorts.consecutive(ProxyProcess.PORTS);
                long start = System.nanoTime();
                try (ChildJvm jvm = launch(jdk, listen)) {
                    awaitAnswer(listen, jvm);
                    topoxy = Math.min(topoxy, (System.nanoTime() - start) / NANOS_PER_MILLI);
                    if (i == STARTS_PER_ROUND - 1) {
                        LockSupport.parkNanos(SETTLE_NANOS);
                        rss = new ProcessFigures(jvm.pid()).rssMebibytes();
                    }
                }
            }
            samples.add(new Sample(Workloads.START, "empty main, " + java, round, Metric.START_MILLIS, empty));
            samples.add(new Sample(Workloads.START, "Topoxy, " + java, round, Metric.START_MILLIS, topoxy));
            samples.add(new Sample(Workloads.START, "Topoxy, " + java, round, Metric.RSS_MEBIBYTES, rss));
        }
    }

    private static String version(Path jdk) throws IOException {
        Properties release = new Properties();
        try (Reader file = Files.newBufferedReader(jdk.resolve("release"))) {
            release.load(file);
        }
        return release.getProperty("JAVA_VERSION", "of an unknown version").replace("\"", "");
    }

    private ChildJvm launch(Path jdk, String listen) {
        String home = System.getProperty("topoxy.distribution", "");
        return ChildJvm.startScript(
                "topoxy",
                List.of(home + "/bin/topoxy", "--bootstrap-servers", bed.direct(), "--listen", listen),
                Map.of("JAVA_HOME", jdk.toString()),
                bed.directory().resolve("start.log"));
    }

    private double emptyMain(Path jdk) throws IOException {
        long start = System.nanoTime();
        List<String> line = List.of(
                jdk.resolve("bin/java").toString(),
                "-cp",
                Workspace.module().resolve("target/test-classes").toString(),
                EmptyMain.class.getName());
        try (ChildJvm jvm = ChildJvm.startScript(
                "empty main", line, Map.of(), bed.directory().resolve("start.log"))) {
            if (jvm.exitCode(30) != 0) {
                throw new IllegalStateException(jvm.logTail());
            }
            return (System.nanoTime() - start) / NANOS_PER_MILLI;
        }
    }

    /** Returns once ApiVersions is answered. */
    static void awaitAnswer(String listen, ChildJvm jvm) {
        long deadline = System.nanoTime() + TIMEOUT_NANOS;
        while (System.nanoTime() < deadline && jvm.isAlive()) {
            try (RawClient client = RawClient.connect(listen)) {
                client.apiVersions(3);
                return;
            } catch (IOException e) {
                LockSupport.parkNanos(1_000_000);
            }
        }
        throw new IllegalStateException("no answer from " + listen + "\n" + jvm.logTail());
    }
}
