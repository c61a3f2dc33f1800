package dev.topoxy.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Free loopback ports below the range that the system gives to outgoing connections, so that a stopped server finds its
 * port free again.
 */
public final class FreePorts {

    private static final int FIRST = 20_000;
    private static final int LAST = 32_000;

    private static int next = ThreadLocalRandom.current().nextInt(FIRST, LAST);

    private FreePorts() {}

    public static int one() {
        return consecutive(1);
    }

    /** The first of {@code count} free ports in a row. No port is handed out twice soon. */
    public static synchronized int consecutive(int count) {
        for (int attempt = 0; attempt < 1_000; attempt++) {
            if (next + count > LAST) {
                next = FIRST;
            }
            int first = next;
            next += count;
            if (allFree(first, count)) {
                return first;
            }
        }
        throw new IllegalStateException("no " + count + " free ports in a row within " + FIRST + "-" + LAST);
    }

    private static boolean allFree(int first, int count) {
        List<ServerSocket> held = new ArrayList<>();
        try {
            for (int port = first; port < first + count; port++) {
                held.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
            }
            return true;
        } catch (IOException e) {
            return false;
        } finally {
            held.forEach(FreePorts::close);
        }
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException("could not close port " + socket.getLocalPort(), e);
        }
    }
}
