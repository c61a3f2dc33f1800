package dev.topoxy.app;

/** A proxy at work. */
@FunctionalInterface
interface RunningProxy extends AutoCloseable {

    /** Stops it: listeners and connections first, then plugins. Returns when all is closed; closing twice is harmless. */
    @Override
    void close();
}
