package dev.topoxy.app.config;

import java.util.ArrayList;
import java.util.List;

/** Gathers faults, so that all of them are told at once, and warnings beside them. */
final class Faults {
    private final List<Fault> found = new ArrayList<>();
    private final List<Fault> warnings = new ArrayList<>();

    void add(Origin origin, String path, String message) {
        found.add(new Fault(origin, path, message));
    }

    /** Nothing that keeps the configuration from being used. */
    void warn(Origin origin, String path, String message) {
        warnings.add(new Fault(origin, path, message));
    }

    List<String> warnings() {
        return Fault.lines(warnings);
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
