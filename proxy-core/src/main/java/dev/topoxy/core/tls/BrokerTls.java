package dev.topoxy.core.tls;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** TLS to brokers, always as its files are now. Thread-safe. */
public final class BrokerTls {

    /** What new connections use. */
    record Used(Optional<Identity> identity, SslContext context) {}

    private final Reloaded<Used> used;

    private BrokerTls(Reloaded<Used> used) {
        this.used = used;
    }

    /**
     * Reads the files and keeps watching them.
     *
     * @param what whose TLS it is, for messages
     * @throws TlsFileException if they cannot be used
     */
    public static BrokerTls open(String what, BrokerTlsSettings settings, TlsReloader reloader)
            throws TlsFileException {
        BrokerTls opened = new BrokerTls(TlsReloader.load(
                what,
                settings.tls().files(),
                () -> Contexts.client(settings, Contexts.provider(settings.tls())),
                made -> made.identity.map(Identity::expires),
                Clock.systemUTC()));
        reloader.watch(opened.used);
        return opened;
    }

    /**
     * Tries whether all of the settings can be used together.
     *
     * @throws IOException if not; the message is complete for the user
     */
    public static void tryOut(BrokerTlsSettings settings) throws IOException {
        Contexts.client(settings, Contexts.provider(settings.tls()));
    }

    /** For a new connection to a broker. */
    public SslHandler newHandler(ByteBufAllocator allocator, String host, int port, Duration handshakeTimeout) {
        SslHandler handler = used.current().context.newHandler(allocator, host, port);
        handler.setHandshakeTimeout(handshakeTimeout.toMillis(), TimeUnit.MILLISECONDS);
        return handler;
    }
}
