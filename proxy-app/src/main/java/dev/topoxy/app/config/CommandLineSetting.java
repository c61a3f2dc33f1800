package dev.topoxy.app.config;

/** Settings of the schema that the command line has options for. */
public enum CommandLineSetting {
    BOOTSTRAP_SERVERS("--bootstrap-servers"),
    LISTEN("--listen"),
    ADVERTISED("--advertised"),
    BROKER_PORTS("--broker-ports"),
    TOPOLOGY_PLUGIN("--topology-plugin"),
    MAX_BYTES("--max-bytes");

    private final String option;

    CommandLineSetting(String option) {
        this.option = option;
    }

    /** With its dashes. */
    public String option() {
        return option;
    }

    Key<?> key() {
        return switch (this) {
            case BOOTSTRAP_SERVERS -> Schema.BOOTSTRAP_SERVERS;
            case LISTEN -> Schema.LISTEN;
            case ADVERTISED -> Schema.ADVERTISED;
            case BROKER_PORTS -> Schema.PORTS;
            case TOPOLOGY_PLUGIN -> Schema.PLUGIN;
            case MAX_BYTES -> Schema.MAX_BYTES;
        };
    }

    /** The section that {@link #key} stands in. */
    Section section() {
        return switch (this) {
            case BOOTSTRAP_SERVERS, LISTEN, ADVERTISED -> Schema.CLUSTER;
            case BROKER_PORTS -> Schema.BROKER_PORTS;
            case TOPOLOGY_PLUGIN, MAX_BYTES -> Schema.TOPOLOGY_DESCRIPTION;
        };
    }
}
