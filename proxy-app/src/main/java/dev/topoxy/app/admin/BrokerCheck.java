package dev.topoxy.app.admin;

import dev.topoxy.core.address.HostPort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds out from time to time whether one of a cluster's bootstrap servers accepts connections. */
final class BrokerCheck implements Runnable {

    private static final int TIMEOUT_MS = 3_000;

    private final String cluster;
    private final List<HostPort> servers;
    private volatile Optional<String> failure;

    BrokerCheck(String cluster, List<HostPort> servers) {
        this.cluster = cluster;
        this.servers = servers;
        this.failure = Optional.of("No broker of cluster " + cluster + " has been looked for yet.");
    }

    @Override
    public void run() {
        failure = servers.stream().anyMatch(BrokerCheck::accepts)
                ? Optional.empty()
                : Optional.of("No broker of cluster " + cluster + " accepts connections at "
                        + servers.stream().map(HostPort::toString).collect(Collectors.joining(",")) + ".");
    }

    private static boolean accepts(HostPort server) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(server.host(), server.port()), TIMEOUT_MS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** What was found last. */
    Optional<String> failure() {
        return failure;
    }
}
