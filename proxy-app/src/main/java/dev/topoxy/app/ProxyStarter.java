package dev.topoxy.app;

import dev.topoxy.app.config.ProxyConfig;

/** Starts what a configuration asks for. */
@FunctionalInterface
interface ProxyStarter {

    /** Returns once every listener is bound. */
    RunningProxy start(ProxyConfig config) throws StartFailedException;
}
