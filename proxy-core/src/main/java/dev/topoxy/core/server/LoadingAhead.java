package dev.topoxy.core.server;

import dev.topoxy.core.wire.Messages;
import java.util.concurrent.CompletableFuture;

/**
 * Loads what every proxy needs, a thousand classes and more, on a thread of its own: the sooner it begins, for instance
 * before the configuration is read, the sooner a proxy starts.
 */
public final class LoadingAhead {

    private static final CompletableFuture<Transport> transport = new CompletableFuture<>();

    static {
        Thread thread = new Thread(LoadingAhead::load, "loading-ahead");
        thread.setDaemon(true);
        thread.start();
    }

    private LoadingAhead() {}

    /** Begins, unless it has begun before. */
    public static void begin() {
        // That the class is initialised is all.
    }

    private static void load() {
        try {
            transport.complete(Transport.ready());
        } catch (RuntimeException | Error e) {
            transport.completeExceptionally(e);
        }
        Messages.load();
    }

    /** Waits for the part that is Netty's: two threads that initialise such classes at once may wait for each other. */
    static Transport transport() {
        return transport.join();
    }
}
