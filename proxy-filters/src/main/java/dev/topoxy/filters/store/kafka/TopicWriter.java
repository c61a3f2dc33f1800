package dev.topoxy.filters.store.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/**
 * Writes records that all in-sync replicas acknowledge. A producer that failed for another reason than time or size is
 * replaced, since some failures, like a refused login, are for good in a producer. Thread-safe.
 */
final class TopicWriter implements AutoCloseable {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

    private final TopicSettings settings;
    private @Nullable Producer<String, byte[]> current;
    private boolean closed;

    TopicWriter(TopicSettings settings) {
        this.settings = settings;
    }

    /**
     * Writes one record; blocks while the brokers are not known, within {@code max.block.ms}.
     *
     * @param partition empty for the one that the key belongs to
     * @param after see {@link TopicRecord#after}
     * @return the record as it stands in the topic, on a thread of the producer; fails with
     *     {@link RecordTooLargeException} where the topic does not take records of that size
     */
    CompletableFuture<TopicRecord> write(
            String key, Optional<byte[]> value, Optional<Integer> partition, OptionalLong after) {
        var written = new CompletableFuture<TopicRecord>();
        try {
            Producer<String, byte[]> producer = producer();
            var record = new ProducerRecord<>(settings.topic(), partition.orElse(null), key, value.orElse(null));
            after.ifPresent(offset -> AfterHeader.set(record.headers(), offset));
            Future<RecordMetadata> unused = producer.send(record, (metadata, failure) -> {
                if (failure == null) {
                    written.complete(new TopicRecord(
                            key, value, metadata.partition(), metadata.offset(), metadata.timestamp(), after));
                } else {
                    written.completeExceptionally(failure);
                    replaceIfBroken(producer, failure);
                }
            });
        } catch (RuntimeException e) {
            written.completeExceptionally(e);
        }
        return written;
    }

    /** What {@code max.message.bytes} of the topic is, for a message. */
    CompletableFuture<String> limit() {
        var resource = new ConfigResource(ConfigResource.Type.TOPIC, settings.topic());
        Admin admin = Admin.create(settings.admin());
        return admin.describeConfigs(List.of(resource))
                .all()
                .toCompletionStage()
                .toCompletableFuture()
                .thenApply(configs -> Optional.ofNullable(configs.get(resource))
                        .map(config -> config.get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG))
                        .map(entry -> String.valueOf(entry.value()))
                        .orElse("not known"))
                .exceptionally(failure -> "not known, " + failure.getMessage())
                .whenCompleteAsync((limit, failure) -> admin.close(CLOSE_TIMEOUT));
    }

    private void replaceIfBroken(Producer<String, byte[]> producer, Throwable failure) {
        if (!(failure instanceof RetriableException)
                && !(failure instanceof RecordTooLargeException)
                && forget(producer)) {
            // On another thread, since a producer must not be closed by its own.
            CompletableFuture<Void> unused = CompletableFuture.runAsync(() -> producer.close(CLOSE_TIMEOUT));
        }
    }

    private synchronized Producer<String, byte[]> producer() {
        if (closed) {
            throw new IllegalStateException("closed");
        }
        if (current == null) {
            current = new KafkaProducer<>(settings.producer());
        }
        return current;
    }

    private synchronized boolean forget(Producer<String, byte[]> producer) {
        if (current != producer) {
            return false;
        }
        current = null;
        return true;
    }

    private synchronized Optional<Producer<String, byte[]>> end() {
        closed = true;
        Optional<Producer<String, byte[]>> last = Optional.ofNullable(current);
        current = null;
        return last;
    }

    /** Gives records under way two seconds. */
    @Override
    public void close() {
        end().ifPresent(producer -> producer.close(CLOSE_TIMEOUT));
    }
}
