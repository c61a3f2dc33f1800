package dev.topoxy.core.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.topoxy.core.support.Frames;
import dev.topoxy.core.wire.MalformedFrameException;
import dev.topoxy.core.wire.Messages;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.types.RawTaggedField;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AcksPeekTest {

    static List<Short> versions() {
        return ApiKeys.PRODUCE.allVersions();
    }

    private static byte[] produce(
            short version, short acks, @Nullable String clientId, @Nullable String transactionalId, int tags) {
        RequestHeaderData header = new RequestHeaderData()
                .setRequestApiKey(ApiKeys.PRODUCE.id)
                .setRequestApiVersion(version)
                .setCorrelationId(0x01020304)
                .setClientId(clientId);
        for (int i = 0; i < tags; i++) {
            header.unknownTaggedFields().add(new RawTaggedField(i * 1000, new byte[i * 100]));
        }
        ProduceRequestData body = new ProduceRequestData()
                .setAcks(acks)
                .setTransactionalId(transactionalId)
                .setTimeoutMs(0x7FFFFFFF);
        ByteBuf frame = Messages.requestFrame(UnpooledByteBufAllocator.DEFAULT, header, body);
        try {
            return ByteBufUtil.getBytes(frame);
        } finally {
            frame.release();
        }
    }

    private static void assertAcksFoundAtEverySplit(byte[] frame, short version, short acks) {
        for (int cutAt = 12; cutAt <= frame.length; cutAt++) {
            AcksPeek peek = new AcksPeek(version);
            boolean found = peek.advance(Unpooled.wrappedBuffer(frame, 0, cutAt));
            if (!found && cutAt < frame.length) {
                found = peek.advance(Unpooled.wrappedBuffer(frame, cutAt, frame.length - cutAt));
            }
            assertThat(found).isTrue();
            assertThat(peek.acks()).isEqualTo(acks);
        }
        AcksPeek byteByByte = new AcksPeek(version);
        boolean found = false;
        for (int i = 0; i < frame.length && !found; i++) {
            found = byteByByte.advance(Unpooled.wrappedBuffer(frame, i, 1));
        }
        assertThat(found).isTrue();
        assertThat(byteByByte.acks()).isEqualTo(acks);
    }

    @ParameterizedTest
    @MethodSource("versions")
    void acks_are_found_in_every_version_at_every_split(short version) {
        String longText = "x".repeat(300);
        for (short acks = -1; acks <= 1; acks++) {
            for (String clientId : new @Nullable String[] {null, "", "me", longText}) {
                for (String transactionalId : new @Nullable String[] {null, "", "tx", longText}) {
                    assertAcksFoundAtEverySplit(produce(version, acks, clientId, transactionalId, 0), version, acks);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void tags_in_the_header_are_skipped(int tags) {
        for (short version = 9; version <= ApiKeys.PRODUCE.latestVersion(); version++) {
            assertAcksFoundAtEverySplit(produce(version, (short) 0, "me", "tx", tags), version, (short) 0);
        }
    }

    @ParameterizedTest
    @ValueSource(shorts = {0, 1, 2})
    void acks_stand_first_in_versions_without_a_transactional_id(short version) {
        byte[] frame = ByteBuffer.allocate(26)
                .putInt(22)
                .putShort((short) 0)
                .putShort(version)
                .putInt(7)
                .putShort((short) 2)
                .put((byte) 'm')
                .put((byte) 'e')
                .putShort((short) -1)
                .putInt(1000)
                .putInt(0)
                .array();
        assertAcksFoundAtEverySplit(frame, version, (short) -1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0x80808080, 0xFFFFFFFF})
    void numbers_without_end_are_refused(int start) {
        byte[] frame = ByteBuffer.allocate(24)
                .putInt(20)
                .putInt(9)
                .putInt(7)
                .putShort((short) -1)
                .putInt(start)
                .putInt(start)
                .array();
        assertThatThrownBy(() -> new AcksPeek((short) 9).advance(Unpooled.wrappedBuffer(frame)))
                .isInstanceOf(MalformedFrameException.class);
    }

    @ParameterizedTest
    @MethodSource("versions")
    void noise_neither_loops_nor_throws_anything_else(short version) {
        for (int seed = 0; seed < 500; seed++) {
            try {
                new AcksPeek(version).advance(Unpooled.wrappedBuffer(Frames.opaqueRequest(0, version, seed, 200)));
            } catch (MalformedFrameException e) {
                assertThat(e).hasMessageContaining("Produce");
            }
        }
    }
}
