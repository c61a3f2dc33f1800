package dev.topoxy.core.session;

import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;

/** How much is read at once and may wait to be written: the same for both sides, since each feeds the other. */
public final class SocketBuffers {

    private static final int MIN_READ_BYTES = 512;
    private static final int FIRST_READ_BYTES = 2048;
    private static final int MAX_READ_BYTES = 64 * 1024;
    private static final int READS_PER_EVENT = 4;

    /**
     * How much may wait on one channel before the other side is read no further. More than one event's reads: with a
     * lower mark every event would stop and start reading anew, at the price of four system calls.
     */
    public static final WriteBufferWaterMark WRITE_WATER_MARK =
            new WriteBufferWaterMark(2 * MAX_READ_BYTES, (READS_PER_EVENT + 2) * MAX_READ_BYTES);

    private SocketBuffers() {}

    /** Read buffers that grow with what arrives, written on after a few of them. */
    public static RecvByteBufAllocator reads() {
        return new AdaptiveRecvByteBufAllocator(MIN_READ_BYTES, FIRST_READ_BYTES, MAX_READ_BYTES)
                .maxMessagesPerRead(READS_PER_EVENT);
    }
}
