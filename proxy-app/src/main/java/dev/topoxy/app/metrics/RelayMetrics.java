package dev.topoxy.app.metrics;

import dev.topoxy.core.event.CloseReason;
import dev.topoxy.core.event.PauseReason;
import dev.topoxy.core.event.RelayListener;
import dev.topoxy.core.event.Side;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.common.protocol.ApiKeys;
import org.jspecify.annotations.Nullable;

/** Counts what the relay of one cluster does. */
public final class RelayMetrics implements RelayListener, MetricSource {

    private static final int HIGHEST_KEY = highestKey();

    /** Stands for all API keys that Kafka does not have, since a client may send any. */
    private static final int OTHER = HIGHEST_KEY + 1;

    private final String cluster;
    private final LongAdder opened = new LongAdder();
    private final Map<CloseReason.Kind, LongAdder> closed = adders(CloseReason.Kind.class);
    private final Map<CloseReason.Kind, LongAdder> refused = adders(CloseReason.Kind.class);
    private final TimeHistogram connects = new TimeHistogram();
    private final LongAdder connectFailures = new LongAdder();
    private final Map<Side, LongAdder> received = adders(Side.class);
    private final Map<PauseReason, Pauses> clientPauses = pauses();
    private final Map<PauseReason, Pauses> brokerPauses = pauses();
    private final LongAdder decodingDelayed = new LongAdder();
    private final LongAdder decodingRefused = new LongAdder();
    private final AtomicReferenceArray<@Nullable ApiMetrics> apis = new AtomicReferenceArray<>(OTHER + 1);

    private record Pauses(LongAdder begun, LongAdder ended) {}

    private static final class ApiMetrics {
        private final LongAdder requests = new LongAdder();
        private final TimeHistogram answers = new TimeHistogram();
        private final LongAdder filterFailures = new LongAdder();
        private volatile @Nullable TimeHistogram filter;

        /** Few APIs have one. */
        synchronized TimeHistogram filter() {
            TimeHistogram times = filter;
            if (times == null) {
                times = new TimeHistogram();
                filter = times;
            }
            return times;
        }
    }

    public RelayMetrics(String cluster) {
        this.cluster = cluster;
    }

    private static int highestKey() {
        int highest = 0;
        for (ApiKeys api : ApiKeys.values()) {
            highest = Math.max(highest, api.id);
        }
        return highest;
    }

    private static <E extends Enum<E>> Map<E, LongAdder> adders(Class<E> type) {
        Map<E, LongAdder> adders = new EnumMap<>(type);
        for (E value : type.getEnumConstants()) {
            adders.put(value, new LongAdder());
        }
        return adders;
    }

    private static Map<PauseReason, Pauses> pauses() {
        Map<PauseReason, Pauses> pauses = new EnumMap<>(PauseReason.class);
        for (PauseReason reason : PauseReason.values()) {
            pauses.put(reason, new Pauses(new LongAdder(), new LongAdder()));
        }
        return pauses;
    }

    private static <E extends Enum<E>, V> V of(Map<E, V> all, E key) {
        V value = all.get(key);
        if (value == null) {
            throw new IllegalStateException("not counted: " + key);
        }
        return value;
    }

    @Override
    public void connectionOpened() {
        opened.increment();
    }

    @Override
    public void connectionClosed(CloseReason.Kind reason) {
        of(closed, reason).increment();
    }

    @Override
    public void connectionRefused(CloseReason.Kind reason) {
        of(refused, reason).increment();
    }

    @Override
    public void brokerConnected(long nanos) {
        connects.record(nanos);
    }

    @Override
    public void brokerConnectFailed() {
        connectFailures.increment();
    }

    @Override
    public void readingPaused(Side side, PauseReason reason) {
        pauses(side, reason).begun.increment();
    }

    @Override
    public void readingResumed(Side side, PauseReason reason) {
        pauses(side, reason).ended.increment();
    }

    private Pauses pauses(Side side, PauseReason reason) {
        return of(side == Side.CLIENT ? clientPauses : brokerPauses, reason);
    }

    @Override
    public void requestReceived(short apiKey) {
        api(apiKey).requests.increment();
    }

    @Override
    public void requestAnswered(short apiKey, long nanos) {
        api(apiKey).answers.record(nanos);
    }

    @Override
    public void filterAnswered(ApiKeys api, long nanos, boolean failed) {
        ApiMetrics metrics = api(api.id);
        metrics.filter().record(nanos);
        if (failed) {
            metrics.filterFailures.increment();
        }
    }

    private ApiMetrics api(short apiKey) {
        int index = apiKey >= 0 && apiKey <= HIGHEST_KEY ? apiKey : OTHER;
        ApiMetrics known = apis.get(index);
        if (known != null) {
            return known;
        }
        apis.compareAndSet(index, null, new ApiMetrics());
        return api(apiKey);
    }

    @Override
    public void decodingDelayed() {
        decodingDelayed.increment();
    }

    @Override
    public void decodingRefused() {
        decodingRefused.increment();
    }

    @Override
    public void received(Side side, long bytes) {
        of(received, side).add(bytes);
    }

    @Override
    public void collect(Samples out) {
        // What ended is read first: what began is never less then.
        long ended = 0;
        for (CloseReason.Kind reason : CloseReason.Kind.values()) {
            long count = of(closed, reason).sum();
            ended += count;
            out.add(Metric.CONNECTIONS_CLOSED, count, cluster, label(reason));
        }
        refused.forEach((reason, count) -> {
            if (count.sum() > 0) {
                out.add(Metric.CONNECTIONS_REFUSED, count.sum(), cluster, label(reason));
            }
        });
        long begun = opened.sum();
        out.add(Metric.CONNECTIONS_OPENED, begun, cluster);
        out.add(Metric.CONNECTIONS, begun - ended, cluster);
        out.add(Metric.BROKER_CONNECT, connects, cluster);
        out.add(Metric.BROKER_CONNECT_FAILURES, connectFailures.sum(), cluster);
        out.add(Metric.DECODE_DELAYED, decodingDelayed.sum(), cluster);
        out.add(Metric.DECODE_REFUSED, decodingRefused.sum(), cluster);
        for (Side side : Side.values()) {
            out.add(Metric.RECEIVED_BYTES, of(received, side).sum(), cluster, label(side));
            for (PauseReason reason : PauseReason.values()) {
                Pauses counted = pauses(side, reason);
                long over = counted.ended.sum();
                long all = counted.begun.sum();
                out.add(Metric.READING_PAUSED, all - over, cluster, label(side), label(reason));
                out.add(Metric.READING_PAUSES, all, cluster, label(side), label(reason));
            }
        }
        for (int index = 0; index <= OTHER; index++) {
            ApiMetrics api = apis.get(index);
            if (api != null) {
                collect(api, ApiKeys.hasId(index) ? ApiKeys.forId(index).name : "other", out);
            }
        }
    }

    private void collect(ApiMetrics api, String name, Samples out) {
        out.add(Metric.REQUESTS, api.requests.sum(), cluster, name);
        out.add(Metric.REQUEST, api.answers, cluster, name);
        TimeHistogram filter = api.filter;
        if (filter != null) {
            out.add(Metric.FILTER, filter, cluster, name);
            out.add(Metric.FILTER_FAILURES, api.filterFailures.sum(), cluster, name);
        }
    }

    private static String label(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
