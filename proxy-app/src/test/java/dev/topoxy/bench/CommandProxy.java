package dev.topoxy.bench;

import dev.topoxy.testkit.ChildJvm;
import dev.topoxy.testkit.ProxyProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;

/** Any other proxy: a shell command that becomes it by {@code exec}, so that its processor time can be read. */
final class CommandProxy implements Route {

    /** Ports that such a proxy may use, its bootstrap port first. */
    static final int PORTS = ProxyProcess.PORTS;

    private static final Duration START_TIMEOUT = Duration.ofSeconds(90);

    private final String name;
    private final String listen;
    private final ChildJvm process;

    private CommandProxy(String name, String listen, ChildJvm process) {
        this.name = name;
        this.listen = listen;
        this.process = process;
    }

    /**
     * Starts it and waits until it accepts connections.
     *
     * @param broker the address of a listener that advertises itself
     * @param tcpBroker the address of a listener that advertises {@code 127.0.0.1:port}
     */
    static CommandProxy start(String name, String command, int port, String broker, String tcpBroker, Path log) {
        String listen = "127.0.0.1:" + port;
        String filled = command.replace("{listen}", listen)
                .replace("{port}", Integer.toString(port))
                .replace("{broker}", broker)
                .replace("{tcp-broker}", tcpBroker);
        ChildJvm process = ChildJvm.startScript(name, List.of("/bin/sh", "-c", "exec " + filled), Map.of(), log);
        CommandProxy proxy = new CommandProxy(name, listen, process);
        try {
            Awaitility.await()
                    .atMost(START_TIMEOUT)
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> accepts(port, process));
            return proxy;
        } catch (RuntimeException e) {
            proxy.close();
            throw new IllegalStateException(name + " does not listen at " + listen + "\n" + process.logTail(), e);
        }
    }

    private static boolean accepts(int port, ChildJvm process) {
        if (!process.isAlive()) {
            throw new IllegalStateException("it ended");
        }
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String bootstrap() {
        return listen;
    }

    @Override
    public Optional<ProcessFigures> process() {
        return Optional.of(new ProcessFigures(process.pid()));
    }

    @Override
    public void close() {
        process.close();
    }
}
