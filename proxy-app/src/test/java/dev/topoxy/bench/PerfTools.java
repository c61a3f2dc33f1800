package dev.topoxy.bench;

import dev.topoxy.testkit.ChildJvm;
import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaTools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Kafka's own performance tools, each run in a JVM as large as Kafka's scripts give them. */
final class PerfTools {

    private static final List<String> JVM = List.of("-Xmx512m", "-XX:+UseG1GC");
    private static final long TIMEOUT_SECONDS = 900;
    private static final Pattern PRODUCED = Pattern.compile("^(\\d+) records sent, .*?\\((\\d+[.,]\\d+) MB/sec\\)");
    private static final int FETCH_MEBIBYTES_PER_SECOND = 8;
    private static final double BYTES_PER_MEBIBYTE = 1024 * 1024;
    private static final double BYTES_PER_MEGABYTE = 1e6;

    private PerfTools() {}

    /** Produces with acks=1 in batches of 64 KiB and returns 10^6 bytes per second. */
    static double produce(Bed bed, Route route, String topic, int recordBytes, long records) {
        List<String> args = new ArrayList<>(List.of(
                "--topic",
                topic,
                "--num-records",
                Long.toString(records),
                "--record-size",
                Integer.toString(recordBytes),
                "--throughput",
                "-1",
                "--producer-props",
                "bootstrap.servers=" + route.bootstrap(),
                "acks=1",
                "batch.size=65536",
                "linger.ms=5"));
        route.clientProperties().forEach((name, value) -> args.add(name + "=" + value));
        List<String> lines = run(bed, KafkaTools.PRODUCER_PERFORMANCE, args);
        // Lines of the same form come every five seconds; the last one counts all records.
        for (String line : lines) {
            Matcher matcher = PRODUCED.matcher(line);
            if (matcher.find() && Long.parseLong(matcher.group(1)) == records && line.contains("99.9th")) {
                return Double.parseDouble(matcher.group(2).replace(',', '.')) * BYTES_PER_MEBIBYTE / BYTES_PER_MEGABYTE;
            }
        }
        throw new IllegalStateException("no result of ProducerPerformance in:\n" + String.join("\n", lines));
    }

    /** Reads a topic from its beginning and returns 10^6 bytes per second, without the time that joining took. */
    static double consume(Bed bed, Route route, String topic, long records) {
        List<String> args = new ArrayList<>(List.of(
                "--bootstrap-server",
                route.bootstrap(),
                "--topic",
                topic,
                "--messages",
                Long.toString(records),
                "--timeout",
                "60000",
                "--hide-header"));
        route.clientProperties()
                .forEach((name, value) -> args.addAll(List.of("--command-property", name + "=" + value)));
        List<String> lines = run(bed, KafkaTools.CONSUMER_PERFORMANCE, args);
        for (String line : lines) {
            String[] fields = line.split(", ", -1);
            if (fields.length == 10) {
                requireAll(Long.parseLong(fields[4].strip()), records, topic);
                return Double.parseDouble(fields[FETCH_MEBIBYTES_PER_SECOND].strip())
                        * BYTES_PER_MEBIBYTE
                        / BYTES_PER_MEGABYTE;
            }
        }
        throw new IllegalStateException("no result of ConsumerPerformance in:\n" + String.join("\n", lines));
    }

    private static void requireAll(long read, long records, String topic) {
        if (read < records) {
            throw new IllegalStateException("only " + read + " of " + records + " records came from " + topic);
        }
    }

    private static List<String> run(Bed bed, String tool, List<String> args) {
        Path out = bed.directory().resolve("tool.out");
        Path err = bed.directory().resolve("tool.err");
        try {
            Files.deleteIfExists(out);
            Files.deleteIfExists(err);
            try (ChildJvm jvm = new KafkaTools(KafkaArtifacts.V4_3).start(tool, JVM, args, out, err)) {
                if (jvm.exitCode(TIMEOUT_SECONDS) != 0) {
                    throw new IllegalStateException(jvm.logTail());
                }
            }
            return Files.readAllLines(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
