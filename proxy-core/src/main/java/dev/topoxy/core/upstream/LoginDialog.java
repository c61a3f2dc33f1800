package dev.topoxy.core.upstream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import javax.security.sasl.SaslClient;
import org.apache.kafka.common.message.SaslAuthenticateRequestData;
import org.apache.kafka.common.message.SaslAuthenticateResponseData;
import org.apache.kafka.common.message.SaslHandshakeRequestData;
import org.apache.kafka.common.message.SaslHandshakeResponseData;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.Errors;

/** One login, or one more on the same connection (KIP-368): a handshake, and tokens to and fro until both are content. */
final class LoginDialog {

    private static final short HANDSHAKE_VERSION = 1;

    /** The first version that tells how long the login holds. Source: KIP-368. */
    private static final short AUTHENTICATE_VERSION = 1;

    /** Asks the broker; completes on the connection's event loop. */
    @FunctionalInterface
    interface Question {
        CompletableFuture<ApiMessage> ask(ApiMessage request, short version);
    }

    private final Credentials credentials;
    private final String host;
    private final Question broker;
    private final Executor blocking;

    LoginDialog(Credentials credentials, String host, Question broker, Executor blocking) {
        this.credentials = credentials;
        this.host = host;
        this.broker = broker;
        this.blocking = blocking;
    }

    /**
     * Logs in.
     *
     * @return how long that holds; empty for as long as the connection. The message of its failure is for the log
     */
    CompletableFuture<Optional<Duration>> run() {
        return broker.ask(new SaslHandshakeRequestData().setMechanism(credentials.mechanism()), HANDSHAKE_VERSION)
                .thenCompose(answer -> {
                    SaslHandshakeResponseData handshake = (SaslHandshakeResponseData) answer;
                    if (handshake.errorCode() != Errors.NONE.code()) {
                        return failed("the broker does not take SASL mechanism " + credentials.mechanism() + " here: "
                                + Errors.forCode(handshake.errorCode()) + ", it takes " + handshake.mechanisms());
                    }
                    return onBlocking(() -> credentials.newClient(host)).thenCompose(this::begin);
                });
    }

    private CompletableFuture<Optional<Duration>> begin(SaslClient client) {
        return onBlocking(() -> client.hasInitialResponse() ? credentials.evaluate(client, new byte[0]) : new byte[0])
                .thenCompose(token -> send(client, token));
    }

    private CompletableFuture<Optional<Duration>> send(SaslClient client, byte[] token) {
        return broker.ask(new SaslAuthenticateRequestData().setAuthBytes(token), AUTHENTICATE_VERSION)
                .thenCompose(answer -> {
                    SaslAuthenticateResponseData response = (SaslAuthenticateResponseData) answer;
                    if (response.errorCode() != Errors.NONE.code()) {
                        return failed("the broker refused the login: " + response.errorMessage());
                    }
                    return client.isComplete() ? done(response) : goOn(client, response);
                });
    }

    private CompletableFuture<Optional<Duration>> goOn(SaslClient client, SaslAuthenticateResponseData response) {
        return onBlocking(() -> Optional.ofNullable(credentials.evaluate(client, response.authBytes())))
                .thenCompose(token -> {
                    if (token.isPresent() && token.get().length > 0) {
                        return send(client, token.get());
                    }
                    return client.isComplete()
                            ? done(response)
                            : failed("the login with " + credentials.mechanism() + " came to no end");
                });
    }

    private static CompletableFuture<Optional<Duration>> done(SaslAuthenticateResponseData response) {
        return CompletableFuture.completedFuture(
                response.sessionLifetimeMs() > 0
                        ? Optional.of(Duration.ofMillis(response.sessionLifetimeMs()))
                        : Optional.empty());
    }

    private static <T> CompletableFuture<T> failed(String message) {
        return CompletableFuture.failedFuture(new UpstreamException(message, null));
    }

    private interface Work<T> {
        T run() throws IOException;
    }

    /** To derive a key from a password takes milliseconds, to read one from a file may take longer. */
    private <T> CompletableFuture<T> onBlocking(Work<T> work) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return work.run();
                    } catch (IOException e) {
                        throw new UncheckedIOException("the proxy's part of the login failed: " + e.getMessage(), e);
                    }
                },
                blocking);
    }
}
