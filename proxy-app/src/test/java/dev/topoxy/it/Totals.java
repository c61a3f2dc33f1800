package dev.topoxy.it;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.awaitility.Awaitility;

/** The output of the orders application. */
final class Totals {

    private Totals() {}

    /** Waits until a consumer group reads that the application counted so many orders of a product. */
    static void await(String bootstrap, String topic, String product, String total) {
        Map<String, Object> settings =
                Map.of("bootstrap.servers", bootstrap, "group.id", topic, "auto.offset.reset", "earliest");
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(topic));
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
                for (ConsumerRecord<String, String> each : consumer.poll(Duration.ofMillis(200))) {
                    if (each.key().equals(product) && each.value().equals(total)) {
                        return true;
                    }
                }
                return false;
            });
        }
    }
}
