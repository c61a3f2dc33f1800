package dev.topoxy.core.limit;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Counts the client connections of all clusters and says who may still come in. Thread-safe. */
public final class Admission {

    private final int maxConnections;
    private final int maxConnectionsPerIp;
    private final Map<InetAddress, Integer> perIp = new HashMap<>();
    private int connections;

    public Admission(Limits limits) {
        maxConnections = limits.maxConnections();
        maxConnectionsPerIp = limits.maxConnectionsPerIp();
    }

    /**
     * The door of one cluster.
     *
     * @param max open connections to it; 0 for any number
     */
    public Door door(int max) {
        return new Door(max);
    }

    /** The way in to one cluster. */
    public final class Door {
        private final int max;
        private int inside;

        private Door(int max) {
            this.max = max;
        }

        /**
         * Lets a connection in, whose end is to be told by {@link #leave}.
         *
         * @return why it must stay outside; empty if it is in
         */
        public Optional<Refusal> enter() {
            synchronized (Admission.this) {
                if (reached(maxConnections, connections)) {
                    return Optional.of(new Refusal("limits.max.connections", maxConnections));
                }
                if (reached(max, inside)) {
                    return Optional.of(new Refusal("clusters[].max.connections", max));
                }
                connections++;
                inside++;
                return Optional.empty();
            }
        }

        public void leave() {
            synchronized (Admission.this) {
                connections--;
                inside--;
            }
        }

        /**
         * Lets a connection that is in stay, now that its client is known; its end is to be told by {@link #leaveFrom}
         * too.
         *
         * @return why it must go; empty if it may stay
         */
        public Optional<Refusal> enterFrom(InetAddress client) {
            synchronized (Admission.this) {
                if (reached(maxConnectionsPerIp, perIp.getOrDefault(client, 0))) {
                    return Optional.of(new Refusal("limits.max.connections.per.ip", maxConnectionsPerIp));
                }
                perIp.merge(client, 1, Integer::sum);
                return Optional.empty();
            }
        }

        public void leaveFrom(InetAddress client) {
            synchronized (Admission.this) {
                perIp.computeIfPresent(client, (address, count) -> count == 1 ? null : count - 1);
            }
        }
    }

    private static boolean reached(int max, int count) {
        return max > 0 && count >= max;
    }
}
