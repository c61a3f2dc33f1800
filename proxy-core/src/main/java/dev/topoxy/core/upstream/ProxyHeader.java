package dev.topoxy.core.upstream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** The header of the PROXY protocol, version 2, as it is sent to brokers. Source: HAProxy's proxy-protocol.txt, 2.2. */
final class ProxyHeader {

    private static final byte[] SIGNATURE = "\r\n\r\n\0\r\nQUIT\n".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION_2_PROXY = 0x21;
    private static final int TCP_4 = 0x11;
    private static final int TCP_6 = 0x21;
    private static final int BYTES_4 = 4;

    private ProxyHeader() {}

    /** A header for a client that connected to {@code destination}. */
    static ByteBuf naming(ByteBufAllocator allocator, InetSocketAddress client, InetSocketAddress destination) {
        byte[] from = client.getAddress().getAddress();
        byte[] to = destination.getAddress().getAddress();
        if (from.length != to.length) {
            // One header has one family, and the client's address is what it is for.
            to = new byte[from.length];
        }
        ByteBuf header = allocator.buffer();
        header.writeBytes(SIGNATURE)
                .writeByte(VERSION_2_PROXY)
                .writeByte(from.length == BYTES_4 ? TCP_4 : TCP_6)
                .writeShort(2 * from.length + 2 * Short.BYTES)
                .writeBytes(from)
                .writeBytes(to)
                .writeShort(client.getPort())
                .writeShort(destination.getPort());
        return header;
    }
}
