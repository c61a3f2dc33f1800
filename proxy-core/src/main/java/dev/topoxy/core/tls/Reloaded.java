package dev.topoxy.core.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is made of files, and made anew when they change. While what they hold cannot be used, the last that could be
 * stays in use. Checked by one thread; {@link #current()} may be called by all.
 */
final class Reloaded<T> {

    /** Makes it of the files. */
    @FunctionalInterface
    interface Loader<T> {
        T load() throws IOException;
    }

    private static final Logger log = LoggerFactory.getLogger(Reloaded.class);
    private static final Duration WARN_BEFORE_EXPIRY = Duration.ofDays(14);
    private static final Duration WARN_AGAIN = Duration.ofDays(1);

    private final String what;
    private final List<Path> files;
    private final Loader<T> loader;
    private final Function<T, Optional<Instant>> expiry;
    private final Clock clock;

    private volatile T current;
    private List<String> loaded;
    private List<String> lastSeen;
    private Instant nextExpiryWarning = Instant.MIN;

    Reloaded(String what, List<Path> files, Loader<T> loader, Function<T, Optional<Instant>> expiry, Clock clock)
            throws IOException {
        this.what = what;
        this.files = files;
        this.loader = loader;
        this.expiry = expiry;
        this.clock = clock;
        loaded = state();
        lastSeen = loaded;
        current = loader.load();
        warnOfExpiry();
    }

    T current() {
        return current;
    }

    String what() {
        return what;
    }

    Optional<Instant> expires() {
        return expiry.apply(current);
    }

    /**
     * Looks whether the files have changed, and if they have and are at rest, reads them. Files that belong together are
     * seldom written in one instant, so a change counts when the next look finds no other.
     *
     * @return the failure, if what the files now hold cannot be used
     */
    Optional<IOException> check() {
        warnOfExpiry();
        List<String> now = state();
        boolean atRest = now.equals(lastSeen);
        lastSeen = now;
        if (now.equals(loaded) || !atRest) {
            return Optional.empty();
        }
        loaded = now;
        try {
            current = loader.load();
        } catch (IOException e) {
            log.error(
                    "{}: the changed files cannot be used, new connections go on with what was read before: {}",
                    what,
                    e.getMessage());
            return Optional.of(e);
        }
        nextExpiryWarning = Instant.MIN;
        log.info("{}: read anew from {}; new connections use it", what, files);
        warnOfExpiry();
        return Optional.empty();
    }

    private void warnOfExpiry() {
        Instant now = clock.instant();
        Optional<Instant> expires = expires().filter(end -> end.isBefore(now.plus(WARN_BEFORE_EXPIRY)));
        if (expires.isEmpty() || now.isBefore(nextExpiryWarning)) {
            return;
        }
        nextExpiryWarning = now.plus(WARN_AGAIN);
        log.warn(
                "{}: its certificate {} on {}: renew the files; they are read anew without a restart",
                what,
                expires.get().isBefore(now) ? "has expired" : "expires",
                expires.get());
    }

    /** By the file behind all links, which a mounted Kubernetes secret exchanges as a whole. */
    private List<String> state() {
        List<String> state = new ArrayList<>();
        for (Path file : files) {
            try {
                BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
                state.add(file.toRealPath() + " " + attributes.fileKey() + " " + attributes.size() + " "
                        + attributes.lastModifiedTime());
            } catch (IOException e) {
                state.add(file + " " + e.getClass().getSimpleName());
            }
        }
        return state;
    }
}
