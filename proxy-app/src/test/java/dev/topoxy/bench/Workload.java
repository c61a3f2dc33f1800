package dev.topoxy.bench;

import java.util.Map;

/** What is done through a route while it is measured. */
interface Workload {

    String name();

    /** Whether clients speak TLS. */
    default boolean tls() {
        return false;
    }

    /** Makes topics and records, directly at the broker. Called once, before all rounds. */
    void prepare(Bed bed);

    /** Does it once and gives its figures. */
    Map<Metric, Double> run(Bed bed, Route route);
}
