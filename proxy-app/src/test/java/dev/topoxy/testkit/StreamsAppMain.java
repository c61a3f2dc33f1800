package dev.topoxy.testkit;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A Streams application as a process of its own, of whatever client version its class path holds.
 *
 * <p>Arguments: bootstrap servers, application id, then settings as {@code name=value}. Prints {@code RUNNING} when it
 * runs; a failure ends it with exit code 1. A SIGTERM makes it leave the group.
 */
final class StreamsAppMain {

    private StreamsAppMain() {}

    public static void main(String[] args) {
        ParentWatch.start();
        Map<String, String> settings = new LinkedHashMap<>();
        for (int i = 2; i < args.length; i++) {
            int equals = args[i].indexOf('=');
            settings.put(args[i].substring(0, equals), args[i].substring(equals + 1));
        }
        StreamsApp app = StreamsApp.startWithoutWaiting(
                StreamsApp.Setup.of(args[0], args[1]).withSettings(settings));
        Runtime.getRuntime().addShutdownHook(new Thread(app::close, "leave-group"));
        try {
            app.awaitRunning();
            System.out.println("RUNNING");
            app.awaitEnd();
        } catch (IllegalStateException e) {
            System.out.println("FAILED " + e + " because of " + e.getCause());
        }
        System.exit(1);
    }
}
