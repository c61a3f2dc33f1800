package dev.topoxy.bench;

import dev.topoxy.testkit.RawClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Connections that have spoken once, as clients do, and are silent from then on. */
final class IdleConnections implements AutoCloseable {

    private static final int API_VERSIONS = 3;

    private final List<RawClient> clients = new ArrayList<>();

    private IdleConnections() {}

    static IdleConnections open(String bootstrap, int count) throws IOException {
        IdleConnections connections = new IdleConnections();
        try {
            for (int i = 0; i < count; i++) {
                RawClient client = RawClient.connect(bootstrap);
                connections.clients.add(client);
                client.apiVersions(API_VERSIONS);
            }
            return connections;
        } catch (IOException | RuntimeException e) {
            connections.close();
            throw e;
        }
    }

    /** A proxy that dropped them would be measured with fewer. */
    void checkAlive() throws IOException {
        for (RawClient client : clients) {
            client.apiVersions(API_VERSIONS);
        }
    }

    /** Waits until each has been closed by the other side, and closes it. */
    void awaitEnd() throws IOException {
        for (RawClient client : clients) {
            if (!client.isClosedByPeer()) {
                throw new IllegalStateException("a connection is still open");
            }
            client.close();
        }
    }

    @Override
    public void close() throws IOException {
        for (RawClient client : clients) {
            client.close();
        }
    }
}
