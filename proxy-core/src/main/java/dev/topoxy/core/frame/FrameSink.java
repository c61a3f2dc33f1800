package dev.topoxy.core.frame;

import io.netty.buffer.ByteBuf;

/** Where the bytes of one frame go. */
public interface FrameSink {

    /**
     * Takes the next bytes of the frame, size field included, in order and without gaps.
     *
     * @param bytes never empty; ownership passes to this method
     * @param last whether they end the frame
     */
    void accept(ByteBuf bytes, boolean last);

    /** The stream ended within the frame: lets go of whatever is held. */
    default void abandon() {}
}
