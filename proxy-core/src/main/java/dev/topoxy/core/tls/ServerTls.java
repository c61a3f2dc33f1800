package dev.topoxy.core.tls;

import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * TLS towards those who connect, always as its files are now. Thread-safe.
 *
 * <pre>{@code
 * ServerTls tls = ServerTls.open("admin: tls", settings, reloader);
 * pipeline.addLast(tls.context().newHandler(channel.alloc()));   // for each new connection
 * }</pre>
 */
public final class ServerTls {

    /** One identity and the context that shows it. */
    record Served(Identity identity, SslContext context) {}

    private final Reloaded<List<Served>> served;

    private ServerTls(Reloaded<List<Served>> served) {
        this.served = served;
    }

    /**
     * Reads the files and keeps watching them.
     *
     * @param what whose TLS it is, for messages
     * @throws TlsFileException if they cannot be used
     */
    public static ServerTls open(String what, ServerTlsSettings settings, TlsReloader reloader)
            throws TlsFileException {
        ServerTls opened = new ServerTls(TlsReloader.load(
                what,
                settings.tls().files(),
                () -> Contexts.server(settings, Contexts.provider(settings.tls())),
                ServerTls::firstToExpire,
                Clock.systemUTC()));
        reloader.watch(opened.served);
        return opened;
    }

    /**
     * Tries whether all of the settings can be used together.
     *
     * @throws IOException if not; the message is complete for the user
     */
    public static void tryOut(ServerTlsSettings settings) throws IOException {
        Contexts.server(settings, Contexts.provider(settings.tls()));
    }

    /** For a new connection that names no host. */
    public SslContext context() {
        return served.current().get(0).context;
    }

    /** For a new connection that asks for a host by SNI. */
    public SslContext context(String host) {
        return served.current().stream()
                .filter(each -> each.identity.isFor(host))
                .findFirst()
                .map(Served::context)
                .orElseGet(this::context);
    }

    private static Optional<Instant> firstToExpire(List<Served> all) {
        return all.stream().map(each -> each.identity.expires()).min(Instant::compareTo);
    }
}
