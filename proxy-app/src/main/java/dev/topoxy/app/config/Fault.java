package dev.topoxy.app.config;

import dev.topoxy.app.logging.ControlCharacters;
import java.util.Comparator;
import java.util.List;

/**
 * One thing that is wrong with the configuration.
 *
 * @param path the key, like {@code clusters[0].listen}; empty for the file as a whole
 * @param message names the value and the way out
 */
record Fault(Origin origin, String path, String message) {

    private static final Comparator<Fault> BY_PLACE = Comparator.comparingInt((Fault fault) -> line(fault.origin))
            .thenComparingInt(fault -> column(fault.origin));

    /** As the user reads them, in the order of the file. */
    static List<String> lines(List<Fault> faults) {
        return faults.stream()
                .sorted(BY_PLACE)
                .map(fault -> ControlCharacters.escape(fault.toString()))
                .toList();
    }

    @Override
    public String toString() {
        // An option's name says which setting it is; a place in a file does not.
        boolean named = origin instanceof Origin.Option || path.isEmpty();
        return origin + ": " + (named ? "" : path + ": ") + message;
    }

    private static int line(Origin origin) {
        return origin instanceof Origin.Position position ? position.line() : 0;
    }

    private static int column(Origin origin) {
        return origin instanceof Origin.Position position ? position.column() : 0;
    }
}
