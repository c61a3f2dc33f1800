package dev.topoxy.bench;

import java.util.Map;

/** ProducerPerformance into a fresh topic. */
record ProduceWorkload(String name, int recordBytes, int partitions, boolean tls) implements Workload {

    @Override
    public void prepare(Bed bed) {}

    @Override
    public Map<Metric, Double> run(Bed bed, Route route) {
        String topic = "bench-" + name + "-" + System.nanoTime();
        bed.cluster().createTopics(partitions, topic);
        try {
            long records = bed.options().records(recordBytes);
            Meter meter = Meter.start(route);
            double throughput = PerfTools.produce(bed, route, topic, recordBytes, records);
            return meter.perGigabyte(throughput, records * recordBytes);
        } finally {
            bed.deleteTopic(topic);
        }
    }
}
