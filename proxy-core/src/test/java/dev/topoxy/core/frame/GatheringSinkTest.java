package dev.topoxy.core.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.core.support.Frames;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class GatheringSinkTest {

    private static final byte[] FRAME = Frames.opaqueRequest(1, 2, 3, 3000);

    private final List<byte[]> gathered = new ArrayList<>();

    private GatheringSink keeping(UnpooledByteBufAllocator allocator, int bytes) {
        return new GatheringSink(allocator, bytes, GatheringSink.Account.NONE, frame -> {
            gathered.add(ByteBufUtil.getBytes(frame));
            frame.release();
        });
    }

    private static ByteBuf part(int from, int to) {
        return Unpooled.copiedBuffer(FRAME, from, to - from);
    }

    @Test
    void a_frame_in_pieces_is_put_together() {
        GatheringSink sink = keeping(UnpooledByteBufAllocator.DEFAULT, 1 << 24);
        sink.accept(part(0, 12), false);
        sink.accept(part(12, 2000), false);
        sink.accept(part(2000, FRAME.length), true);
        assertThat(gathered).containsExactly(FRAME);
    }

    @Test
    void a_frame_in_one_piece_is_not_copied() {
        ByteBuf whole = part(0, FRAME.length);
        new GatheringSink(UnpooledByteBufAllocator.DEFAULT, FRAME.length, GatheringSink.Account.NONE, frame -> {
                    assertThat(frame).isSameAs(whole);
                    frame.release();
                })
                .accept(whole, true);
        assertThat(whole.refCnt()).isZero();
    }

    @Test
    void only_the_beginning_of_a_larger_frame_is_kept() {
        for (int cutAt = 1; cutAt < 200; cutAt++) {
            GatheringSink sink = keeping(UnpooledByteBufAllocator.DEFAULT, 100);
            sink.accept(part(0, cutAt), false);
            sink.accept(part(cutAt, FRAME.length), true);
        }
        keeping(UnpooledByteBufAllocator.DEFAULT, 100).accept(part(0, FRAME.length), true);
        assertThat(gathered).hasSize(200).allSatisfy(kept -> assertThat(kept).isEqualTo(Arrays.copyOf(FRAME, 100)));
    }

    @Test
    void memory_grows_with_the_bytes_that_arrive_not_with_what_is_announced() {
        UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);
        GatheringSink sink = keeping(allocator, 16 << 20);
        sink.accept(part(0, 10), false);
        assertThat(allocator.metric().usedDirectMemory() + allocator.metric().usedHeapMemory())
                .isLessThanOrEqualTo(1024);
        sink.abandon();
        sink.abandon();
        assertThat(allocator.metric().usedDirectMemory() + allocator.metric().usedHeapMemory())
                .isZero();
    }
}
