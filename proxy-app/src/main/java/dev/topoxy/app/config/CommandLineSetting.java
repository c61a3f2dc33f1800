package dev.topoxy.app.config;

/** Settings of the schema that the command line has options for. */
public enum CommandLineSetting {
    BOOTSTRAP_SERVERS("--bootstrap-servers", "HOST:PORT,...", "Brokers of the cluster to ask first."),
    LISTEN("--listen", "HOST:PORT", "What clients connect to. Default: 127.0.0.1:19092"),
    ADVERTISED("--advertised", "HOST:PORT", "What clients reach it by, if that differs."),
    BROKER_PORTS("--broker-ports", "FIRST-LAST", "One port per broker, from node id 0 on. Default: automatic."),
    TOPOLOGY_PLUGIN("--topology-plugin", "PLUGIN", "memory, file, kafka, none or a class name. Default: memory"),
    MAX_BYTES("--max-bytes", "BYTES", "Largest description accepted. Default: 358400; 0: no limit"),
    ADMIN_LISTEN("--admin-listen", "HOST:PORT", "Health, metrics, page. Default: 127.0.0.1:9190; none: off");

    private final String option;
    private final String label;
    private final String help;

    CommandLineSetting(String option, String label, String help) {
        this.option = option;
        this.label = label;
        this.help = help;
    }

    /** With its dashes. */
    public String option() {
        return option;
    }

    /** What stands for the value in the help. */
    public String label() {
        return label;
    }

    /** One line. */
    public String help() {
        return help;
    }

    Key<?> key() {
        return switch (this) {
            case BOOTSTRAP_SERVERS -> Schema.BOOTSTRAP_SERVERS;
            case LISTEN -> Schema.LISTEN;
            case ADVERTISED -> Schema.ADVERTISED;
            case BROKER_PORTS -> Schema.PORTS;
            case TOPOLOGY_PLUGIN -> TopologySchema.PLUGIN;
            case MAX_BYTES -> TopologySchema.MAX_BYTES;
            case ADMIN_LISTEN -> AdminSchema.LISTEN;
        };
    }

    /** The section that {@link #key} stands in. */
    Section section() {
        return switch (this) {
            case BOOTSTRAP_SERVERS, LISTEN, ADVERTISED -> Schema.CLUSTER;
            case BROKER_PORTS -> Schema.BROKER_PORTS;
            case TOPOLOGY_PLUGIN, MAX_BYTES -> TopologySchema.TOPOLOGY_DESCRIPTION;
            case ADMIN_LISTEN -> AdminSchema.SERVER;
        };
    }
}
