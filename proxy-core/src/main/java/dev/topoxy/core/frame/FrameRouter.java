package dev.topoxy.core.frame;

import io.netty.buffer.ByteBuf;

/** Decides for each frame where its bytes go, seeing no more of it than the fixed part of its header. */
public interface FrameRouter {

    /**
     * A frame begins.
     *
     * @param bytes holds the size field and the header's fixed part from {@code index} on; only to look at
     * @param index where the size field stands
     * @param frameBytes the announced size, already checked against the framer's limits
     * @return what takes the frame's bytes
     */
    FrameSink frameStarts(ByteBuf bytes, int index, int frameBytes);

    /**
     * The first frame begins, unless these bytes are something else: an implementation that knows what throws a
     * {@link dev.topoxy.core.wire.MalformedFrameException} that says so.
     *
     * @param bytes as in {@link #frameStarts}; what they announce has not been checked
     */
    default void opening(ByteBuf bytes, int index) {}

    /** Everything read from the socket in one go has been routed. */
    void readComplete();
}
