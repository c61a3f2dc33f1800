package dev.topoxy.filters.group;

import org.apache.kafka.common.protocol.Errors;

/** Told of the pushes of one cluster, for metrics. Called on event loops and plugin threads; must not block or throw. */
public interface TopologyListener {

    /** Listens to nothing. */
    TopologyListener NONE = new TopologyListener() {};

    /** A member was asked for its topology description. */
    default void pushAsked() {}

    /** A member has pushed a description, whatever becomes of it. */
    default void pushReceived() {}

    /** A pushed description was taken: the client was told that all is well. */
    default void pushTaken() {}

    /**
     * A pushed description was refused.
     *
     * @param error as the client was told
     */
    default void pushRefused(Errors error) {}
}
