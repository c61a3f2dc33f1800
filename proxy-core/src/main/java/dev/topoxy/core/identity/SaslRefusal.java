package dev.topoxy.core.identity;

import dev.topoxy.core.filter.BrokerApis;
import dev.topoxy.core.filter.Call;
import dev.topoxy.core.filter.Filter;
import dev.topoxy.core.wire.ApiVersionRange;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.message.SaslAuthenticateRequestData;
import org.apache.kafka.common.message.SaslAuthenticateResponseData;
import org.apache.kafka.common.message.SaslHandshakeRequestData;
import org.apache.kafka.common.message.SaslHandshakeResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;

/** Refuses logins of clients where the proxy itself logs in to the brokers, before a client sends any password. */
public final class SaslRefusal {

    /** Clients show the list of mechanisms to their users, and there is no other field for a message. */
    private static final String REASON =
            "none: the proxy logs in to the brokers itself, so set security.protocol to PLAINTEXT or SSL in the client";

    /** The filters that do the refusing. */
    public List<Filter<?, ?>> filters() {
        return List.of(new Handshake(), new Authenticate());
    }

    private static final class Handshake implements Filter<SaslHandshakeRequestData, SaslHandshakeResponseData> {
        @Override
        public ApiKeys apiKey() {
            return ApiKeys.SASL_HANDSHAKE;
        }

        @Override
        public Optional<ApiVersionRange> offer(BrokerApis broker) {
            return broker.range(apiKey()).flatMap(ApiVersionRange.of(1, 1)::intersect);
        }

        /** All that can be read, to be told the reason. */
        @Override
        public boolean takes(short version, BrokerApis broker) {
            return ApiVersionRange.understood(apiKey()).contains(version);
        }

        @Override
        public CompletableFuture<SaslHandshakeResponseData> handle(SaslHandshakeRequestData request, Call call) {
            return CompletableFuture.completedFuture(new SaslHandshakeResponseData()
                    .setErrorCode(Errors.UNSUPPORTED_SASL_MECHANISM.code())
                    .setMechanisms(List.of(REASON)));
        }
    }

    private static final class Authenticate
            implements Filter<SaslAuthenticateRequestData, SaslAuthenticateResponseData> {
        @Override
        public ApiKeys apiKey() {
            return ApiKeys.SASL_AUTHENTICATE;
        }

        @Override
        public int maxRequestBytes() {
            return SaslObserver.MOST_TOKEN_REQUEST_BYTES;
        }

        @Override
        public CompletableFuture<SaslAuthenticateResponseData> handle(SaslAuthenticateRequestData request, Call call) {
            return CompletableFuture.completedFuture(new SaslAuthenticateResponseData()
                    .setErrorCode(Errors.ILLEGAL_SASL_STATE.code())
                    .setErrorMessage(REASON));
        }
    }
}
