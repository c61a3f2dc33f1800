package dev.topoxy.core.address;

import java.util.OptionalInt;

/**
 * Where a client came in.
 *
 * @param port the port of the proxy
 * @param node the node that it asked for by name; empty where the port has to say it
 */
public record Entrance(int port, OptionalInt node) {

    public static Entrance atPort(int port) {
        return new Entrance(port, OptionalInt.empty());
    }

    public static Entrance byName(int port, int nodeId) {
        return new Entrance(port, OptionalInt.of(nodeId));
    }

    @Override
    public String toString() {
        return "port " + port + (node.isPresent() ? " (for node " + node.getAsInt() + ")" : "");
    }
}
