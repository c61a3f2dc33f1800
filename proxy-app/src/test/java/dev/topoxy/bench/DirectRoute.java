package dev.topoxy.bench;

import java.util.Optional;

/** No proxy: what all others are compared with. */
record DirectRoute(String bootstrap) implements Route {

    static final String NAME = "direct";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<ProcessFigures> process() {
        return Optional.empty();
    }

    @Override
    public void close() {}
}
