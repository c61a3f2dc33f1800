package dev.topoxy.app.metrics;

/** Something that has been counting. */
@FunctionalInterface
public interface MetricSource {

    /** Tells its values of this moment; must not block. */
    void collect(Samples out);
}
