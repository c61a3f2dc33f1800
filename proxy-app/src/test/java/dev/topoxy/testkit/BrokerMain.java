package dev.topoxy.testkit;

import java.util.Arrays;

/**
 * A broker in one JVM: formats its directory if it is new, then runs. Its class path is Kafka's and a jar with this
 * class, so Kafka's classes are found by name.
 *
 * <p>Arguments: the properties file, then the arguments of StorageTool.
 */
final class BrokerMain {

    private BrokerMain() {}

    public static void main(String[] args) throws Exception {
        ParentWatch.start();
        String[] format = Arrays.copyOfRange(args, 1, args.length);
        Object exit = Class.forName("kafka.tools.StorageTool")
                .getMethod("execute", String[].class, java.io.PrintStream.class)
                .invoke(null, format, System.out);
        if (!Integer.valueOf(0).equals(exit)) {
            System.exit(2);
        }
        Class.forName("kafka.Kafka").getMethod("main", String[].class).invoke(null, (Object)
                Arrays.copyOfRange(args, 0, 1));
    }
}
