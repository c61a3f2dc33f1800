package dev.topoxy.bench;

import dev.topoxy.testkit.ProxyProcess;
import java.nio.file.Path;
import java.util.Optional;

/** The built distribution with default settings. */
record TopoxyRoute(ProxyProcess proxy) implements Route {

    static final String NAME = "Topoxy";

    static TopoxyRoute start(String broker, Path log) {
        return new TopoxyRoute(ProxyProcess.inFrontOf(broker, log));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String bootstrap() {
        return proxy.bootstrap();
    }

    @Override
    public Optional<ProcessFigures> process() {
        return Optional.of(new ProcessFigures(proxy.jvm().pid()));
    }

    @Override
    public void close() {
        proxy.close();
    }
}
