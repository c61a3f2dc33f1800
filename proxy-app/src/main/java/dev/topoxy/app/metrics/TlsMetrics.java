package dev.topoxy.app.metrics;

import dev.topoxy.core.tls.TlsReloader;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** How long the certificates in use are still valid, and whether new files could be used. */
public final class TlsMetrics implements MetricSource {

    private final TlsReloader tls;
    private final InstantSource clock;

    public TlsMetrics(TlsReloader tls, InstantSource clock) {
        this.tls = tls;
        this.clock = clock;
    }

    @Override
    public void collect(Samples out) {
        Instant now = clock.instant();
        tls.expiries()
                .forEach((setting, end) ->
                        out.add(Metric.TLS_EXPIRY, Duration.between(now, end).toSeconds(), setting));
        tls.failures().forEach((setting, failures) -> out.add(Metric.TLS_RELOAD_FAILURES, failures, setting));
    }
}
