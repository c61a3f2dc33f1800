package dev.topoxy.bench;

import dev.topoxy.testkit.RawClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;

/** Requests at a fixed rate below saturation, whatever the answers do; {@code connections} share the rate. */
record LatencyWorkload(String name, RequestKind kind, int connections) implements Workload {

    private static final double NANOS_PER_MILLI = 1e6;

    @Override
    public void prepare(Bed bed) {
        bed.cluster().createTopics(1, topic());
    }

    private String topic() {
        return "bench-" + name;
    }

    @Override
    public Map<Metric, Double> run(Bed bed, Route route) {
        int perConnection = Math.max(1, bed.options().rate() * bed.options().seconds() / connections);
        long interval = 1_000_000_000L * connections / bed.options().rate();
        Paced[] paced = new Paced[connections];
        Meter meter = Meter.start(route);
        try {
            for (int i = 0; i < connections; i++) {
                paced[i] = new Paced(RawClient.connect(route.bootstrap()), kind, topic(), perConnection, interval);
            }
            // Connections take turns, so that the requests of all are evenly spaced.
            long start = System.nanoTime() + 100_000_000;
            for (int i = 0; i < connections; i++) {
                paced[i].start(start + i * interval / connections);
            }
            long[] latencies = new long[0];
            for (Paced each : paced) {
                long[] more = each.await();
                int before = latencies.length;
                latencies = Arrays.copyOf(latencies, before + more.length);
                System.arraycopy(more, 0, latencies, before, more.length);
            }
            Arrays.sort(latencies);
            Map<Metric, Double> figures = meter.perTime();
            figures.put(Metric.P50_MILLIS, quantile(latencies, 0.5));
            figures.put(Metric.P99_MILLIS, quantile(latencies, 0.99));
            figures.put(Metric.P999_MILLIS, quantile(latencies, 0.999));
            return figures;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            Arrays.stream(paced).filter(each -> each != null).forEach(Paced::close);
        }
    }

    private static double quantile(long[] sorted, double share) {
        return sorted[(int) Math.min(sorted.length - 1L, (long) Math.ceil(share * sorted.length) - 1)]
                / NANOS_PER_MILLI;
    }
}
