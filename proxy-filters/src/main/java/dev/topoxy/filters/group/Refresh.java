package dev.topoxy.filters.group;

import java.time.Duration;

/**
 * Whether a group is to push once more what is stored already. One member is asked at a time; should its push not come or
 * fail, another one is asked later, a few times. Thread-safe.
 */
final class Refresh {

    private static final int MOST_ATTEMPTS = 5;
    private static final long FIRST_WAIT_NANOS = Duration.ofSeconds(30).toNanos();

    private volatile boolean due;
    private boolean doneBefore;
    private long doneAt;
    private int attempts;
    private long askAgainAt;

    boolean isDue() {
        return due;
    }

    /** A push is due, unless one came after the time at which it became so. */
    synchronized void from(long since) {
        if (due || (doneBefore && doneAt - since >= 0)) {
            return;
        }
        due = true;
        attempts = 0;
    }

    /** Whether the caller is to ask its member now. */
    boolean ask(long now) {
        return due && askNow(now);
    }

    private synchronized boolean askNow(long now) {
        if (attempts > 0 && now - askAgainAt < 0) {
            return false;
        }
        if (attempts == MOST_ATTEMPTS) {
            due = false;
            return false;
        }
        askAgainAt = now + (FIRST_WAIT_NANOS << attempts);
        attempts++;
        return true;
    }

    synchronized void done(long now) {
        due = false;
        doneBefore = true;
        doneAt = now;
    }
}
