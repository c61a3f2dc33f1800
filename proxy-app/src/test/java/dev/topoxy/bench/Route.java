package dev.topoxy.bench;

import java.util.Map;
import java.util.Optional;

/** A way from client to broker. */
interface Route extends AutoCloseable {

    /** As tables call it. */
    String name();

    /** What clients set as {@code bootstrap.servers}. */
    String bootstrap();

    /** What clients set besides. */
    default Map<String, String> clientProperties() {
        return Map.of();
    }

    default boolean tls() {
        return !clientProperties().isEmpty();
    }

    /** The process that stands in the way, if one does. */
    Optional<ProcessFigures> process();

    @Override
    void close();
}
