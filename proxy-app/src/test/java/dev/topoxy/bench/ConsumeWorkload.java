package dev.topoxy.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;

/**
 * ConsumerPerformance over a filled topic.
 *
 * @param idleConnections further connections through the same route that do nothing meanwhile
 */
record ConsumeWorkload(String name, int recordBytes, int partitions, int idleConnections, boolean tls)
        implements Workload {

    @Override
    public void prepare(Bed bed) {
        String topic = topic();
        bed.cluster().createTopics(partitions, topic);
        PerfTools.produce(
                bed,
                new DirectRoute(bed.direct()),
                topic,
                recordBytes,
                bed.options().records(recordBytes));
    }

    private String topic() {
        return "bench-" + name;
    }

    @Override
    public Map<Metric, Double> run(Bed bed, Route route) {
        long records = bed.options().records(recordBytes);
        try (IdleConnections idle = IdleConnections.open(route.bootstrap(), idleConnections, Optional.empty())) {
            Meter meter = Meter.start(route);
            double throughput = PerfTools.consume(bed, route, topic(), records);
            idle.checkAlive();
            return meter.perGigabyte(throughput, records * recordBytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
