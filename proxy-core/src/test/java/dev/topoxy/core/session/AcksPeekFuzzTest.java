package dev.topoxy.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.topoxy.core.support.Pieces;
import dev.topoxy.core.wire.MalformedFrameException;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.junit.jupiter.api.Timeout;

/** The acks that are peeked at are those that a broker reads: else a queue of answers would wait for ever. */
class AcksPeekFuzzTest {

    @FuzzTest(maxDuration = "3s")
    @Timeout(10)
    void the_acks_are_those_that_a_broker_reads(FuzzedDataProvider data) {
        short version = (short) data.consumeInt(ApiKeys.PRODUCE.oldestVersion(), ApiKeys.PRODUCE.latestVersion());
        int correlationId = data.consumeInt();
        int[] cuts = Pieces.cuts(data, 12, 1);
        byte[] rest = data.consumeRemainingAsBytes();
        byte[] frame = ByteBuffer.allocate(12 + rest.length)
                .putInt(8 + rest.length)
                .putShort(ApiKeys.PRODUCE.id)
                .putShort(version)
                .putInt(correlationId)
                .put(rest)
                .array();

        Optional<Short> peeked;
        try {
            peeked = peek(new AcksPeek(version), frame, cuts);
        } catch (MalformedFrameException e) {
            // Refused: a broker takes a negative length for null, which no client writes.
            return;
        }
        acksByKafka(frame, version).ifPresent(acks -> assertThat(peeked).contains(acks));
    }

    private static Optional<Short> peek(AcksPeek peek, byte[] frame, int[] cuts) {
        int from = 0;
        for (int piece = 0; piece <= cuts.length; piece++) {
            int to = piece < cuts.length ? cuts[piece] : frame.length;
            if (peek.advance(Unpooled.wrappedBuffer(frame, from, to - from))) {
                return Optional.of(peek.acks());
            }
            from = to;
        }
        return Optional.empty();
    }

    private static Optional<Short> acksByKafka(byte[] frame, short version) {
        ByteBufferAccessor bytes = new ByteBufferAccessor(ByteBuffer.wrap(frame, 4, frame.length - 4));
        try {
            new RequestHeaderData().read(bytes, ApiKeys.PRODUCE.requestHeaderVersion(version));
            return Optional.of(new ProduceRequestData(bytes, version).acks());
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }
}
