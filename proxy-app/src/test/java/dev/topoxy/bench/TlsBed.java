package dev.topoxy.bench;

import dev.topoxy.testkit.ClusterSpec;
import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.KafkaBroker;
import dev.topoxy.testkit.ProxyProcess;
import dev.topoxy.testkit.SelfSigned;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The ways to the broker with TLS to the client: the broker's own, and proxies that speak plainly to the broker. */
final class TlsBed {

    private static final String DIRECT_LISTENER = "TLS";
    private static final String HAPROXY_LISTENER = "HAPROXYTLS";
    private static final String KEY = "bench";

    private final int haproxyPort = FreePorts.one();
    private final Path directory;
    private final SelfSigned key;

    TlsBed(Path directory) {
        this.directory = directory;
        this.key = SelfSigned.make(directory, KEY, "CN=bench", "dns:localhost,ip:127.0.0.1");
    }

    /** Adds what these routes lead to. The broker's listeners must all have been named before. */
    ClusterSpec addTo(ClusterSpec spec) {
        ClusterSpec extended =
                spec.withListener(DIRECT_LISTENER).withAdvertisedListener(HAPROXY_LISTENER, "127.0.0.1:" + haproxyPort);
        Map<String, String> protocols = new LinkedHashMap<>();
        for (String plain : List.of(KafkaBroker.CONTROLLER, KafkaBroker.INTERNAL, KafkaBroker.CLIENT)) {
            protocols.put(plain, "PLAINTEXT");
        }
        extended.advertisedListeners().keySet().forEach(name -> protocols.put(name, "PLAINTEXT"));
        protocols.put(DIRECT_LISTENER, "SSL");
        List<String> pairs = new ArrayList<>();
        protocols.forEach((listener, protocol) -> pairs.add(listener + ":" + protocol));
        String prefix = "listener.name." + DIRECT_LISTENER.toLowerCase(Locale.ROOT) + ".ssl.keystore.";
        return extended.withProperty("listener.security.protocol.map", String.join(",", pairs))
                .withProperty(prefix + "location", key.keystore().toString())
                .withProperty(prefix + "type", "PKCS12")
                .withProperty(prefix + "password", SelfSigned.PASSWORD);
    }

    /** Starts the proxies, and adds each way as soon as it is there. */
    void startRoutes(List<Route> routes, KafkaBroker broker, Optional<Path> haproxy) {
        routes.add(secured(new DirectRoute(broker.address(DIRECT_LISTENER))));
        haproxy.ifPresent(program -> routes.add(secured(HaProxy.start(
                program, haproxyPort, broker.address(HAPROXY_LISTENER), Optional.of(key.pem()), directory))));
        routes.add(secured(topoxy(broker.address())));
    }

    private Route topoxy(String broker) {
        String listen = "127.0.0.1:" + FreePorts.consecutive(ProxyProcess.PORTS);
        try {
            Path config = Files.writeString(directory.resolve("topoxy-tls.yaml"), """
                    clusters:
                      - bootstrap.servers: %s
                        listen: %s
                        tls:
                          ssl.keystore.location: %s
                          ssl.keystore.password: %s
                    """.formatted(
                            broker, listen, key.keystore(), SelfSigned.PASSWORD));
            return new TopoxyRoute(ProxyProcess.withConfig(config, listen, directory.resolve("topoxy-tls.log")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Route secured(Route route) {
        return new Secured(
                route,
                Map.of(
                        "security.protocol",
                        "SSL",
                        "ssl.truststore.type",
                        "PKCS12",
                        "ssl.truststore.location",
                        key.truststore().toString(),
                        "ssl.truststore.password",
                        SelfSigned.PASSWORD));
    }

    private record Secured(Route route, Map<String, String> clientProperties) implements Route {
        @Override
        public String name() {
            return route.name();
        }

        @Override
        public String bootstrap() {
            return route.bootstrap();
        }

        @Override
        public Optional<ProcessFigures> process() {
            return route.process();
        }

        @Override
        public void close() {
            route.close();
        }
    }
}
