package dev.topoxy.core.support;

import dev.topoxy.core.address.HostPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A broker on a real socket that does with each connection, on a thread of its own, what a script says. */
public final class ScriptedBroker implements AutoCloseable {

    /** What a broker does with one connection; the connection is closed when the script returns. */
    @FunctionalInterface
    public interface Script {
        void serve(Wire connection) throws Exception;
    }

    private final ServerSocket server;
    private final Script script;
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger accepted = new AtomicInteger();
    private final List<Wire> connections = new CopyOnWriteArrayList<>();
    private final BlockingQueue<byte[]> received;

    private ScriptedBroker(Script script, int receiveBuffer, BlockingQueue<byte[]> received) throws IOException {
        this.script = script;
        this.received = received;
        server = new ServerSocket();
        if (receiveBuffer > 0) {
            server.setReceiveBufferSize(receiveBuffer);
        }
        server.bind(new java.net.InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        start("scripted-broker", this::accept);
    }

    public static ScriptedBroker playing(Script script) throws IOException {
        return new ScriptedBroker(script, 0, new LinkedBlockingQueue<>());
    }

    /** A broker that takes {@code receiveBuffer} bytes before its script reads any. */
    public static ScriptedBroker narrow(int receiveBuffer, Script script) throws IOException {
        return new ScriptedBroker(script, receiveBuffer, new LinkedBlockingQueue<>());
    }

    /** A broker that answers each request with what {@link Answers} makes of it. */
    public static ScriptedBroker answering(Answers answers) throws IOException {
        BlockingQueue<byte[]> received = new LinkedBlockingQueue<>();
        return new ScriptedBroker(
                connection -> {
                    for (Optional<byte[]> next = connection.next(); next.isPresent(); next = connection.next()) {
                        received.add(next.get());
                        byte[] answer = answers.to(new Request(next.get()));
                        if (answer != null) {
                            connection.send(answer);
                        }
                    }
                },
                0,
                received);
    }

    /** What to answer; null for nothing. */
    @FunctionalInterface
    public interface Answers {
        byte @Nullable [] to(Request request);
    }

    private interface Task {
        void run() throws Exception;
    }

    private static void start(String name, Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (Exception e) {
                        // The claims of the tests show it.
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() throws IOException {
        while (true) {
            Socket socket = server.accept();
            open.incrementAndGet();
            accepted.incrementAndGet();
            Wire connection = new Wire(socket);
            connections.add(connection);
            start("scripted-broker-connection", () -> {
                try (connection) {
                    script.serve(connection);
                } finally {
                    open.decrementAndGet();
                }
            });
        }
    }

    /** The next request that an {@link #answering} broker has received, on whichever connection. */
    public Request received() throws InterruptedException {
        byte[] frame = received.poll(20, TimeUnit.SECONDS);
        if (frame == null) {
            throw new AssertionError("the broker received nothing");
        }
        return new Request(frame);
    }

    public HostPort address() {
        return new HostPort("127.0.0.1", port());
    }

    public int port() {
        return server.getLocalPort();
    }

    /** Connections whose scripts have not returned. */
    public int open() {
        return open.get();
    }

    public int accepted() {
        return accepted.get();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Wire connection : connections) {
            connection.close();
        }
    }
}
