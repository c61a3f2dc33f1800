package dev.topoxy.app.metrics;

import java.util.List;

/** All metrics of the product itself; those of Java and Netty come from Micrometer. The reference is made from it. */
public enum Metric {
    BUILD("topoxy_build_info", Kind.INFO, "Always 1; says which version runs on which Java.", "version", "java"),
    READY("topoxy_ready", Kind.GAUGE, "1 while /readyz answers 200, else 0."),

    CONNECTIONS("topoxy_connections", Kind.GAUGE, "Client connections that are open.", "cluster"),
    CONNECTIONS_OPENED("topoxy_connections_opened", Kind.COUNTER, "Client connections that were accepted.", "cluster"),
    CONNECTIONS_CLOSED(
            "topoxy_connections_closed",
            Kind.COUNTER,
            "Client connections that ended, by what ended them.",
            "cluster",
            "reason"),
    CONNECTIONS_REFUSED(
            "topoxy_connections_refused",
            Kind.COUNTER,
            "Connections closed in their PROXY header or TLS handshake, before they counted as opened.",
            "cluster",
            "reason"),
    TLS_RELOAD_FAILURES(
            "topoxy_tls_reload_failures",
            Kind.COUNTER,
            "Changes of key files that could not be used; what was read before stays in use.",
            "setting"),
    TLS_EXPIRY(
            "topoxy_tls_certificate_expiry_seconds",
            Kind.GAUGE,
            "Time until the first certificate in use ends; negative once it has.",
            "setting"),
    BROKER_CONNECT(
            "topoxy_broker_connect_seconds",
            Kind.HISTOGRAM,
            "Time from a client's first byte to a connection to a broker for it, which its first request waits for.",
            "cluster"),
    BROKER_CONNECT_FAILURES(
            "topoxy_broker_connect_failures",
            Kind.COUNTER,
            "Addresses of brokers that could not be connected to; another may have been tried next.",
            "cluster"),
    RECEIVED_BYTES(
            "topoxy_received_bytes",
            Kind.COUNTER,
            "Bytes received from clients (and sent on to brokers) or from brokers (and sent on to clients), behind TLS.",
            "cluster",
            "side"),
    READING_PAUSED(
            "topoxy_reading_paused",
            Kind.GAUGE,
            "Connections of which one side is not read at the moment, by side and reason.",
            "cluster",
            "side",
            "reason"),
    READING_PAUSES(
            "topoxy_reading_pauses",
            Kind.COUNTER,
            "How often a side of a connection was no longer read, by side and reason: back-pressure at work.",
            "cluster",
            "side",
            "reason"),

    REQUESTS("topoxy_requests", Kind.COUNTER, "Requests received from clients.", "cluster", "api"),
    REQUEST(
            "topoxy_request_seconds",
            Kind.HISTOGRAM,
            "Time from a request's first byte to its answer's last, the broker's time and long polls included.",
            "cluster",
            "api"),
    FILTER(
            "topoxy_filter_seconds",
            Kind.HISTOGRAM,
            "Time that requests spent in a filter, what it asked of the broker and the plugin included.",
            "cluster",
            "api"),
    FILTER_FAILURES(
            "topoxy_filter_failures",
            Kind.COUNTER,
            "Requests that a filter failed to serve; the client got the API's error.",
            "cluster",
            "api"),
    DIRECT_MEMORY("topoxy_direct_memory_bytes", Kind.GAUGE, "Memory that the buffers of all connections may take."),
    DIRECT_MEMORY_USED(
            "topoxy_direct_memory_used_bytes",
            Kind.GAUGE,
            "Memory that they take at the moment; beyond three quarters, the slowest readers are closed."),
    GATHER_BUDGET("topoxy_gather_budget_bytes", Kind.GAUGE, "Memory for requests that are gathered for a filter."),
    GATHER_USED(
            "topoxy_gather_used_bytes",
            Kind.GAUGE,
            "Memory that such requests take at the moment; connections beyond the budget are not read."),
    DECODE_BUDGET("topoxy_decode_budget_bytes", Kind.GAUGE, "Heap that decoded requests may take together."),
    DECODE_USED("topoxy_decode_used_bytes", Kind.GAUGE, "Heap set aside for decoded requests at the moment."),
    DECODE_WAITING("topoxy_decode_waiting", Kind.GAUGE, "Requests that wait for room to be decoded."),
    DECODE_DELAYED("topoxy_decode_delayed", Kind.COUNTER, "Requests that had to wait for room.", "cluster"),
    DECODE_REFUSED(
            "topoxy_decode_refused", Kind.COUNTER, "Requests that would take more than the whole room.", "cluster"),

    PUSHES_ASKED(
            "topoxy_pushes_asked",
            Kind.COUNTER,
            "Heartbeat answers that asked a member to push its topology description.",
            "cluster"),
    PUSHES_RECEIVED("topoxy_pushes_received", Kind.COUNTER, "Topology descriptions pushed by members.", "cluster"),
    PUSHES_TAKEN("topoxy_pushes_taken", Kind.COUNTER, "Pushed descriptions that were stored.", "cluster"),
    PUSHES_REFUSED(
            "topoxy_pushes_refused",
            Kind.COUNTER,
            "Pushed descriptions that were refused, by the error that the client got.",
            "cluster",
            "reason"),
    PLUGIN(
            "topoxy_plugin_seconds",
            Kind.HISTOGRAM,
            "Time that calls of the plugin took, waiting for a thread included.",
            "cluster",
            "operation"),
    PLUGIN_FAILURES(
            "topoxy_plugin_failures",
            Kind.COUNTER,
            "Calls of the plugin that failed, timed out or were refused.",
            "cluster",
            "operation"),
    GROUPS(
            "topoxy_groups",
            Kind.GAUGE,
            "Streams groups known to this proxy, by the state of their description.",
            "cluster",
            "state"),
    DESCRIPTIONS("topoxy_descriptions", Kind.GAUGE, "Groups of which a description is stored.", "cluster"),
    DESCRIPTIONS_BYTES(
            "topoxy_descriptions_bytes",
            Kind.GAUGE,
            "Size of the newest descriptions stored, as they were pushed; looked at every half minute.",
            "cluster"),
    STORE_LOADED(
            "topoxy_store_loaded",
            Kind.GAUGE,
            "1 once the store has read what was kept before the start, else 0.",
            "cluster"),
    STORE_LAG_RECORDS(
            "topoxy_store_lag_records",
            Kind.GAUGE,
            "Records of the topic that the kafka store has not read yet, looked at every 5 s.",
            "cluster"),
    STORE_LAG(
            "topoxy_store_lag_seconds",
            Kind.GAUGE,
            "Time since the kafka store was last known to have read all of its topic; up to 7 s is normal.",
            "cluster");

    /** How a metric's values relate. */
    enum Kind {
        COUNTER("counter", "_total"),
        GAUGE("gauge", ""),
        HISTOGRAM("histogram", ""),
        INFO("gauge", "");

        private final String text;
        private final String suffix;

        Kind(String text, String suffix) {
            this.text = text;
            this.suffix = suffix;
        }
    }

    private final String base;
    private final Kind kind;
    private final String help;
    private final String labels;

    Metric(String base, Kind kind, String help, String... labels) {
        this.base = base;
        this.kind = kind;
        this.help = help;
        this.labels = String.join(",", labels);
    }

    /** As Prometheus shows it. */
    public String exposedName() {
        return base + kind.suffix;
    }

    /** Without the ending that says how it is counted. */
    String base() {
        return base;
    }

    Kind kind() {
        return kind;
    }

    String kindText() {
        return kind.text;
    }

    String help() {
        return help;
    }

    List<String> labels() {
        return labels.isEmpty() ? List.of() : List.of(labels.split(",", -1));
    }
}
