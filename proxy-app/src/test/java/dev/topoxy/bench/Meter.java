package dev.topoxy.bench;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Reads what a route's process has used between two points in time. */
final class Meter {

    private final Optional<ProcessFigures> process;
    private final double cpuBefore;
    private final long nanosBefore;

    private Meter(Optional<ProcessFigures> process) {
        this.process = process;
        this.cpuBefore = process.map(ProcessFigures::cpuSeconds).orElse(0.0);
        this.nanosBefore = System.nanoTime();
    }

    static Meter start(Route route) {
        return new Meter(route.process());
    }

    /**
     * @param throughput in 10^6 bytes per second
     * @param bytes the payload relayed since the start
     */
    Map<Metric, Double> perGigabyte(double throughput, long bytes) {
        Map<Metric, Double> figures = memory();
        figures.put(Metric.MEGABYTES_PER_SECOND, throughput);
        process.ifPresent(
                figure -> figures.put(Metric.CPU_SECONDS_PER_GB, (figure.cpuSeconds() - cpuBefore) / (bytes / 1e9)));
        return figures;
    }

    /** The share of one core used since the start. */
    Map<Metric, Double> perTime() {
        Map<Metric, Double> figures = memory();
        double seconds = (System.nanoTime() - nanosBefore) / 1e9;
        process.ifPresent(figure -> figures.put(Metric.CPU_PERCENT, 100 * (figure.cpuSeconds() - cpuBefore) / seconds));
        return figures;
    }

    private Map<Metric, Double> memory() {
        Map<Metric, Double> figures = new EnumMap<>(Metric.class);
        process.ifPresent(figure -> {
            figures.put(Metric.RSS_MEBIBYTES, figure.rssMebibytes());
            figures.put(Metric.PEAK_RSS_MEBIBYTES, figure.peakRssMebibytes());
        });
        return figures;
    }
}
