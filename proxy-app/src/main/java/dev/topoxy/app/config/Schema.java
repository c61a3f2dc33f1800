package dev.topoxy.app.config;

import dev.topoxy.core.address.HostPort;
import dev.topoxy.core.address.NodeNames;
import java.time.Duration;
import java.util.List;

/** All that can be configured; larger parts have a class of their own. Binder, messages and reference are made from it. */
final class Schema {
    private static final int HOUR_MS = 3_600_000;

    static final String CLUSTERS = "clusters";
    static final String LIMITS = "limits";
    static final String TCP = "tcp";
    static final String ADMIN = "admin";
    static final String BROKERS = "brokers";

    static final Key<Integer> MAX_REQUEST_BYTES = Key.of(
            "socket.request.max.bytes",
            Types.integer("a size in bytes", 1024, Integer.MAX_VALUE),
            "104857600",
            "The largest request accepted from a client, in bytes; a larger one closes its connection.");
    static final Key<Duration> CONNECT_TIMEOUT = Key.of(
            "connect.timeout.ms",
            Types.millis(1, HOUR_MS),
            "10000",
            "How long a broker may take to accept a connection.");
    static final Key<Duration> HANDSHAKE_TIMEOUT = Key.of(
            "handshake.timeout.ms",
            Types.millis(1, HOUR_MS),
            "10000",
            "How long a client may take for its PROXY header and TLS handshake, and then for its first whole request; and a "
                    + "broker for its TLS handshake and login.");
    static final Key<Integer> EVENT_LOOP_THREADS = Key.of(
            "event.loop.threads",
            Types.integer("a number of threads", 0, 1024),
            "0",
            "Threads that move bytes; 0 for the number of processors.");

    static final Key<Duration> SHUTDOWN_DELAY = Key.of(
            "shutdown.delay.ms",
            Types.millis(0, HOUR_MS),
            "0",
            "How long connections are still accepted after SIGTERM, while readiness is off already: the time that a load "
                    + "balancer or Kubernetes takes to notice, say 10000.");
    static final Key<Duration> SHUTDOWN_DEADLINE = Key.of(
            "shutdown.deadline.ms",
            Types.millis(0, HOUR_MS),
            "20000",
            "How long after that requests under way may take; connections left then are cut. See "
                    + "[operations.md](operations.md).");

    static final Key<Integer> MAX_CONNECTIONS = Key.of(
            "max.connections",
            Types.integer("a number of connections", 0, Integer.MAX_VALUE),
            "0",
            "Client connections open at the same time; 0 for any number. One more is closed at once. Each takes two file "
                    + "descriptors.");
    static final Key<Integer> MAX_CONNECTIONS_PER_IP = Key.of(
            "max.connections.per.ip",
            Types.integer("a number of connections", 0, Integer.MAX_VALUE),
            "0",
            "The same for each client address.");
    static final Key<Integer> MAX_IN_FLIGHT_REQUESTS = Key.of(
            "max.in.flight.requests.per.connection",
            Types.integer("a number of requests", 1, 1_000_000),
            "1000",
            "Requests of one connection that are owed an answer; with so many, it is read no further until half of them "
                    + "are answered.");
    static final Key<Integer> QUEUED_MAX_REQUEST_BYTES = Key.of(
            "queued.max.request.bytes",
            Types.integer("a size in bytes", 1, Integer.MAX_VALUE),
            "67108864",
            "Memory, of all connections together, for requests that Topoxy reads itself and that have not arrived "
                    + "completely; without any left, connections that want more are read no further for a while.");
    static final Key<Duration> REQUEST_STALL_TIMEOUT = Key.of(
            "request.stall.timeout.ms",
            Types.millis(1, HOUR_MS),
            "30000",
            "How long a client may send nothing in the middle of a request; it is closed within once to twice that time. "
                    + "A large request may take as long as it wants if it goes on.");
    static final Key<Duration> MAX_IDLE = Key.of(
            "connections.max.idle.ms",
            Types.millis(0, Integer.MAX_VALUE),
            "0",
            "How long a connection may be silent before it is closed; 0 leaves that to the brokers, whose closing is "
                    + "passed on.");
    static final Key<Integer> CLUSTER_MAX_CONNECTIONS = Key.of(
            "max.connections",
            Types.integer("a number of connections", 0, Integer.MAX_VALUE),
            "0",
            "Client connections to this cluster that are open at the same time; 0 for any number.");

    static final Key<Duration> KEEPALIVE_IDLE = Key.of(
            "keepalive.idle.ms",
            Types.millis(1000, HOUR_MS),
            "60000",
            "How long a connection is silent before the kernel asks whether its peer is still there.");
    static final Key<Duration> KEEPALIVE_INTERVAL = Key.of(
            "keepalive.interval.ms", Types.millis(1000, HOUR_MS), "10000", "How long it waits before it asks again.");
    static final Key<Integer> KEEPALIVE_COUNT = Key.of(
            "keepalive.count",
            Types.integer("a number of probes", 1, 127),
            "3",
            "Questions without an answer that close the connection.");
    static final Key<Duration> BROKER_USER_TIMEOUT = Key.of(
            "broker.user.timeout.ms",
            Types.millis(0, HOUR_MS),
            "60000",
            "How long a broker may leave bytes unacknowledged; 0 for the kernel's own limit of about 15 minutes. Linux also"
                    + " takes it for a silent broker that does not answer, in place of `keepalive.count`.");
    static final Key<Duration> CLIENT_USER_TIMEOUT = Key.of(
            "client.user.timeout.ms",
            Types.millis(0, HOUR_MS),
            "0",
            "The same for clients. It also ends a client that just does not read for so long, like a consumer that takes "
                    + "its time between polls: it should be more than their `max.poll.interval.ms`.");

    static final Key<String> NAME = Key.of(
            "name", Types.NAME, "main", "The cluster's name in log lines; must be given when there are several.");
    static final Key<List<HostPort>> BOOTSTRAP_SERVERS =
            Key.required("bootstrap.servers", Types.HOST_PORTS, "Brokers of the cluster to ask first.");
    static final Key<HostPort> LISTEN = Key.of(
            "listen",
            Types.HOST_PORT,
            "127.0.0.1:19092",
            "What clients use as `bootstrap.servers`. Brokers' ports are bound on the same address.");
    static final Key<HostPort> ADVERTISED = Key.optional(
            "advertised",
            Types.HOST_PORT,
            "as `listen`",
            "What clients reach `listen` by, if that is another address. Required when `listen` is a wildcard. "
                    + "If the port differs, brokers' ports are told to clients with the same difference.");

    static final Key<BrokerPorts> PORTS = Key.optional(
            "ports",
            Types.BROKER_PORTS,
            "the " + BrokerPorts.AUTOMATIC_PORTS + " ports after `listen`",
            "Where brokers are reached: a range, where the first port is node `node.id.first` and the next ports are "
                    + "the next nodes, or a map like `{1: 19093, 5: 19094}`. By default a node's port is found by its "
                    + "id modulo " + BrokerPorts.AUTOMATIC_PORTS + ".");
    static final Key<Integer> FIRST_NODE_ID = Key.of(
            "node.id.first",
            Types.integer("a node id", 0, Integer.MAX_VALUE),
            "0",
            "The node id at the first port of the range.");

    static final Key<NodeNames> HOSTS = Key.optional(
            "hosts",
            Types.NODE_NAMES,
            "none",
            "In place of ports: a host name for each broker, like `broker-$(nodeId).example.com`, all at the port of "
                    + "`listen`. Needs `tls`, and a certificate for all these names and for the host of `advertised`.");

    static final Section ROOT = new Section(
            "",
            "The file itself.",
            List.of(
                    MAX_REQUEST_BYTES,
                    CONNECT_TIMEOUT,
                    HANDSHAKE_TIMEOUT,
                    EVENT_LOOP_THREADS,
                    SHUTDOWN_DELAY,
                    SHUTDOWN_DEADLINE),
            List.of(ADMIN, LIMITS, TCP, CLUSTERS));
    static final Section CLIENT_LIMITS = new Section(
            "limits",
            "What clients may take; see [operations.md](operations.md).",
            List.of(
                    MAX_CONNECTIONS,
                    MAX_CONNECTIONS_PER_IP,
                    MAX_IN_FLIGHT_REQUESTS,
                    QUEUED_MAX_REQUEST_BYTES,
                    REQUEST_STALL_TIMEOUT,
                    MAX_IDLE),
            List.of());
    static final Section TCP_TIMEOUTS = new Section(
            "tcp",
            "How clients and brokers that are gone without a word are noticed, on Linux; see "
                    + "[operations.md](operations.md).",
            List.of(KEEPALIVE_IDLE, KEEPALIVE_INTERVAL, KEEPALIVE_COUNT, BROKER_USER_TIMEOUT, CLIENT_USER_TIMEOUT),
            List.of());
    static final Section CLUSTER = new Section(
            "clusters[]",
            "A list: the clusters that the proxy stands in front of.",
            List.of(
                    NAME,
                    BOOTSTRAP_SERVERS,
                    LISTEN,
                    ADVERTISED,
                    CLUSTER_MAX_CONNECTIONS,
                    TransportSchema.PROXY_PROTOCOL,
                    TransportSchema.PROXY_PROTOCOL_TRUSTED),
            List.of(BROKERS, TransportSchema.TLS, TransportSchema.UPSTREAM, TopologySchema.TOPOLOGY));
    static final Section BROKER_PORTS = new Section(
            "clusters[].brokers", "How clients reach single brokers.", List.of(PORTS, FIRST_NODE_ID, HOSTS), List.of());
    static final List<Section> SECTIONS = List.of(
            ROOT,
            AdminSchema.SERVER,
            TransportSchema.ADMIN_TLS,
            CLIENT_LIMITS,
            TCP_TIMEOUTS,
            CLUSTER,
            BROKER_PORTS,
            TransportSchema.LISTEN_TLS,
            TransportSchema.UPSTREAM_SECTION,
            TransportSchema.UPSTREAM_TLS,
            TransportSchema.UPSTREAM_SASL,
            TopologySchema.TOPOLOGY_DESCRIPTION,
            TopologySchema.OPENLINEAGE_EVENTS);

    private Schema() {}
}
