package dev.topoxy.app.admin;

import dev.topoxy.core.tls.ServerTls;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SniHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.util.Mapping;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Looks at the first byte of a connection, so that who speaks TLS to a plain port, or the other way round, is told. */
final class Opening extends ByteToMessageDecoder {

    private static final int TLS_HANDSHAKE = 0x16;
    private static final int MAX_CLIENT_HELLO_BYTES = 16 * 1024;

    private final Optional<ServerTls> tls;
    private final Newcomer newcomer;
    private boolean refused;

    Opening(Optional<ServerTls> tls, Newcomer newcomer) {
        this.tls = tls;
        this.newcomer = newcomer;
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        if (!in.isReadable()) {
            return;
        }
        byte first = in.getByte(in.readerIndex());
        if (tls.isPresent() == (first == TLS_HANDSHAKE)) {
            newcomer.spoke();
            tls.ifPresent(context -> ctx.pipeline().addAfter(ctx.name(), null, handshake(context)));
            ctx.pipeline().remove(this);
            return;
        }
        in.skipBytes(in.readableBytes());
        if (!refused) {
            refused = true;
            refuse(ctx, first);
        }
    }

    private void refuse(ChannelHandlerContext ctx, byte first) {
        if (tls.isEmpty()) {
            newcomer.refuse(
                    Newcomer.Fault.WRONG_PROTOCOL,
                    "a TLS handshake came, but this port is plain: ask it by http, or set admin.tls");
        } else if (Character.isUpperCase(first)) {
            ctx.write(answer());
            newcomer.refuse(
                    Newcomer.Fault.WRONG_PROTOCOL,
                    "a plain HTTP request came, but this port speaks TLS: ask it by https");
        } else {
            newcomer.refuse(
                    Newcomer.Fault.WRONG_PROTOCOL,
                    "neither TLS nor HTTP came, and this port speaks TLS: ask it by https");
        }
    }

    private static SniHandler handshake(ServerTls tls) {
        Mapping<String, SslContext> byHost = host -> host == null ? tls.context() : tls.context(host);
        // The time runs already.
        return new SniHandler(byHost, MAX_CLIENT_HELLO_BYTES, 0);
    }

    private static ByteBuf answer() {
        Answer answer = Answer.problem(400, "This port speaks TLS: ask it by https.");
        return Unpooled.copiedBuffer(
                "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: " + answer.type()
                        + "\r\nContent-Length: " + answer.body().length() + "\r\n\r\n" + answer.body(),
                StandardCharsets.US_ASCII);
    }
}
