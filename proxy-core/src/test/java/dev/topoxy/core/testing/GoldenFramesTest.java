package dev.topoxy.core.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.core.wire.Messages;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.List;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.message.ResponseHeaderData;
import org.apache.kafka.common.protocol.ApiMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GoldenFramesTest {

    static List<GoldenFrames.Frame> frames() {
        return GoldenFrames.all();
    }

    @Test
    void every_recorded_frame_is_there() {
        assertThat(GoldenFrames.of(GoldenFrames.NATIVE)).hasSize(20);
        assertThat(GoldenFrames.of(GoldenFrames.DIRECT_4_3)).hasSize(12);
        assertThat(GoldenFrames.of(GoldenFrames.DIRECT_4_2)).hasSize(12);
    }

    @ParameterizedTest
    @MethodSource("frames")
    void a_real_frame_decoded_and_encoded_again_is_the_same_bytes(GoldenFrames.Frame frame) {
        ByteBuf in = Unpooled.wrappedBuffer(frame.bytes());
        assertThat(in.readInt()).isEqualTo(in.readableBytes());

        ByteBuf out = frame.request() ? requestAgain(frame, in) : responseAgain(frame, in);

        try {
            assertThat(in.isReadable()).isFalse();
            assertThat(ByteBufUtil.hexDump(out)).isEqualTo(frame.hex());
        } finally {
            out.release();
        }
    }

    private static ByteBuf requestAgain(GoldenFrames.Frame frame, ByteBuf in) {
        RequestHeaderData header =
                Messages.read(new RequestHeaderData(), in, frame.api().requestHeaderVersion(frame.version()));
        ApiMessage body = Messages.read(frame.api().messageType.newRequest(), in, frame.version());
        assertThat(header.requestApiKey()).isEqualTo(frame.api().id);
        return Messages.requestFrame(ByteBufAllocator.DEFAULT, header, body);
    }

    private static ByteBuf responseAgain(GoldenFrames.Frame frame, ByteBuf in) {
        ResponseHeaderData header =
                Messages.read(new ResponseHeaderData(), in, frame.api().responseHeaderVersion(frame.version()));
        ApiMessage body = Messages.read(frame.api().messageType.newResponse(), in, frame.version());
        return Messages.responseFrame(
                ByteBufAllocator.DEFAULT, frame.api(), frame.version(), header.correlationId(), body);
    }
}
