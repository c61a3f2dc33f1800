package dev.topoxy.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/** The way of TCP connections through a network that can be made to fail, for all of them at once. */
public final class FaultyLink implements AutoCloseable {

    private static final int CONNECT_TIMEOUT_MS = 5_000;

    /** What becomes of bytes that pass. */
    public sealed interface Passage {}

    /** As they came. */
    public record Clear() implements Passage {}

    /** Late: whatever is read waits that long. */
    public record Delayed(Duration by) implements Passage {}

    /** Byte by byte, each in a segment of its own, with a pause after each. */
    public record Trickling(Duration pause) implements Passage {}

    /** Nowhere: they are taken and never arrive, and neither does an end. */
    public record Lost() implements Passage {}

    /** So many bytes of each connection, then a reset both ways. */
    public record CutAfter(long bytes) implements Passage {}

    private record Pair(Socket client, Socket server) {}

    private final int targetPort;
    private final ServerSocket listener;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "faulty-link");
        thread.setDaemon(true);
        return thread;
    });
    private final Set<Pair> pairs = ConcurrentHashMap.newKeySet();
    private volatile Passage toServer = new Clear();
    private volatile Passage toClient = new Clear();

    private FaultyLink(InetSocketAddress address, int targetPort) throws IOException {
        this.targetPort = targetPort;
        listener = new ServerSocket();
        listener.setReuseAddress(true);
        listener.bind(address);
        threads.execute(this::accept);
    }

    /** From one loopback port to another. */
    public static FaultyLink between(int port, int targetPort) throws IOException {
        return at(InetAddress.getLoopbackAddress().getHostAddress(), port, targetPort);
    }

    /** From an address of this machine, as a port mapping has it, to a loopback port. */
    public static FaultyLink at(String host, int port, int targetPort) throws IOException {
        return new FaultyLink(new InetSocketAddress(host, port), targetPort);
    }

    /** Before a broker's {@link KafkaBroker#LINKED} listener. */
    public static FaultyLink before(KafkaBroker broker) throws IOException {
        return between(broker.linkPort(), broker.port(KafkaBroker.LINKED));
    }

    public String address() {
        return listener.getInetAddress().getHostAddress() + ":" + listener.getLocalPort();
    }

    /** What becomes of bytes from now on, in both directions. */
    public void set(Passage passage) {
        toServer = passage;
        toClient = passage;
    }

    /** What becomes of bytes on their way to the server from now on. */
    public void setToServer(Passage passage) {
        toServer = passage;
    }

    /** What becomes of bytes on their way to the client from now on. */
    public void setToClient(Passage passage) {
        toClient = passage;
    }

    /** Resets all connections there are, on both sides; returns how many. */
    public int reset() {
        int count = 0;
        for (Pair pair : List.copyOf(pairs)) {
            if (pairs.remove(pair)) {
                abort(pair);
                count++;
            }
        }
        return count;
    }

    /** Ends what servers send to clients: the clients' own bytes still pass. */
    public void halfCloseToClient() throws IOException {
        for (Pair pair : pairs) {
            pair.client.shutdownOutput();
        }
    }

    /** How many connections there are that neither side has ended. */
    public int connections() {
        return pairs.size();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                threads.execute(() -> connect(client));
            } catch (IOException e) {
                // Closed.
            }
        }
    }

    private void connect(Socket client) {
        Socket server = new Socket();
        Pair pair = new Pair(client, server);
        try {
            server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), targetPort), CONNECT_TIMEOUT_MS);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
        } catch (IOException e) {
            abort(pair);
            return;
        }
        pairs.add(pair);
        threads.execute(() -> copy(pair, client, server, true));
        threads.execute(() -> copy(pair, server, client, false));
    }

    private void copy(Pair pair, Socket from, Socket to, boolean upwards) {
        byte[] bytes = new byte[64 * 1024];
        long passed = 0;
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                Passage passage = upwards ? toServer : toClient;
                if (passage instanceof CutAfter cut && passed + count > cut.bytes()) {
                    out.write(bytes, 0, (int) Math.max(0, cut.bytes() - passed));
                    end(pair);
                    return;
                }
                passed += count;
                pass(passage, bytes, count, out);
            }
            if (!((upwards ? toServer : toClient) instanceof Lost)) {
                to.shutdownOutput();
                endIfBothEnded(pair);
            }
        } catch (IOException e) {
            end(pair);
        }
    }

    private static void pass(Passage passage, byte[] bytes, int count, OutputStream out) throws IOException {
        if (passage instanceof Lost) {
            return;
        }
        if (passage instanceof Trickling trickling) {
            for (int i = 0; i < count; i++) {
                out.write(bytes, i, 1);
                LockSupport.parkNanos(trickling.pause().toNanos());
            }
            return;
        }
        if (passage instanceof Delayed delayed) {
            LockSupport.parkNanos(delayed.by().toNanos());
        }
        out.write(bytes, 0, count);
    }

    private void endIfBothEnded(Pair pair) {
        if (pair.client.isOutputShutdown() && pair.server.isOutputShutdown()) {
            end(pair);
        }
    }

    private void end(Pair pair) {
        if (pairs.remove(pair)) {
            abort(pair);
        }
    }

    private static void abort(Pair pair) {
        for (Socket socket : new Socket[] {pair.client, pair.server}) {
            try {
                socket.setSoLinger(true, 0);
                socket.close();
            } catch (IOException e) {
                // It is gone either way.
            }
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        reset();
        threads.shutdownNow();
    }
}
