package dev.topoxy.testkit;

import java.io.IOException;
import java.io.OutputStream;

/** Ends a child JVM when the one that started it is gone, even by a kill -9. */
final class ParentWatch {

    private ParentWatch() {}

    /** Standard input is a pipe that the parent never writes to: its end means the parent's. */
    static void start() {
        Thread watch = new Thread(ParentWatch::haltAtEnd, "parent-watch");
        watch.setDaemon(true);
        watch.start();
    }

    private static void haltAtEnd() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // A broken pipe says the same as its end.
        }
        Runtime.getRuntime().halt(3);
    }
}
