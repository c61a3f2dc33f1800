package dev.topoxy.app.metrics;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.netty4.NettyAllocatorMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.buffer.PooledByteBufAllocator;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** All metrics of the process. Micrometer is not even loaded before the first scrape. Thread-safe. */
public final class Metrics {

    /** Of what {@link #scrape} returns. */
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final List<MetricSource> sources = new CopyOnWriteArrayList<>();
    private @Nullable PrometheusRegistry registry;

    public void add(MetricSource source) {
        sources.add(source);
    }

    /** The values of this moment as Prometheus reads them. */
    public String scrape() {
        ByteArrayOutputStream out = new ByteArrayOutputStream(32 * 1024);
        try {
            PrometheusTextFormatWriter.create().write(out, registry().scrape(), EscapingScheme.UNDERSCORE_ESCAPING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private synchronized PrometheusRegistry registry() {
        PrometheusRegistry made = registry;
        if (made == null) {
            made = new PrometheusRegistry();
            PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, made, Clock.SYSTEM);
            new JvmMemoryMetrics().bindTo(meters);
            new JvmThreadMetrics().bindTo(meters);
            new ProcessorMetrics().bindTo(meters);
            new FileDescriptorMetrics().bindTo(meters);
            new UptimeMetrics().bindTo(meters);
            new NettyAllocatorMetrics(PooledByteBufAllocator.DEFAULT).bindTo(meters);
            made.register(new MultiCollector() {
                @Override
                public MetricSnapshots collect() {
                    Samples samples = new Samples();
                    sources.forEach(source -> source.collect(samples));
                    return samples.snapshots();
                }
            });
            registry = made;
        }
        return made;
    }
}
