package dev.topoxy.core.session;

import dev.topoxy.core.address.AddressRewriters;
import dev.topoxy.core.arrival.FirstBytes;
import dev.topoxy.core.filter.Filter;
import dev.topoxy.core.frame.FrameRouter;
import dev.topoxy.core.frame.FrameSink;
import dev.topoxy.core.frame.GatheringSink;
import dev.topoxy.core.wire.ApiVersionRange;
import dev.topoxy.core.wire.MalformedFrameException;
import io.netty.buffer.ByteBuf;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * Sends each request of the client its way: to its API's filter where there is one, else to the broker as it is. Runs on
 * the connection's event loop.
 */
final class RequestRouter implements FrameRouter {

    private final Session session;
    private final FilteredConnection filtered;
    private final Interceptor interceptor;
    private final BrokerLink broker;
    private final AnswerQueue answers;
    private final GatherAccount gathered;
    private final Traffic traffic;

    RequestRouter(
            Session session,
            Interceptor interceptor,
            BrokerLink broker,
            AnswerQueue answers,
            GatherAccount gathered,
            Traffic traffic) {
        this.session = session;
        this.filtered = session.filtered();
        this.interceptor = interceptor;
        this.broker = broker;
        this.answers = answers;
        this.gathered = gathered;
        this.traffic = traffic;
    }

    @Override
    public FrameSink frameStarts(ByteBuf bytes, int index, int frameBytes) {
        short apiKey = bytes.getShort(index + Integer.BYTES);
        short version = bytes.getShort(index + Integer.BYTES + Short.BYTES);
        int correlationId = bytes.getInt(index + Integer.BYTES + Short.BYTES + Short.BYTES);
        traffic.requestReceived(apiKey);
        Filter<?, ?> filter = filtered.filters().find(apiKey);
        if (filter != null) {
            return intercept(filter, version, correlationId, frameBytes);
        }
        requireReadableAnswer(apiKey, version);
        RelayedExchange exchange = new RelayedExchange(session, answers, apiKey, version, correlationId);
        if (apiKey == ApiKeys.PRODUCE.id) {
            return new ProduceSink(exchange, version);
        }
        expect(exchange);
        return broker.relayFrame();
    }

    @Override
    public void readComplete() {
        broker.flush();
        answers.flush();
    }

    @Override
    public void opening(ByteBuf bytes, int index) {
        FirstBytes.foreignToKafka(bytes, index).ifPresent(what -> {
            throw new MalformedFrameException(what);
        });
    }

    private void expect(RelayedExchange exchange) {
        answers.expect(exchange);
        broker.expect(exchange);
    }

    private FrameSink intercept(Filter<?, ?> filter, short version, int correlationId, int frameBytes) {
        boolean served = filter.apiKey() == ApiKeys.API_VERSIONS
                // Also a version that the broker lacks: its own refusal says which ones it has.
                ? ApiVersionRange.understood(ApiKeys.API_VERSIONS).contains(version)
                : FilterTable.serves(filter, version, filtered.knownBrokerApis());
        if (served) {
            int keep = Math.min(filter.maxRequestBytes(), Session.MAX_GATHERED_REQUEST_BYTES);
            return new GatheringSink(
                    session.allocator(),
                    Integer.BYTES + keep,
                    gathered,
                    frame -> interceptor.intercepted(filter, frame, frameBytes, frameBytes > keep));
        }
        if (filter.apiKey() == ApiKeys.API_VERSIONS) {
            return new GatheringSink(session.allocator(), Integer.BYTES, GatheringSink.Account.NONE, frame -> {
                frame.release();
                interceptor.refuseApiVersions(correlationId);
            });
        }
        throw new UnsupportedRequestException(filter.apiKey() + " v" + version + " was not offered to the client");
    }

    /** Where an answer carries addresses, in a form unknown here they would leak. */
    private static void requireReadableAnswer(short apiKey, short version) {
        if (ApiKeys.hasId(apiKey)) {
            ApiKeys api = ApiKeys.forId(apiKey);
            AddressRewriters.understood(api)
                    .filter(range -> !range.contains(version))
                    .ifPresent(range -> {
                        throw new UnsupportedRequestException(api + " v" + version + " was not offered to the client");
                    });
        }
    }

    /** Relays a Produce request, whose answer is to be expected or not by what its acks say. */
    private final class ProduceSink implements FrameSink {

        private final RelayedExchange exchange;
        private final AcksPeek acks;
        private boolean known;

        ProduceSink(RelayedExchange exchange, short version) {
            this.exchange = exchange;
            this.acks = new AcksPeek(version);
            broker.relayFrame();
        }

        @Override
        public void accept(ByteBuf bytes, boolean last) {
            if (!known) {
                peek(bytes, last);
            }
            broker.accept(bytes, last);
        }

        private void peek(ByteBuf bytes, boolean last) {
            try {
                known = acks.advance(bytes);
                if (known && acks.acks() != 0) {
                    expect(exchange);
                } else if (!known && last) {
                    throw new MalformedFrameException("a Produce request that ends before its acks");
                }
            } catch (MalformedFrameException e) {
                bytes.release();
                throw e;
            }
        }
    }
}
