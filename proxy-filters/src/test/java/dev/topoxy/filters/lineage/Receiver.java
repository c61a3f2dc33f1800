package dev.topoxy.filters.lineage;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A data catalog that answers as told, and remembers what it was sent. */
final class Receiver implements AutoCloseable {

    /** One request as it arrived. */
    record Received(String method, String authorization, String contentType, String body) {}

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final Queue<Integer> answers = new ConcurrentLinkedQueue<>();
    private final CountDownLatch released = new CountDownLatch(1);
    private volatile boolean hanging;

    Receiver() throws IOException {
        this(0);
    }

    Receiver(int port) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(threads);
        server.createContext("/api/v1/lineage", this::handle);
        server.start();
    }

    /** The next answers, each for one request; 201 after them. */
    Receiver answering(int... statuses) {
        for (int status : statuses) {
            answers.add(status);
        }
        return this;
    }

    /** Answers nothing until it is closed. */
    Receiver hanging() {
        hanging = true;
        return this;
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/api/v1/lineage");
    }

    List<Received> received() {
        return received;
    }

    private void handle(HttpExchange exchange) {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            received.add(new Received(
                    exchange.getRequestMethod(),
                    String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")),
                    String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type")),
                    body));
            if (hanging) {
                released.await();
            }
            Integer status = answers.poll();
            exchange.sendResponseHeaders(status == null ? 201 : status, -1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        released.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
