package dev.topoxy.app.groups;

import dev.topoxy.app.metrics.Metric;
import dev.topoxy.app.metrics.MetricSource;
import dev.topoxy.app.metrics.Samples;
import java.util.Locale;
import java.util.Map;

/** Counts the groups of a cluster by their states. */
public final class CatalogueMetrics implements MetricSource {

    private final Catalogue catalogue;

    public CatalogueMetrics(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    @Override
    public void collect(Samples out) {
        Map<GroupState, Integer> counts = catalogue.counts();
        for (GroupState state : GroupState.values()) {
            out.add(
                    Metric.GROUPS,
                    counts.getOrDefault(state, 0),
                    catalogue.cluster(),
                    state.name().toLowerCase(Locale.ROOT));
        }
        out.add(Metric.DESCRIPTIONS, catalogue.storedCount(), catalogue.cluster());
        out.add(Metric.DESCRIPTIONS_BYTES, catalogue.knownBytes(), catalogue.cluster());
        out.add(Metric.STORE_LOADED, catalogue.isLoaded() ? 1 : 0, catalogue.cluster());
        catalogue.lag().ifPresent(lag -> {
            lag.records().ifPresent(records -> out.add(Metric.STORE_LAG_RECORDS, records, catalogue.cluster()));
            out.add(Metric.STORE_LAG, lag.complete().toSeconds(), catalogue.cluster());
        });
    }
}
