package dev.topoxy.core.address;

import dev.topoxy.core.wire.MalformedFrameException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the {@code NodeEndpoints} of Fetch, Produce, ShareFetch and ShareAcknowledge from clients. They stand at a
 * frame's end, behind all the records. Chunks are walked and forwarded as they are: no copy, nothing held back.
 *
 * <p>Where the first chunk is the whole frame, the endpoints are translated. Otherwise the frame's size is gone before
 * they are seen; so they are turned in place into an unknown tagged field of zeros with as many bytes ({@link
 * EndpointsMask}), which clients skip: they then look the leader up in the metadata. Chunks must be writable.
 *
 * <p>Bytes behind the last field are passed on: no client reads them.
 */
final class EndpointsRewriter implements FrameRewriter {

    /** Where a response has its endpoints. */
    enum Place {
        /** In tagged field 0 of the response; the layout stops at each number and payload of that section. */
        TAG,
        /** In the last field before the tagged ones; the layout stops there and ends. */
        FIELD
    }

    private final LayoutWalker walker;
    private final Place place;
    private final AddressMap map;
    private final ByteBufAllocator allocator;

    private boolean begun;
    private boolean wholeFrame;
    private boolean walked;
    /** At the number of a tagged field if false, at its payload if true. */
    private boolean inTag;

    private boolean inEndpointsTag;
    private long bytesLeft;
    private @Nullable EndpointsMask mask;
    private @Nullable Replacement replacement;

    /** New bytes for those from one index of the chunk up to another. */
    private record Replacement(int from, int to, ByteBuf bytes) {}

    EndpointsRewriter(Layout layout, Place place, AddressMap map, ByteBufAllocator allocator) {
        this.walker = new LayoutWalker(layout);
        this.place = place;
        this.map = map;
        this.allocator = allocator;
    }

    @Override
    public void rewrite(ByteBuf chunk, Consumer<ByteBuf> out) {
        try {
            process(chunk);
        } catch (RuntimeException e) {
            chunk.release();
            if (replacement != null) {
                replacement.bytes.release();
            }
            throw e;
        }
        if (replacement == null) {
            out.accept(chunk);
        } else {
            forward(chunk, replacement, out);
        }
    }

    @Override
    public void abandon() {}

    private void process(ByteBuf chunk) {
        int from = chunk.readerIndex();
        int to = chunk.writerIndex();
        int walkFrom = from;
        if (!begun) {
            begun = true;
            bytesLeft = ResponseFrame.totalBytes(chunk);
            wholeFrame = to - from == bytesLeft;
            walkFrom = from + ResponseFrame.PREFIX_BYTES;
        }
        ResponseFrame.checkWithin(chunk, bytesLeft);
        if (mask != null) {
            mask.apply(chunk, from, to);
        }
        if (!walked) {
            walk(chunk, walkFrom, to, from + bytesLeft);
        }
        bytesLeft -= to - from;
        if (bytesLeft == 0 && !walked) {
            throw new MalformedFrameException("the response ends within its fields");
        }
    }

    private void walk(ByteBuf chunk, int from, int to, long frameEnd) {
        LayoutWalker.Stop stop = walker.walk(chunk, from, to, frameEnd);
        while (stop == LayoutWalker.Stop.MARKED) {
            int at = walker.position();
            if (place == Place.FIELD) {
                endpointsField(chunk, at, to, frameEnd);
            } else if (inTag) {
                inTag = false;
                endpointsPayload(chunk, at, to);
            } else {
                inTag = true;
                tagNumber(chunk, at);
            }
            stop = walker.walk(chunk, at, to, frameEnd);
        }
        walked = stop == LayoutWalker.Stop.DONE;
    }

    /** A varint's first byte tells an array that has elements: 0 is null and 1 is empty. */
    private void endpointsField(ByteBuf chunk, int at, int to, long frameEnd) {
        if ((chunk.getByte(at) & 0xff) <= 1) {
            return;
        }
        if (wholeFrame) {
            replacement = translated(chunk, at, at, to);
        } else {
            mask = EndpointsMask.emptyArrayAndTag((int) (frameEnd - at));
            mask.apply(chunk, at, to);
        }
    }

    private void tagNumber(ByteBuf chunk, int at) {
        inEndpointsTag = chunk.getByte(at) == 0;
        if (inEndpointsTag && !wholeFrame) {
            chunk.setByte(at, EndpointsMask.UNKNOWN_TAG);
        }
    }

    private void endpointsPayload(ByteBuf chunk, int at, int to) {
        if (!inEndpointsTag) {
            return;
        }
        int size = walker.tagSize();
        if (!wholeFrame) {
            mask = EndpointsMask.payload(size);
            mask.apply(chunk, at, to);
            return;
        }
        if (replacement != null) {
            throw new MalformedFrameException("the tagged field of node endpoints comes twice");
        }
        int end = at + size;
        Replacement payload = translated(chunk, at - Varints.sizeOf(size), at, end);
        if (payload.to != end) {
            payload.bytes.release();
            throw new MalformedFrameException(
                    "node endpoints of " + (payload.to - at) + " bytes in a tagged field of " + size + " bytes");
        }
        replacement = payload;
    }

    /** Translates the list at {@code at}; with a size in front of it if {@code replaceFrom} lies before the list. */
    private Replacement translated(ByteBuf chunk, int replaceFrom, int at, int end) {
        ByteBuf list = chunk.slice(at, end - at);
        ByteBuf bytes = allocator.buffer(Math.max(64, list.readableBytes()));
        try {
            BrokerList.COMPACT.rewrite(list, bytes, map);
            if (replaceFrom < at) {
                ByteBuf sized = allocator.buffer(bytes.readableBytes() + 5);
                Varints.write(sized, bytes.readableBytes());
                sized.writeBytes(bytes);
                bytes.release();
                bytes = sized;
            }
            return new Replacement(replaceFrom, at + list.readerIndex(), bytes);
        } catch (RuntimeException e) {
            bytes.release();
            throw e;
        }
    }

    private static void forward(ByteBuf chunk, Replacement replacement, Consumer<ByteBuf> out) {
        int from = chunk.readerIndex();
        int growth = replacement.bytes.readableBytes() - (replacement.to - replacement.from);
        chunk.setInt(from, chunk.getInt(from) + growth);
        out.accept(chunk.retainedSlice(from, replacement.from - from));
        out.accept(replacement.bytes);
        if (replacement.to == chunk.writerIndex()) {
            chunk.release();
        } else {
            out.accept(chunk.readerIndex(replacement.to));
        }
    }
}
