package dev.topoxy.core.frame;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.topoxy.core.support.Pieces;
import dev.topoxy.core.wire.MalformedFrameException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;

/** Any bytes in any pieces, with pauses anywhere, become the frames that a reader of the whole would see. */
class FramerFuzzTest {

    private static final int MOST_REQUEST_BYTES = 1 << 16;

    /** Copies what it is given, and holds nothing. */
    private static final class Recorder implements FrameRouter, FrameSink {
        final List<ByteBuffer> frames = new ArrayList<>();
        final ByteArrayOutputStream current = new ByteArrayOutputStream();
        int announced;

        @Override
        public FrameSink frameStarts(ByteBuf bytes, int index, int frameBytes) {
            announced = frameBytes;
            return this;
        }

        @Override
        public void readComplete() {}

        @Override
        public void accept(ByteBuf bytes, boolean last) {
            byte[] copy = new byte[bytes.readableBytes()];
            bytes.readBytes(copy).release();
            current.writeBytes(copy);
            if (last) {
                assertThat(current.size()).isEqualTo(Integer.BYTES + announced);
                frames.add(ByteBuffer.wrap(current.toByteArray()));
                current.reset();
            }
        }
    }

    /** What a stream holds, read in one go. */
    private record Stream(List<ByteBuffer> frames, ByteBuffer begun, boolean malformed) {

        private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

        static Stream of(byte[] bytes, int headerBytes, int mostFrameBytes) {
            ByteBuffer all = ByteBuffer.wrap(bytes);
            List<ByteBuffer> frames = new ArrayList<>();
            int at = 0;
            while (bytes.length - at >= Integer.BYTES) {
                int size = all.getInt(at);
                if (size < headerBytes - Integer.BYTES || size > mostFrameBytes) {
                    return new Stream(frames, NOTHING, true);
                }
                if (bytes.length - at < headerBytes) {
                    return new Stream(frames, NOTHING, false);
                }
                if (size > bytes.length - at - Integer.BYTES) {
                    return new Stream(frames, all.slice(at, bytes.length - at), false);
                }
                frames.add(all.slice(at, Integer.BYTES + size));
                at += Integer.BYTES + size;
            }
            return new Stream(frames, NOTHING, false);
        }
    }

    @FuzzTest(maxDuration = "3s")
    @Timeout(10)
    void frames_are_the_same_in_whatever_pieces_they_come(FuzzedDataProvider data) {
        boolean requests = data.consumeBoolean();
        long pauses = data.consumeLong();
        int[] cuts = Pieces.cuts(data, 0, 1);
        byte[] bytes = data.consumeRemainingAsBytes();
        Recorder recorder = new Recorder();
        Framer framer = requests ? Framer.ofRequests(MOST_REQUEST_BYTES, recorder) : Framer.ofResponses(recorder);
        UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false, true);
        EmbeddedChannel channel = new EmbeddedChannel(framer);
        channel.config().setAllocator(allocator);

        boolean malformed = feed(channel, framer, allocator, bytes, cuts, pauses);

        Stream whole = Stream.of(
                bytes,
                requests ? Framer.REQUEST_HEADER_BYTES : Framer.RESPONSE_HEADER_BYTES,
                requests ? MOST_REQUEST_BYTES : Integer.MAX_VALUE - Integer.BYTES);
        assertThat(malformed).isEqualTo(whole.malformed());
        assertThat(recorder.frames).isEqualTo(whole.frames());
        if (!malformed) {
            assertThat(ByteBuffer.wrap(recorder.current.toByteArray())).isEqualTo(whole.begun());
            assertThat(framer.withinFrame()).isEqualTo(whole.begun().hasRemaining());
        }
        channel.close();
        assertThat(allocator.metric().usedHeapMemory() + allocator.metric().usedDirectMemory())
                .isZero();
    }

    /** Returns whether the stream was found malformed, from where on nothing more is fed. */
    private static boolean feed(
            EmbeddedChannel channel,
            Framer framer,
            UnpooledByteBufAllocator allocator,
            byte[] bytes,
            int[] cuts,
            long pauses) {
        try {
            int from = 0;
            for (int piece = 0; piece <= cuts.length; piece++) {
                int to = piece < cuts.length ? cuts[piece] : bytes.length;
                if ((pauses & (1L << piece)) != 0) {
                    framer.pause();
                } else {
                    framer.resume();
                    channel.checkException();
                }
                channel.writeInbound(
                        allocator.heapBuffer(Math.max(1, to - from)).writeBytes(bytes, from, to - from));
                from = to;
            }
            framer.resume();
            channel.checkException();
            return false;
        } catch (MalformedFrameException e) {
            return true;
        }
    }
}
