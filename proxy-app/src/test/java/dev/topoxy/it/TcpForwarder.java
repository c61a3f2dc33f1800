package dev.topoxy.it;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Hands connections on byte for byte, as a port mapping between clients and the proxy does. */
final class TcpForwarder implements AutoCloseable {

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<AutoCloseable> open = ConcurrentHashMap.newKeySet();

    /** Accepts at {@code host:port} for the loopback port {@code target}. */
    void forward(String host, int port, int target) throws IOException {
        ServerSocket listener = new ServerSocket();
        open.add(listener);
        listener.setReuseAddress(true);
        listener.bind(new InetSocketAddress(host, port));
        threads.execute(() -> accept(listener, target));
    }

    private void accept(ServerSocket listener, int target) {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                open.add(client);
                open.add(server);
                threads.execute(() -> copy(client, server));
                threads.execute(() -> copy(server, client));
            } catch (IOException e) {
                // Closed, or nobody behind: the client notices either.
            }
        }
    }

    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            in.transferTo(to.getOutputStream());
        } catch (IOException e) {
            // One side has gone, and now the other.
        }
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
        threads.shutdownNow();
    }
}
