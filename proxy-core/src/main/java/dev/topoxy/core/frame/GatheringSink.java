package dev.topoxy.core.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Gathers one frame, or its beginning where it is larger than what may be kept. Memory grows with the bytes that
 * arrive, never with the announced size.
 */
public final class GatheringSink implements FrameSink {

    private static final int FIRST_CAPACITY = 1024;

    private final ByteBufAllocator allocator;
    private final int keepBytes;
    private final Account account;
    private final Listener listener;
    private @Nullable ByteBuf kept;

    /** Receives what was gathered. */
    @FunctionalInterface
    public interface Listener {
        /**
         * The frame's last byte is in.
         *
         * @param frame the frame, size field included, or its beginning; ownership passes to this method
         */
        void gathered(ByteBuf frame);
    }

    /** Is told what the gathering takes. */
    @FunctionalInterface
    public interface Account {
        Account NONE = bytes -> {};

        /** That much memory is held for the frame from now on. */
        void holds(int bytes);
    }

    /**
     * @param keepBytes how much of the frame to keep, size field included
     * @param account told whenever the frame takes more; not when it has been handed over
     */
    public GatheringSink(ByteBufAllocator allocator, int keepBytes, Account account, Listener listener) {
        this.allocator = allocator;
        this.keepBytes = keepBytes;
        this.account = account;
        this.listener = listener;
    }

    @Override
    public void accept(ByteBuf bytes, boolean last) {
        ByteBuf all = kept;
        if (all == null && last && bytes.readableBytes() <= keepBytes) {
            listener.gathered(bytes);
            return;
        }
        try {
            if (all == null) {
                all = allocator.buffer(Math.min(FIRST_CAPACITY, keepBytes), keepBytes);
                kept = all;
            }
            all.writeBytes(bytes, Math.min(bytes.readableBytes(), all.maxWritableBytes()));
            account.holds(all.capacity());
        } finally {
            bytes.release();
        }
        if (last) {
            kept = null;
            listener.gathered(all);
        }
    }

    @Override
    public void abandon() {
        if (kept != null) {
            kept.release();
            kept = null;
        }
    }
}
