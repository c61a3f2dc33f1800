package dev.topoxy.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** HAProxy as a TCP proxy with one thread: what many would put there, and what reads no Kafka at all. */
final class HaProxy {

    static final String NAME = "HAProxy";

    private HaProxy() {}

    /** The program on the PATH. */
    static Optional<Path> program() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Arrays.stream((path + ":/usr/sbin:/usr/local/sbin").split(":", -1))
                .map(directory -> Path.of(directory, "haproxy"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static String version(Path program) {
        try {
            Process process = new ProcessBuilder(program.toString(), "-v")
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes(), Charset.defaultCharset());
            return said.lines().findFirst().orElse("").replaceAll("HAProxy version (\\S+).*", "$1");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Starts it in front of a broker that advertises it.
     *
     * @param pem key and certificate, where it is to speak TLS to clients
     */
    static Route start(Path program, int port, String tcpBroker, Optional<Path> pem, Path directory) {
        Path config = directory.resolve(pem.isPresent() ? "haproxy-tls.cfg" : "haproxy.cfg");
        try {
            Files.writeString(config, """
                    global
                        nbthread 1
                        maxconn 5000
                    defaults
                        mode tcp
                        timeout connect 5s
                        timeout client 1h
                        timeout server 1h
                    listen kafka
                        bind 127.0.0.1:%d%s
                        server broker %s
                    """.formatted(
                            port, pem.map(file -> " ssl crt " + file).orElse(""), tcpBroker));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String command = "'" + program + "' -db -f '" + config + "'";
        return CommandProxy.start(NAME, command, port, tcpBroker, tcpBroker, directory.resolve("haproxy.log"));
    }
}
