package dev.topoxy.core.address;

import dev.topoxy.core.wire.MalformedFrameException;
import io.netty.buffer.ByteBuf;
import java.util.function.Consumer;

/**
 * Rewrites one response frame while it streams by. One instance serves one frame.
 */
public interface FrameRewriter {

    /**
     * Takes the next bytes of the frame. The first call carries at least the size field and the correlation id; calls
     * never carry bytes of another frame.
     *
     * @param chunk the bytes, not read-only since some are changed in place; ownership passes to this method, also when it
     *     throws
     * @param out receives the bytes to forward, in order, each with its ownership; what was taken with the frame's last
     *     byte must all have been given when the call returns
     * @throws MalformedFrameException if the bytes are not a response of the expected form; the connection is then closed
     */
    void rewrite(ByteBuf chunk, Consumer<ByteBuf> out);

    /** The frame will not be completed: lets go of whatever is held. Not called after the frame's last byte. */
    void abandon();
}
