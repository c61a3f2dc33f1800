package dev.topoxy.core.address;

import dev.topoxy.core.wire.MalformedFrameException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * An array of brokers on the wire: node id, host, port, rack. Metadata answers and the {@code NodeEndpoints} of others
 * share this form; what differs is how lengths are written.
 */
enum BrokerList {
    /** The flexible versions: varint lengths, and tagged fields after each broker. */
    COMPACT,
    /** The older versions: int16 and int32 lengths. */
    CLASSIC,
    /** Metadata v0: as {@link #CLASSIC} without racks. */
    CLASSIC_WITHOUT_RACK;

    /** The smallest broker: node id, an empty host's length, port. */
    private static final int MIN_ENTRY_BYTES = 9;

    /**
     * Moves one list from {@code in} to {@code out} with the clients' addresses in place of the brokers' own. Brokers
     * that no client can reach are left out. Both buffers stay the caller's.
     */
    void rewrite(ByteBuf in, ByteBuf out, AddressMap map) {
        int count = this == COMPACT ? Varints.read(in) - 1 : readInt(in);
        if (count < 0 || count > in.readableBytes() / MIN_ENTRY_BYTES) {
            throw new MalformedFrameException(
                    "a list of " + count + " brokers where " + in.readableBytes() + " bytes are left");
        }
        ByteBuf entries = out.alloc().buffer();
        try {
            int kept = 0;
            for (int i = 0; i < count; i++) {
                if (rewriteEntry(in, entries, map)) {
                    kept++;
                }
            }
            if (this == COMPACT) {
                Varints.write(out, kept + 1);
            } else {
                out.writeInt(kept);
            }
            out.writeBytes(entries);
        } finally {
            entries.release();
        }
    }

    private boolean rewriteEntry(ByteBuf in, ByteBuf out, AddressMap map) {
        int nodeId = readInt(in);
        String host = readString(in)
                .orElseThrow(() -> new MalformedFrameException("broker " + nodeId + " has a null host name"));
        int port = readInt(in);
        int restAt = in.readerIndex();
        if (this != CLASSIC_WITHOUT_RACK) {
            skip(in, stringLength(in));
        }
        if (this == COMPACT) {
            skipTags(in);
        }
        Optional<HostPort> client = clientAddress(map, nodeId, host, port);
        client.ifPresent(address -> {
            out.writeInt(nodeId);
            writeString(out, address.host());
            out.writeInt(address.port());
            out.writeBytes(in, restAt, in.readerIndex() - restAt);
        });
        return client.isPresent();
    }

    /** A string of this form; empty where it is null. */
    Optional<String> readString(ByteBuf in) {
        int length = stringLength(in);
        if (length < 0) {
            return Optional.empty();
        }
        checkReadable(in, length);
        return Optional.of(in.readCharSequence(length, StandardCharsets.UTF_8).toString());
    }

    private int stringLength(ByteBuf in) {
        if (this == COMPACT) {
            int length = Varints.read(in);
            if (length < 0) {
                throw new MalformedFrameException("a string of " + Integer.toUnsignedString(length) + " bytes");
            }
            return length - 1;
        }
        checkReadable(in, Short.BYTES);
        return in.readShort();
    }

    private void writeString(ByteBuf out, String text) {
        int length = ByteBufUtil.utf8Bytes(text);
        if (this == COMPACT) {
            Varints.write(out, length + 1);
        } else {
            out.writeShort(length);
        }
        ByteBufUtil.writeUtf8(out, text);
    }

    /** What a client is to be given for an address; empty where nothing can be reached at it. */
    static Optional<HostPort> clientAddress(AddressMap map, int nodeId, String host, int port) {
        if (nodeId < 0 || host.isBlank() || port < 0 || port > 65535) {
            return Optional.empty();
        }
        return map.clientAddress(nodeId, new HostPort(host, port));
    }

    static void skipTags(ByteBuf in) {
        int count = Varints.read(in);
        checkReadable(in, count);
        for (int i = 0; i < count; i++) {
            Varints.read(in);
            int size = Varints.read(in);
            checkReadable(in, size);
            in.skipBytes(size);
        }
    }

    private static void skip(ByteBuf in, int length) {
        if (length > 0) {
            checkReadable(in, length);
            in.skipBytes(length);
        }
    }

    private static int readInt(ByteBuf in) {
        checkReadable(in, Integer.BYTES);
        return in.readInt();
    }

    private static void checkReadable(ByteBuf in, int length) {
        if (length < 0 || length > in.readableBytes()) {
            throw new MalformedFrameException("a length of " + Integer.toUnsignedString(length) + " where "
                    + in.readableBytes() + " bytes are left");
        }
    }
}
