package dev.topoxy.core.address;

import dev.topoxy.core.wire.MalformedFrameException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites the front of a Metadata response, which is all up to the brokers and the cluster id; topics and partitions
 * behind it stream through uncopied. The front is parsed in the chunk where it came whole, and otherwise gathered as its
 * bytes arrive.
 */
final class MetadataRewriter implements FrameRewriter {

    /** Some ten thousand brokers with names of the greatest length. */
    static final int MAX_FRONT_BYTES = 4 << 20;

    private static final short FLEXIBLE = 9;

    private static final Layout[] FRONTS = new Layout[FLEXIBLE + 1];

    static {
        for (short version = 0; version < FRONTS.length; version++) {
            FRONTS[version] = front(version);
        }
    }

    private final short version;
    private final AddressMap map;
    private final ByteBufAllocator allocator;
    private final LayoutWalker walker;

    private boolean begun;
    private boolean frontDone;
    private long bytesLeft;
    private @Nullable ByteBuf gathered;

    MetadataRewriter(short version, AddressMap map, ByteBufAllocator allocator) {
        this.version = version;
        this.map = map;
        this.allocator = allocator;
        this.walker = new LayoutWalker(FRONTS[Math.min(version, FLEXIBLE)]);
    }

    private static Layout front(short version) {
        if (version >= FLEXIBLE) {
            return Layout.of(front -> front.tags()
                    .skip(4)
                    .compactArray(
                            broker -> broker.skip(4).compact().skip(4).compact().tags())
                    .compact());
        }
        return Layout.of(front -> {
            if (version >= 3) {
                front.skip(4);
            }
            front.classicArray(broker -> {
                broker.skip(4).classicString().skip(4);
                if (version >= 1) {
                    broker.classicString();
                }
            });
            if (version >= 2) {
                front.classicString();
            }
        });
    }

    @Override
    public void rewrite(ByteBuf chunk, Consumer<ByteBuf> out) {
        ByteBuf front;
        try {
            front = process(chunk);
        } catch (RuntimeException e) {
            chunk.release();
            abandon();
            throw e;
        }
        if (front != null) {
            out.accept(front);
        }
        if (chunk.isReadable()) {
            out.accept(chunk);
        } else {
            chunk.release();
        }
    }

    @Override
    public void abandon() {
        if (gathered != null) {
            gathered.release();
            gathered = null;
        }
    }

    /** Takes what belongs to the front off the chunk and gives the new front once it is complete. */
    private @Nullable ByteBuf process(ByteBuf chunk) {
        int from = chunk.readerIndex();
        int walkFrom = from;
        if (!begun) {
            begun = true;
            bytesLeft = ResponseFrame.totalBytes(chunk);
            walkFrom = from + ResponseFrame.PREFIX_BYTES;
        }
        ResponseFrame.checkWithin(chunk, bytesLeft);
        long frameEnd = from + bytesLeft;
        bytesLeft -= chunk.readableBytes();
        if (frontDone) {
            return null;
        }
        frontDone = walker.walk(chunk, walkFrom, chunk.writerIndex(), frameEnd) == LayoutWalker.Stop.DONE;
        if (!frontDone && bytesLeft == 0) {
            throw new MalformedFrameException("the response ends within its brokers");
        }
        int frontBytes = walker.position() - from;
        int before = gathered == null ? 0 : gathered.readableBytes();
        if (frontBytes > MAX_FRONT_BYTES - before) {
            throw new MalformedFrameException("more than " + MAX_FRONT_BYTES + " bytes of brokers");
        }
        if (frontDone && gathered == null) {
            return newFront(chunk.readSlice(frontBytes));
        }
        if (gathered == null) {
            gathered = allocator.buffer(chunk.readableBytes());
        }
        gathered.writeBytes(chunk, frontBytes);
        if (!frontDone) {
            return null;
        }
        ByteBuf front = newFront(gathered);
        abandon();
        return front;
    }

    private ByteBuf newFront(ByteBuf front) {
        int oldBytes = front.readableBytes();
        int size = front.getInt(front.readerIndex());
        ByteBuf out = allocator.buffer(oldBytes + 64);
        try {
            int listAt = front.readerIndex();
            front.skipBytes(ResponseFrame.PREFIX_BYTES);
            if (version >= FLEXIBLE) {
                BrokerList.skipTags(front);
            }
            if (version >= 3) {
                front.skipBytes(Integer.BYTES);
            }
            out.writeBytes(front, listAt, front.readerIndex() - listAt);
            BrokerList form = form();
            form.rewrite(front, out, map);
            out.writeBytes(front, front.readerIndex(), front.readableBytes());
            if (version >= 2) {
                form.readString(front).filter(id -> !id.isEmpty()).ifPresent(map::clusterId);
            }
            out.setInt(0, size + out.readableBytes() - oldBytes);
            return out;
        } catch (RuntimeException e) {
            out.release();
            throw e;
        }
    }

    private BrokerList form() {
        if (version >= FLEXIBLE) {
            return BrokerList.COMPACT;
        }
        return version == 0 ? BrokerList.CLASSIC_WITHOUT_RACK : BrokerList.CLASSIC;
    }
}
