package dev.topoxy.app;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * SIGTERM and SIGINT: the first asks for a stop in good order, the second ends the process at once. Java's own handling
 * would run shutdown hooks for the first and ignore the second while they run; only sun.misc.Signal lets a program see
 * both, by reflection because the compiler takes no order to be silent about it.
 */
final class StopSignals implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Topoxy.class);

    /** What a shell reports of a process that a signal ended, before the signal's number is added. */
    private static final int SIGNALLED = 128;

    private static final Map<String, Integer> NUMBERS = Map.of("TERM", 15, "INT", 2);

    private final CountDownLatch first = new CountDownLatch(1);
    private final Map<String, Object> handlersBefore = new HashMap<>();

    private StopSignals() {}

    /** Listens until closed. */
    static StopSignals listen() {
        StopSignals signals = new StopSignals();
        for (String name : List.of("TERM", "INT")) {
            try {
                signals.handlersBefore.put(name, handle(name, signals.handlerOf(name)));
            } catch (ReflectiveOperationException e) {
                log.warn(
                        "SIG{} ends the process at once, without a drain: {}: remove -Xrs from TOPOXY_JVM_OPTS",
                        name,
                        String.valueOf(e instanceof InvocationTargetException ? e.getCause() : e));
            }
        }
        return signals;
    }

    private Object handlerOf(String name) throws ClassNotFoundException {
        Class<?> type = Class.forName("sun.misc.SignalHandler");
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
            if (method.getName().equals("handle")) {
                received(name);
                return null;
            }
            return method.invoke(this, arguments);
        });
    }

    /** Returns what handled it before. */
    private static Object handle(String name, Object handler) throws ReflectiveOperationException {
        Class<?> type = Class.forName("sun.misc.Signal");
        Method handle = type.getMethod("handle", type, Class.forName("sun.misc.SignalHandler"));
        return handle.invoke(null, type.getConstructor(String.class).newInstance(name), handler);
    }

    private synchronized void received(String name) {
        if (first.getCount() == 0) {
            log.warn("a second signal, SIG{}: ending at once, connections are cut", name);
            Runtime.getRuntime().halt(SIGNALLED + NUMBERS.getOrDefault(name, 0));
        }
        log.info("SIG{}: stopping; a second signal ends the process at once", name);
        first.countDown();
    }

    /** Waits for the first one. */
    void await() throws InterruptedException {
        first.await();
    }

    @Override
    public void close() {
        handlersBefore.forEach((name, handler) -> {
            try {
                handle(name, handler);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("SIG" + name, e);
            }
        });
    }
}
