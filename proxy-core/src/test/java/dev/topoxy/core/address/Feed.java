package dev.topoxy.core.address;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Feeds frames to rewriters in pieces, and counts the memory that is not given back. */
final class Feed {

    /** What every frame's first piece has at least: the size field and the correlation id. */
    static final int FIRST = 8;

    // Its own count of used memory is exact, so that the leak detector's records need not be paid for every access.
    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true, true);

    UnpooledByteBufAllocator allocator() {
        return allocator;
    }

    ByteBuf chunk(byte[] bytes, int from, int to) {
        return allocator.directBuffer(Math.max(1, to - from)).writeBytes(bytes, from, to - from);
    }

    /** The bytes that come out when the frame is cut before the given positions. */
    byte[] through(FrameRewriter rewriter, byte[] frame, int... cuts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(frame.length);
        List<ByteBuf> given = new ArrayList<>();
        int from = 0;
        for (int cut : IntStream.concat(Arrays.stream(cuts), IntStream.of(frame.length))
                .toArray()) {
            try {
                rewriter.rewrite(chunk(frame, from, cut), given::add);
            } catch (RuntimeException e) {
                given.forEach(ByteBuf::release);
                throw e;
            }
            from = cut;
        }
        for (ByteBuf bytes : given) {
            byte[] copy = new byte[bytes.readableBytes()];
            bytes.readBytes(copy);
            out.writeBytes(copy);
            bytes.release();
        }
        return out.toByteArray();
    }

    /** All bytes one by one, behind the first ones. */
    static int[] everyByte(byte[] frame) {
        return IntStream.range(FIRST, frame.length).toArray();
    }

    static int[] randomCuts(byte[] frame, Random random) {
        return random.ints(1 + random.nextInt(8), FIRST, frame.length)
                .sorted()
                .distinct()
                .toArray();
    }

    long bytesHeld() {
        return allocator.metric().usedDirectMemory() + allocator.metric().usedHeapMemory();
    }
}
