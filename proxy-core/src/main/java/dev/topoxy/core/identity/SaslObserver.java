package dev.topoxy.core.identity;

import dev.topoxy.core.filter.BrokerApis;
import dev.topoxy.core.filter.Call;
import dev.topoxy.core.filter.Filter;
import dev.topoxy.core.log.RateLimitedLog;
import dev.topoxy.core.wire.ApiVersionRange;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.message.SaslAuthenticateRequestData;
import org.apache.kafka.common.message.SaslAuthenticateResponseData;
import org.apache.kafka.common.message.SaslHandshakeRequestData;
import org.apache.kafka.common.message.SaslHandshakeResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.slf4j.LoggerFactory;

/**
 * Watches a SASL exchange pass through unchanged, so that the principal is known once the broker has accepted it. The
 * name is taken from the first token of each exchange; every success after that, re-authentication included, makes it
 * the connection's principal.
 */
public final class SaslObserver {

    private static final RateLimitedLog warnings =
            new RateLimitedLog(LoggerFactory.getLogger(SaslObserver.class), Duration.ofSeconds(10));

    /** Clients show the list of mechanisms to their users, and there is no other field for a message. */
    private static final String REMEDY = "none with SaslHandshake version 0, after which tokens come outside of Kafka"
            + " requests: use a client of Kafka 1.0 or later, and leave api.version.request of librdkafka on";

    /** Twice what brokers take by default, {@code sasl.server.max.receive.size}. */
    static final int MOST_TOKEN_REQUEST_BYTES = 1024 * 1024;

    private final ClientIdentity identity;
    private String mechanism = "";
    private boolean firstToken;
    private Optional<String> claimed = Optional.empty();

    public SaslObserver(ClientIdentity identity) {
        this.identity = identity;
    }

    /** The filters of one connection that do the watching. */
    public List<Filter<?, ?>> filters() {
        return List.of(new Handshake(), new Authenticate());
    }

    /** An answer without an error may still be a challenge: only the last one proves that the client is who it says. */
    private boolean endsExchange(byte[] serverToken) {
        return mechanism.startsWith("SCRAM-")
                ? new String(serverToken, StandardCharsets.UTF_8).startsWith("v=")
                : serverToken.length == 0;
    }

    private final class Handshake implements Filter<SaslHandshakeRequestData, SaslHandshakeResponseData> {
        @Override
        public ApiKeys apiKey() {
            return ApiKeys.SASL_HANDSHAKE;
        }

        /** After a handshake of version 0 tokens follow without Kafka headers, which nobody could follow (KIP-152). */
        @Override
        public Optional<ApiVersionRange> offer(BrokerApis broker) {
            return broker.range(apiKey()).flatMap(ApiVersionRange.of(1, 1)::intersect);
        }

        /** Version 0 too, to be refused in words. */
        @Override
        public boolean takes(short version, BrokerApis broker) {
            return version == 0 || Filter.super.takes(version, broker);
        }

        @Override
        public CompletableFuture<SaslHandshakeResponseData> handle(SaslHandshakeRequestData request, Call call) {
            if (call.version() == 0) {
                return CompletableFuture.completedFuture(refusal(call));
            }
            String asked = request.mechanism();
            return call.<SaslHandshakeResponseData>toBroker(request, call.version())
                    .thenApply(response -> {
                        if (response.errorCode() == Errors.NONE.code()) {
                            mechanism = asked;
                            firstToken = true;
                            claimed = Optional.empty();
                        }
                        return response;
                    });
        }
    }

    private static SaslHandshakeResponseData refusal(Call call) {
        String client = call.context().clientAddress().getHostAddress();
        warnings.warn(client, "Login of a client at {} refused: SASL mechanisms: {}", client, REMEDY);
        return new SaslHandshakeResponseData()
                .setErrorCode(Errors.UNSUPPORTED_SASL_MECHANISM.code())
                .setMechanisms(List.of(REMEDY));
    }

    private final class Authenticate implements Filter<SaslAuthenticateRequestData, SaslAuthenticateResponseData> {
        @Override
        public ApiKeys apiKey() {
            return ApiKeys.SASL_AUTHENTICATE;
        }

        @Override
        public int maxRequestBytes() {
            return MOST_TOKEN_REQUEST_BYTES;
        }

        @Override
        public CompletableFuture<SaslAuthenticateResponseData> handle(SaslAuthenticateRequestData request, Call call) {
            if (firstToken) {
                firstToken = false;
                claimed = SaslUser.claimedBy(mechanism, request.authBytes());
            }
            return call.<SaslAuthenticateResponseData>toBroker(request, call.version())
                    .thenApply(response -> {
                        if (response.errorCode() == Errors.NONE.code() && endsExchange(response.authBytes())) {
                            claimed.ifPresent(identity::authenticated);
                        }
                        return response;
                    });
        }
    }
}
