package dev.topoxy.core.drain;

import dev.topoxy.core.event.CloseReason;
import dev.topoxy.core.session.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends all connections with as little harm as time allows. Sessions are told in waves to come to rest, so that their
 * clients do not all connect elsewhere at the same moment; until it is told, a session works on. Told, it takes no
 * further request and ends with its last answer.
 *
 * <pre>
 * still accepting --delay--> told in waves, within half the deadline --> resting --deadline--> the rest is cut
 * </pre>
 */
public final class Drain {

    private static final Logger log = LoggerFactory.getLogger(Drain.class);

    private static final CloseReason SHUTDOWN = new CloseReason(CloseReason.Kind.SHUTDOWN, "the proxy stops");

    /** So many connections at once are no stampede. */
    private static final int SMALL_WAVE = 50;

    private static final int MEAN_PAUSE_MILLIS = 100;
    private static final Duration PROGRESS_INTERVAL = Duration.ofSeconds(2);

    private final DrainSettings settings;
    private final Supplier<? extends Collection<Session>> sessions;
    private final Set<Session> told = new HashSet<>();

    /**
     * @param sessions those open at the moment
     */
    public Drain(DrainSettings settings, Supplier<? extends Collection<Session>> sessions) {
        this.settings = settings;
        this.sessions = sessions;
    }

    /**
     * Returns when no connection is left, or soon after the deadline. Blocks; not for an event loop.
     *
     * @param stopAccepting run after the delay
     */
    public void run(Runnable stopAccepting) throws InterruptedException {
        if (!settings.delay().isZero()) {
            log.info(
                    "draining: accepting connections for another {} ms (shutdown.delay.ms)",
                    settings.delay().toMillis());
            Thread.sleep(settings.delay().toMillis());
        }
        stopAccepting.run();
        long begin = System.nanoTime();
        long deadline = begin + settings.deadline().toNanos();
        long nextProgress = begin;
        int wave = waveOf(sessions.get().size());
        for (Collection<Session> left = sessions.get(); !left.isEmpty(); left = sessions.get()) {
            long now = System.nanoTime();
            if (now - deadline >= 0) {
                cut(left);
                return;
            }
            if (now - nextProgress >= 0) {
                nextProgress = now + PROGRESS_INTERVAL.toNanos();
                log.info(
                        "draining: {} and {} left, {} ms to shutdown.deadline.ms",
                        counted(left.size(), "connection"),
                        counted(requestsUnderWay(left), "request"),
                        TimeUnit.NANOSECONDS.toMillis(deadline - now));
            }
            tellNext(left, wave);
            TimeUnit.NANOSECONDS.sleep(Math.min(pauseNanos(), Math.max(1, deadline - now)));
        }
        log.info("drained in {} ms", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin));
    }

    /** All are to be told within half the deadline, so that the last ones have the other half. */
    private int waveOf(int connections) {
        long waves = Math.max(1, settings.deadline().toMillis() / 2 / MEAN_PAUSE_MILLIS);
        return Math.max(SMALL_WAVE, (int) Math.ceil((double) connections / waves));
    }

    /** Once all are told the end is near, and looked for more often. */
    private long pauseNanos() {
        boolean allTold = told.containsAll(sessions.get());
        int mean = allTold ? MEAN_PAUSE_MILLIS / 10 : MEAN_PAUSE_MILLIS;
        return TimeUnit.MILLISECONDS.toNanos(ThreadLocalRandom.current().nextLong(mean / 2, mean + mean / 2));
    }

    private void tellNext(Collection<Session> left, int count) {
        List<Session> next = new ArrayList<>(left);
        next.removeAll(told);
        // One client's connections should not all be in one wave.
        Collections.shuffle(next);
        for (Session session : next.subList(0, Math.min(count, next.size()))) {
            told.add(session);
            session.closeWhenIdle(SHUTDOWN);
        }
    }

    private void cut(Collection<Session> left) throws InterruptedException {
        log.warn(
                "draining: cutting {} with {} under way, since shutdown.deadline.ms of {} has passed",
                counted(left.size(), "connection"),
                counted(requestsUnderWay(left), "request"),
                settings.deadline().toMillis());
        left.forEach(session -> session.closeNow(SHUTDOWN));
    }

    private static int requestsUnderWay(Collection<Session> left) throws InterruptedException {
        AtomicInteger requests = new AtomicInteger();
        List<Session> asked = List.copyOf(left);
        CountDownLatch answered = new CountDownLatch(asked.size());
        for (Session session : asked) {
            session.eventLoop().execute(() -> {
                requests.addAndGet(session.requestsUnderWay());
                answered.countDown();
            });
        }
        // An event loop that is busy for longer has no say in a progress line.
        answered.await(1, TimeUnit.SECONDS);
        return requests.get();
    }

    private static String counted(int count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }
}
