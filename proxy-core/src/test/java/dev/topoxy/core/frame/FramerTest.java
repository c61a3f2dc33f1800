package dev.topoxy.core.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.topoxy.core.support.Frames;
import dev.topoxy.core.wire.MalformedFrameException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FramerTest {

    private static final byte[] THREE_FRAMES = Frames.concat(
            Frames.opaqueRequest(1, 2, 3, 0), Frames.opaqueRequest(4, 5, 6, 1), Frames.opaqueRequest(7, 8, 9, 30));

    /** Takes whatever comes, copying frames out; may act on each piece. */
    private static final class Recorder implements FrameRouter, FrameSink {
        final List<byte[]> frames = new ArrayList<>();
        final List<ByteBuf> instances = new ArrayList<>();
        final ByteArrayOutputStream current = new ByteArrayOutputStream();
        int started;
        int abandoned;
        int readCompletes;
        Runnable onStart = () -> {};
        Runnable onAccept = () -> {};

        @Override
        public FrameSink frameStarts(ByteBuf bytes, int index, int frameBytes) {
            started++;
            onStart.run();
            return this;
        }

        @Override
        public void readComplete() {
            readCompletes++;
        }

        @Override
        public void accept(ByteBuf bytes, boolean last) {
            try {
                assertThat(bytes.isReadable()).isTrue();
                instances.add(bytes);
                current.writeBytes(ByteBufUtil.getBytes(bytes));
                if (last) {
                    frames.add(current.toByteArray());
                    current.reset();
                }
                onAccept.run();
            } finally {
                bytes.release();
            }
        }

        @Override
        public void abandon() {
            abandoned++;
        }
    }

    private final Recorder recorder = new Recorder();
    private final Framer framer = Framer.ofRequests(1000, recorder);
    private final EmbeddedChannel channel = new EmbeddedChannel(framer);

    private static ByteBuf direct(byte[] bytes, int from, int to) {
        return Unpooled.directBuffer(Math.max(1, to - from)).writeBytes(bytes, from, to - from);
    }

    private void assertThreeFrames() {
        assertThat(Frames.concat(recorder.frames.toArray(byte[][]::new))).isEqualTo(THREE_FRAMES);
        assertThat(recorder.frames).hasSize(3);
        assertThat(framer.withinFrame()).isFalse();
    }

    @Test
    void frames_cut_anywhere_twice_come_out_whole() {
        for (int first = 0; first <= THREE_FRAMES.length; first++) {
            for (int second = first; second <= THREE_FRAMES.length; second++) {
                Recorder own = new Recorder();
                EmbeddedChannel cut = new EmbeddedChannel(Framer.ofRequests(1000, own));
                cut.writeInbound(
                        direct(THREE_FRAMES, 0, first),
                        direct(THREE_FRAMES, first, second),
                        direct(THREE_FRAMES, second, THREE_FRAMES.length));
                assertThat(own.frames).hasSize(3);
                assertThat(Frames.concat(own.frames.toArray(byte[][]::new))).isEqualTo(THREE_FRAMES);
                cut.finishAndReleaseAll();
            }
        }
    }

    @Test
    void responses_cut_anywhere_come_out_whole() {
        byte[] two = Frames.concat(Frames.opaqueResponse(1, 0), Frames.opaqueResponse(2, 20));
        for (int cutAt = 0; cutAt <= two.length; cutAt++) {
            Recorder own = new Recorder();
            EmbeddedChannel cut = new EmbeddedChannel(Framer.ofResponses(own));
            cut.writeInbound(direct(two, 0, cutAt), direct(two, cutAt, two.length));
            assertThat(own.frames).hasSize(2);
            cut.finishAndReleaseAll();
        }
    }

    @Test
    void several_frames_in_one_buffer_come_out_whole() {
        channel.writeInbound(direct(THREE_FRAMES, 0, THREE_FRAMES.length));
        assertThreeFrames();
        assertThat(recorder.readCompletes).isEqualTo(1);
    }

    @Test
    void single_bytes_add_up_to_frames() {
        for (int i = 0; i < THREE_FRAMES.length; i++) {
            channel.writeInbound(direct(THREE_FRAMES, i, i + 1));
        }
        assertThreeFrames();
    }

    @Test
    void a_chunk_that_fills_a_whole_read_buffer_is_passed_as_that_buffer() {
        byte[] frame = Frames.opaqueRequest(1, 2, 3, 600);
        ByteBuf first = direct(frame, 0, 300);
        ByteBuf second = direct(frame, 300, frame.length);
        channel.writeInbound(first, second);
        assertThat(recorder.instances).hasSize(2);
        assertThat(recorder.instances.get(0)).isSameAs(first);
        assertThat(recorder.instances.get(1)).isSameAs(second);
        assertThat(first.refCnt()).isZero();
    }

    @Test
    void a_pause_takes_effect_behind_the_frame_under_way_wherever_it_comes() {
        int firstFrame = 12;
        for (int cutAt = 1; cutAt < THREE_FRAMES.length; cutAt++) {
            Recorder own = new Recorder();
            Framer paused = Framer.ofRequests(1000, own);
            EmbeddedChannel cut = new EmbeddedChannel(paused);
            cut.writeInbound(direct(THREE_FRAMES, 0, cutAt));
            int startedBefore = own.started;
            paused.pause();
            cut.writeInbound(direct(THREE_FRAMES, cutAt, THREE_FRAMES.length));
            assertThat(own.started).as("cut at %d", cutAt).isEqualTo(startedBefore);
            assertThat(own.frames).hasSize(startedBefore);
            assertThat(cutAt >= firstFrame).isEqualTo(startedBefore > 0);
            paused.resume();
            assertThat(own.frames).hasSize(3);
            assertThat(Frames.concat(own.frames.toArray(byte[][]::new))).isEqualTo(THREE_FRAMES);
            cut.finishAndReleaseAll();
        }
    }

    @Test
    void resuming_from_within_a_sink_goes_on_without_recursion_or_disorder() {
        recorder.onStart = framer::pause;
        recorder.onAccept = framer::resume;
        channel.writeInbound(direct(THREE_FRAMES, 0, THREE_FRAMES.length));
        assertThreeFrames();
    }

    @Test
    void pausing_from_within_a_sink_stops_before_the_next_frame_of_the_same_buffer() {
        recorder.onAccept = framer::pause;
        channel.writeInbound(direct(THREE_FRAMES, 0, THREE_FRAMES.length));
        for (int frames = 1; frames <= 3; frames++) {
            assertThat(recorder.frames).hasSize(frames);
            framer.resume();
        }
        assertThreeFrames();
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 4, 7})
    void a_size_without_room_for_a_header_is_refused(int size) {
        byte[] frame = Frames.opaqueRequest(1, 2, 3, 0);
        java.nio.ByteBuffer.wrap(frame).putInt(size);
        assertThatThrownBy(() -> channel.writeInbound(direct(frame, 0, frame.length)))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessage("frame size " + size + " is too small for a header of 8");
    }

    @ParameterizedTest
    @ValueSource(ints = {1001, Integer.MAX_VALUE})
    void a_size_beyond_the_limit_is_refused_before_the_rest_of_the_header_is_there(int size) {
        byte[] frame = Frames.opaqueRequest(1, 2, 3, 0);
        java.nio.ByteBuffer.wrap(frame).putInt(size);
        channel.writeInbound(direct(frame, 0, 3));
        assertThatThrownBy(() -> channel.writeInbound(direct(frame, 3, 4)))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessage("frame size " + size + " exceeds socket.request.max.bytes of 1000");
        channel.finishAndReleaseAll();
    }

    @Test
    void the_largest_int_is_a_limit_that_works() {
        EmbeddedChannel unlimited = new EmbeddedChannel(Framer.ofRequests(Integer.MAX_VALUE, recorder));
        byte[] frame = Frames.opaqueRequest(1, 2, 3, 0);
        java.nio.ByteBuffer.wrap(frame).putInt(Integer.MAX_VALUE);
        assertThatThrownBy(() -> unlimited.writeInbound(direct(frame, 0, frame.length)))
                .isInstanceOf(MalformedFrameException.class);
        java.nio.ByteBuffer.wrap(frame).putInt(Integer.MAX_VALUE - 4);
        EmbeddedChannel another = new EmbeddedChannel(Framer.ofRequests(Integer.MAX_VALUE, recorder));
        another.writeInbound(direct(frame, 0, frame.length));
        assertThat(recorder.started).isEqualTo(1);
        another.finishAndReleaseAll();
    }

    @Test
    void a_channel_closed_anywhere_lets_go_of_everything_and_abandons_only_a_frame_under_way() {
        byte[] frame = Frames.opaqueRequest(1, 2, 3, 10);
        for (int cutAt = 1; cutAt <= frame.length; cutAt++) {
            Recorder own = new Recorder();
            EmbeddedChannel cut = new EmbeddedChannel(Framer.ofRequests(1000, own));
            cut.writeInbound(direct(frame, 0, cutAt));
            cut.close();
            assertThat(own.abandoned).as("cut at %d", cutAt).isEqualTo(cutAt >= 12 && cutAt < frame.length ? 1 : 0);
        }
    }

    @Test
    void a_channel_closed_while_paused_lets_go_of_what_waits() {
        framer.pause();
        ByteBuf waiting = direct(THREE_FRAMES, 0, THREE_FRAMES.length);
        channel.writeInbound(waiting);
        channel.close();
        assertThat(waiting.refCnt()).isZero();
        assertThat(recorder.started).isZero();
    }

    @Test
    void a_channel_closed_by_a_sink_lets_go_of_the_rest_of_the_buffer() {
        recorder.onAccept = channel::close;
        ByteBuf all = direct(THREE_FRAMES, 0, THREE_FRAMES.length);
        channel.writeInbound(all);
        assertThat(all.refCnt()).isZero();
        assertThat(recorder.frames).hasSize(1);
    }

    @Test
    void an_exception_from_a_sink_lets_go_of_the_rest_of_the_buffer() {
        for (int cutAt = 1; cutAt <= THREE_FRAMES.length; cutAt++) {
            Recorder own = new Recorder();
            own.onAccept = () -> {
                throw new IllegalStateException("no");
            };
            EmbeddedChannel cut = new EmbeddedChannel(Framer.ofRequests(1000, own));
            ByteBuf first = direct(THREE_FRAMES, 0, cutAt);
            ByteBuf second = direct(THREE_FRAMES, cutAt, THREE_FRAMES.length);
            assertThatThrownBy(() -> {
                        cut.writeInbound(first);
                        cut.writeInbound(second);
                    })
                    .hasMessage("no");
            cut.close();
            assertThat(first.refCnt()).as("cut at %d", cutAt).isZero();
            assertThat(own.abandoned).isEqualTo(1);
            if (cutAt >= 12) {
                second.release();
            }
            assertThat(second.refCnt()).as("cut at %d", cutAt).isZero();
        }
    }

    @Test
    void an_error_from_a_sink_lets_go_of_everything_too() {
        recorder.onAccept = () -> {
            throw new OutOfMemoryError("pretended");
        };
        ByteBuf all = direct(THREE_FRAMES, 0, THREE_FRAMES.length);
        assertThatThrownBy(() -> channel.writeInbound(all)).isInstanceOf(OutOfMemoryError.class);
        channel.close();
        assertThat(all.refCnt()).isZero();
        assertThat(recorder.abandoned).isEqualTo(1);
    }

    @Test
    void an_exception_from_the_router_lets_go_of_everything() {
        recorder.onStart = () -> {
            throw new MalformedFrameException("refused");
        };
        ByteBuf all = direct(THREE_FRAMES, 0, THREE_FRAMES.length);
        assertThatThrownBy(() -> channel.writeInbound(all)).hasMessage("refused");
        assertThat(all.refCnt()).isZero();
        channel.close();
    }

    @Test
    void what_is_wrong_with_bytes_that_had_waited_is_told_to_their_own_pipeline() {
        framer.pause();
        channel.writeInbound(Unpooled.copyInt(-1, 0, 0));
        framer.resume();
        assertThatThrownBy(channel::checkException).isInstanceOf(MalformedFrameException.class);
    }
}
