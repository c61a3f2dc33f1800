package dev.topoxy.core.upstream;

import io.netty.channel.Channel;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.protocol.ApiMessage;

/** The proxy's own login to the brokers of one cluster. Thread-safe. */
public final class Login implements AutoCloseable {

    private final Credentials credentials;
    private final Executor blocking;

    private Login(Credentials credentials, Executor blocking) {
        this.credentials = credentials;
        this.blocking = blocking;
    }

    /** Sends a request on a connection that is in use. */
    @FunctionalInterface
    public interface Question {
        CompletableFuture<ApiMessage> ask(ApiMessage request, short version);
    }

    /**
     * Gets ready to log in, which for a token means to fetch one.
     *
     * @param name whose login it is, for messages
     * @param blocking runs what may take long
     */
    public static Login open(String name, LoginSettings settings, Executor blocking) throws UpstreamException {
        try {
            return new Login(Credentials.of(name, settings), blocking);
        } catch (UpstreamException e) {
            throw e;
        } catch (IOException e) {
            throw new UpstreamException(name + ": " + e.getMessage(), e);
        }
    }

    CompletableFuture<Optional<Duration>> first(Channel channel, String host, Duration timeout) {
        LoginConnection connection = new LoginConnection(channel);
        CompletableFuture<Optional<Duration>> done = new CompletableFuture<>();
        new LoginDialog(credentials, host, connection::ask, blocking)
                .run()
                .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .whenCompleteAsync(
                        (lifetime, failure) -> {
                            connection.leave();
                            if (failure == null) {
                                done.complete(lifetime);
                            } else {
                                done.completeExceptionally(UpstreamException.ofLogin(failure, timeout));
                            }
                        },
                        channel.eventLoop());
        return done;
    }

    /**
     * Logs in once more on a connection on which nothing else is sent meanwhile (KIP-368).
     *
     * @param broker completes on the connection's event loop
     */
    public CompletableFuture<Optional<Duration>> again(String host, Question broker) {
        return new LoginDialog(credentials, host, broker::ask, blocking).run();
    }

    @Override
    public void close() {
        credentials.close();
    }
}
