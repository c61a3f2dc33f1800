package dev.topoxy.bench;

import java.util.List;
import java.util.stream.Stream;

/** All workloads by name. */
final class Workloads {

    /** Measures start-up instead of a route; see {@link StartMeasurement}. */
    static final String START = "start";

    /** Measures starts with full and empty stores; see {@link StoresMeasurement}. */
    static final String STORES = "stores";

    /** Measures what heartbeats cost with few groups and with many; see {@link HeartbeatsMeasurement}. */
    static final String HEARTBEATS = "heartbeats";

    private static final int KIB = 1024;
    private static final int FEW = 4;
    private static final int MANY = 500;

    private static final List<Workload> ALL = List.of(
            new ConsumeWorkload("consume-100b", 100, FEW, 0, false),
            new ConsumeWorkload("consume-1k", KIB, FEW, 0, false),
            new ConsumeWorkload("consume-100k", 100 * KIB, FEW, 0, false),
            new ConsumeWorkload("consume-1k-500-partitions", KIB, MANY, 0, false),
            new ConsumeWorkload("consume-1k-100-idle", KIB, FEW, 100, false),
            new ConsumeWorkload("consume-1k-1000-idle", KIB, FEW, 1000, false),
            new ConsumeWorkload("consume-1k-tls", KIB, FEW, 0, true),
            new ProduceWorkload("produce-100b", 100, FEW, false),
            new ProduceWorkload("produce-1k", KIB, FEW, false),
            new ProduceWorkload("produce-100k", 100 * KIB, FEW, false),
            new ProduceWorkload("produce-1k-500-partitions", KIB, MANY, false),
            new ProduceWorkload("produce-1k-tls", KIB, FEW, true),
            new LatencyWorkload("latency-metadata", RequestKind.METADATA, 4),
            new LatencyWorkload("latency-produce-1k", RequestKind.PRODUCE_1K, 4),
            new LatencyWorkload("latency-produce-1k-100-connections", RequestKind.PRODUCE_1K, 100));

    private Workloads() {}

    static List<String> names() {
        return Stream.concat(ALL.stream().map(Workload::name), Stream.of(START, STORES, HEARTBEATS))
                .toList();
    }

    static List<Workload> named(List<String> names) {
        return ALL.stream().filter(each -> names.contains(each.name())).toList();
    }
}
