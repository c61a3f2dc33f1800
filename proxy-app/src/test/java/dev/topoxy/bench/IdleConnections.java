package dev.topoxy.bench;

import dev.topoxy.testkit.RawClient;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** Connections that have spoken once, as clients do, and are silent from then on. */
final class IdleConnections implements AutoCloseable {

    private static final int API_VERSIONS = 3;

    private final List<RawClient> clients = new ArrayList<>();

    private IdleConnections() {}

    /**
     * Opens them one after the other.
     *
     * @param tls what to speak TLS with, if they are to
     */
    static IdleConnections open(String bootstrap, int count, Optional<SSLContext> tls) throws IOException {
        IdleConnections connections = new IdleConnections();
        try {
            for (int i = 0; i < count; i++) {
                RawClient client = tls.isPresent()
                        ? RawClient.over(secured(bootstrap, tls.get()), "idle")
                        : RawClient.connect(bootstrap);
                connections.clients.add(client);
                client.apiVersions(API_VERSIONS);
            }
            return connections;
        } catch (IOException | RuntimeException e) {
            connections.close();
            throw e;
        }
    }

    private static Socket secured(String address, SSLContext tls) throws IOException {
        int colon = address.lastIndexOf(':');
        return tls.getSocketFactory()
                .createSocket(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
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
