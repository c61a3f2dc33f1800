package dev.topoxy.app.config;

import java.util.List;

/** The configuration cannot be used. Every fault is one line, in the order of the file, and complete for the user. */
public final class InvalidConfigException extends Exception {
    private final List<String> faults;

    private InvalidConfigException(List<String> faults) {
        super(String.join(System.lineSeparator(), faults));
        this.faults = faults;
    }

    static InvalidConfigException of(List<Fault> faults) {
        return new InvalidConfigException(Fault.lines(faults));
    }

    public List<String> faults() {
        return faults;
    }
}
