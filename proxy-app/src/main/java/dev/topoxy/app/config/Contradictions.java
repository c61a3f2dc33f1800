package dev.topoxy.app.config;

import dev.topoxy.app.config.ConfigBinder.ClusterReader;
import dev.topoxy.core.address.HostPort;
import io.netty.util.NetUtil;
import java.util.BitSet;
import java.util.List;

/** Finds settings that are right one by one and cannot be together. */
final class Contradictions {
    private static final int MAX_PORT = 65535;

    private final Faults faults;

    private Contradictions(Faults faults) {
        this.faults = faults;
    }

    static void between(List<ClusterReader> clusters, AdminConfig admin, Faults faults) {
        Contradictions found = new Contradictions(faults);
        for (int i = 0; i < clusters.size(); i++) {
            found.inPorts(clusters.get(i));
            found.inNames(clusters.get(i));
            found.inServers(clusters.get(i));
            found.withAdmin(clusters.get(i), admin);
            for (ClusterReader earlier : clusters.subList(0, i)) {
                found.inPair(earlier, clusters.get(i));
            }
        }
    }

    private void inPorts(ClusterReader cluster) {
        HostPort listen = cluster.config().listen();
        BitSet ports = PortSet.brokers(cluster.config());
        if (ports.get(listen.port())) {
            faults.add(
                    cluster.brokers().origin(Schema.PORTS),
                    cluster.brokers().path(Schema.PORTS),
                    "hold port " + listen.port() + ", which is the port of listen: choose ports outside it");
        }
        int offset = cluster.config().advertisedPortOffset();
        if (ports.length() - 1 > MAX_PORT) {
            faults.add(
                    cluster.reader().origin(Schema.LISTEN),
                    cluster.reader().path(Schema.LISTEN),
                    "the " + BrokerPorts.AUTOMATIC_PORTS + " ports after " + listen.port() + " would pass " + MAX_PORT
                            + ": choose a lower port, or set brokers.ports");
        } else if (!ports.isEmpty() && (ports.length() - 1 + offset > MAX_PORT || ports.nextSetBit(0) + offset < 1)) {
            faults.add(
                    cluster.reader().origin(Schema.ADVERTISED),
                    cluster.reader().path(Schema.ADVERTISED),
                    "shifts brokers' ports by " + offset + " as it does the port of listen, to "
                            + (ports.nextSetBit(0) + offset) + "-" + (ports.length() - 1 + offset)
                            + ": choose ports so that all stay within 1-" + MAX_PORT);
        }
    }

    private void inNames(ClusterReader cluster) {
        if (!(cluster.config().ports() instanceof BrokerPorts.ByName byName)) {
            return;
        }
        if (cluster.reader().subsection(TransportSchema.TLS).isEmpty()) {
            faults.add(
                    cluster.brokers().origin(Schema.HOSTS),
                    cluster.brokers().path(Schema.HOSTS),
                    "clients tell the name of a broker by TLS only: add the section tls, or set ports instead");
        }
        HostPort advertised = cluster.config().advertised();
        Key<HostPort> key = cluster.reader().has(Schema.ADVERTISED) ? Schema.ADVERTISED : Schema.LISTEN;
        if (NetUtil.createByteArrayFromIpAddressString(advertised.host()) != null) {
            faults.add(
                    cluster.reader().origin(key),
                    cluster.reader().path(key),
                    "'" + advertised + "' is an address, but with brokers.hosts clients must connect by a name: set"
                            + " advertised to one, like kafka.example.com:" + advertised.port());
        } else if (byName.names().nodeOf(advertised.host()).isPresent()) {
            faults.add(
                    cluster.reader().origin(key),
                    cluster.reader().path(key),
                    "'" + advertised + "' is also the name of a broker by brokers.hosts: choose another");
        }
    }

    private void inServers(ClusterReader cluster) {
        ClusterConfig config = cluster.config();
        for (HostPort server : config.bootstrapServers()) {
            if (server.sameAs(config.listen()) || server.sameAs(config.advertised())) {
                faults.add(
                        cluster.reader().origin(Schema.BOOTSTRAP_SERVERS),
                        cluster.reader().path(Schema.BOOTSTRAP_SERVERS),
                        "'" + server + "' is the proxy itself: name the brokers' own addresses");
            }
        }
    }

    private void withAdmin(ClusterReader cluster, AdminConfig admin) {
        admin.listen()
                .filter(listen -> PortSet.bound(cluster.config()).overlaps(PortSet.of(listen)))
                .ifPresent(listen -> faults.add(
                        cluster.reader().origin(Schema.LISTEN),
                        cluster.reader().path(Schema.LISTEN),
                        "takes " + PortSet.bound(cluster.config()) + ", where the admin server listens too, at "
                                + listen + ": give one of them another port, or set admin.listen: none"));
    }

    private void inPair(ClusterReader first, ClusterReader second) {
        String name = second.config().name();
        if (first.config().name().equals(name) && second.reader().has(Schema.NAME)) {
            faults.add(
                    second.reader().origin(Schema.NAME),
                    second.reader().path(Schema.NAME),
                    "'" + name + "' is already the name of " + first.reader().path() + ": names must differ");
        }
        PortSet firstPorts = PortSet.bound(first.config());
        PortSet secondPorts = PortSet.bound(second.config());
        if (firstPorts.overlaps(secondPorts)) {
            faults.add(
                    second.reader().origin(Schema.LISTEN),
                    second.reader().path(Schema.LISTEN),
                    "cluster '" + name + "' takes " + secondPorts + ", which overlaps cluster '"
                            + first.config().name() + "' on " + firstPorts + ": give one of them other ports");
        }
    }
}
