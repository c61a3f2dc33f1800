package dev.topoxy.app;

/** A proxy at work. */
interface RunningProxy extends AutoCloseable {

    /** Lets clients go as gently as configured; returns when none is left, or soon after the deadline. */
    void drain() throws InterruptedException;

    /** Stops it: listeners and connections first, then plugins. Returns when all is closed; closing twice is harmless. */
    @Override
    void close();
}
