package dev.topoxy.app;

import dev.topoxy.app.config.BrokerPorts;
import dev.topoxy.app.config.ClusterConfig;
import dev.topoxy.app.config.ProxyConfig;
import dev.topoxy.app.config.TransportConfig;
import dev.topoxy.core.address.HostPort;
import dev.topoxy.core.tls.ClientAuthentication;
import dev.topoxy.core.tls.ServerTlsSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Says in sentences what a configuration means: for the log at start and for {@code --check}. */
final class Summary {

    private Summary() {}

    static List<String> of(ProxyConfig config) {
        List<String> sentences =
                new ArrayList<>(config.clusters().stream().map(Summary::of).toList());
        config.admin()
                .listen()
                .ifPresent(listen -> sentences.add("admin server: "
                        + (config.admin().tls().isPresent() ? "https://" : "http://")
                        + listen + "/"
                        + config.admin().tls().map(Summary::clientCertificates).orElse("")
                        + (config.admin().token().isPresent() ? ", with a token" : "")));
        return sentences;
    }

    private static String of(ClusterConfig cluster) {
        String advertised =
                cluster.advertised().equals(cluster.listen()) ? "" : ", told to clients as " + cluster.advertised();
        return "cluster '%s': listening on %s%s%s in front of %s%s; brokers at %s; topology descriptions: %s"
                .formatted(
                        cluster.name(),
                        cluster.listen(),
                        advertised,
                        cluster.transport()
                                .tls()
                                .map(tls -> " with TLS" + clientCertificates(tls))
                                .orElse(""),
                        cluster.bootstrapServers().stream()
                                .map(HostPort::toString)
                                .collect(Collectors.joining(",")),
                        upstream(cluster.transport()),
                        brokers(cluster),
                        plugin(cluster));
    }

    private static String clientCertificates(ServerTlsSettings tls) {
        return tls.clientAuth() == ClientAuthentication.NONE
                ? ""
                : ", client certificates " + tls.clientAuth().name().toLowerCase(Locale.ROOT);
    }

    private static String upstream(TransportConfig transport) {
        return (transport.upstreamTls().isPresent() ? " with TLS" : "")
                + transport
                        .upstreamLogin()
                        .map(login -> ", logging in with " + login.mechanism())
                        .orElse("");
    }

    private static String brokers(ClusterConfig cluster) {
        BrokerPorts ports = cluster.ports();
        if (ports instanceof BrokerPorts.Range range) {
            return "ports %d-%d from node id %d on".formatted(range.first(), range.last(), range.firstNodeId());
        }
        if (ports instanceof BrokerPorts.Explicit explicit) {
            return explicit.ports().entrySet().stream()
                    .map(entry -> "port " + entry.getValue() + " (node " + entry.getKey() + ")")
                    .collect(Collectors.joining(", "));
        }
        if (ports instanceof BrokerPorts.ByName byName) {
            return byName.names() + " by SNI";
        }
        int first = cluster.listen().port() + 1;
        return "ports %d-%d by node id modulo %d"
                .formatted(first, first + BrokerPorts.AUTOMATIC_PORTS - 1, BrokerPorts.AUTOMATIC_PORTS);
    }

    private static String plugin(ClusterConfig cluster) {
        return cluster.topologyDescription()
                .map(settings -> "plugin %s, at most %s bytes, native %s"
                                .formatted(
                                        settings.plugin(),
                                        settings.maxBytes() == 0 ? "unlimited" : settings.maxBytes(),
                                        settings.nativeMode()
                                                .name()
                                                .toLowerCase(Locale.ROOT)
                                                .replace('_', '-'))
                        + cluster.openLineage()
                                .map(catalog -> ", sent on to " + catalog.url())
                                .orElse(""))
                .orElse("none, only addresses are changed");
    }
}
