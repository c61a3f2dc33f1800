package dev.topoxy.app.config;

import java.util.ArrayList;
import java.util.List;

/** Gathers faults, so that all of them are told at once. */
final class Faults {
    private final List<Fault> found = new ArrayList<>();

    void add(Origin origin, String path, String message) {
        found.add(new Fault(origin, path, message));
    }

    boolean none() {
        return found.isEmpty();
    }

    /** Does nothing where none was found. */
    void throwIfAny() throws InvalidConfigException {
        if (!found.isEmpty()) {
            throw InvalidConfigException.of(found);
        }
    }
}
