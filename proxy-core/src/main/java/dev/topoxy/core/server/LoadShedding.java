package dev.topoxy.core.server;

import dev.topoxy.core.event.CloseReason;
import dev.topoxy.core.limit.DirectMemory;
import dev.topoxy.core.log.RateLimitedLog;
import dev.topoxy.core.session.Session;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.LoggerFactory;

/**
 * Closes the connections that hold most of what their peers have not taken, when memory runs short: so that all others
 * go on.
 */
final class LoadShedding {

    private static final RateLimitedLog log =
            new RateLimitedLog(LoggerFactory.getLogger(LoadShedding.class), Duration.ofSeconds(10));

    private static final CloseReason SHED =
            new CloseReason(CloseReason.Kind.SHED, "direct memory ran short, and it held more of it than others");

    private final Supplier<? extends Collection<Session>> sessions;
    private final DirectMemory memory;

    private record Holder(Session session, long bytes) {}

    LoadShedding(Supplier<? extends Collection<Session>> sessions, DirectMemory memory) {
        this.sessions = sessions;
        this.memory = memory;
    }

    /** Sets about so many bytes free, soon: each event loop closes connections of its own. */
    void shed(long bytes) {
        Map<EventLoop, List<Session>> byLoop =
                sessions.get().stream().collect(Collectors.groupingBy(Session::eventLoop));
        byLoop.forEach((loop, own) -> loop.execute(() -> shed(loop, own, bytes / byLoop.size())));
    }

    private void shed(EventLoop loop, List<Session> own, long bytes) {
        List<Holder> holders = own.stream()
                .map(session -> new Holder(session, session.unsentBytes()))
                .filter(holder -> holder.bytes > 0)
                .sorted(Comparator.comparingLong(Holder::bytes).reversed())
                .toList();
        long used = memory.used();
        long freed = 0;
        int closed = 0;
        for (Holder next : holders) {
            if (freed >= bytes) {
                break;
            }
            next.session.close(SHED);
            freed += next.bytes;
            closed++;
        }
        if (closed > 0) {
            log.warn(
                    "",
                    "Direct memory runs short, {} of {} KiB are in use: closed those {} of the connections whose peers"
                            + " take least of what is theirs, {} KiB together; raise -XX:MaxDirectMemorySize in"
                            + " TOPOXY_JVM_OPTS, or have fewer clients that read slowly (limits.max.connections)",
                    used >> 10,
                    memory.total() >> 10,
                    closed,
                    freed >> 10);
            memory.filled(loop);
        }
    }
}
