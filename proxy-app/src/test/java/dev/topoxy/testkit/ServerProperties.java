package dev.topoxy.testkit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The properties file of one node: small, quick to start, quick to balance a group. */
final class ServerProperties {

    private ServerProperties() {}

    /**
     * @param voters {@code controller.quorum.voters}
     * @param ports of this node's listeners by name
     */
    static String of(ClusterSpec spec, int nodeId, String voters, Map<String, Integer> ports, String logDirectory) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("node.id", Integer.toString(nodeId));
        all.put("process.roles", "broker,controller");
        all.put("controller.quorum.voters", voters);
        all.put("controller.listener.names", KafkaBroker.CONTROLLER);
        all.put("inter.broker.listener.name", KafkaBroker.INTERNAL);
        all.put("log.dirs", logDirectory);
        putListeners(all, spec, nodeId, ports);
        putSmallness(all, spec.replicationFactor());
        spec.sasl().ifPresent(sasl -> putSasl(all, sasl));
        all.putAll(spec.properties());
        return all.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue().replace("\\", "\\\\"))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static void putListeners(
            Map<String, String> all, ClusterSpec spec, int nodeId, Map<String, Integer> ports) {
        List<String> listeners = new ArrayList<>();
        List<String> advertised = new ArrayList<>();
        List<String> protocols = new ArrayList<>();
        ports.forEach((name, port) -> {
            if (name.equals(KafkaBroker.LINK)) {
                return;
            }
            listeners.add(name + "://127.0.0.1:" + port);
            if (!name.equals(KafkaBroker.CONTROLLER)) {
                String address = spec.advertisedListeners().getOrDefault(name, ClusterSpec.ITS_OWN_ADDRESS);
                boolean own = address.equals(ClusterSpec.ITS_OWN_ADDRESS)
                        || nodeId != spec.nodeIds().get(0);
                int ownPort = name.equals(KafkaBroker.LINKED) ? ports.getOrDefault(KafkaBroker.LINK, port) : port;
                advertised.add(name + "://" + (own ? "127.0.0.1:" + ownPort : address));
            }
            boolean login = name.equals(KafkaBroker.CLIENT) && spec.sasl().isPresent();
            protocols.add(name + ":" + (login ? "SASL_PLAINTEXT" : "PLAINTEXT"));
        });
        all.put("listeners", String.join(",", listeners));
        all.put("advertised.listeners", String.join(",", advertised));
        all.put("listener.security.protocol.map", String.join(",", protocols));
    }

    private static void putSmallness(Map<String, String> all, int replicationFactor) {
        String replicas = Integer.toString(replicationFactor);
        String inSync = Integer.toString(Math.max(1, replicationFactor - 1));
        all.put("default.replication.factor", replicas);
        all.put("offsets.topic.replication.factor", replicas);
        all.put("offsets.topic.num.partitions", "3");
        all.put("transaction.state.log.replication.factor", replicas);
        all.put("transaction.state.log.min.isr", inSync);
        all.put("transaction.state.log.num.partitions", "3");
        all.put("share.coordinator.state.topic.replication.factor", replicas);
        all.put("share.coordinator.state.topic.min.isr", inSync);
        all.put("share.coordinator.state.topic.num.partitions", "3");
        all.put("log.cleaner.dedupe.buffer.size", "4194304");
        all.put("group.initial.rebalance.delay.ms", "0");
        all.put("group.streams.initial.rebalance.delay.ms", "0");
        all.put("controlled.shutdown.enable", Boolean.toString(replicationFactor > 1));
    }

    private static void putSasl(Map<String, String> all, BrokerSasl sasl) {
        String users = sasl.plain().entrySet().stream()
                .map(user -> " user_" + user.getKey() + "=\"" + user.getValue() + "\"")
                .collect(Collectors.joining());
        String listener = "listener.name." + KafkaBroker.CLIENT.toLowerCase(Locale.ROOT) + ".";
        all.put("sasl.enabled.mechanisms", "PLAIN,SCRAM-SHA-256,SCRAM-SHA-512");
        all.put(
                listener + "plain.sasl.jaas.config",
                "org.apache.kafka.common.security.plain.PlainLoginModule required" + users + ";");
        for (String mechanism : List.of("scram-sha-256", "scram-sha-512")) {
            all.put(
                    listener + mechanism + ".sasl.jaas.config",
                    "org.apache.kafka.common.security.scram.ScramLoginModule required;");
        }
        all.put("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
        // The kit's own listener has no login: its user is ANONYMOUS.
        all.put(
                "super.users",
                Stream.concat(Stream.of("ANONYMOUS"), sasl.superUsers().stream())
                        .map(user -> "User:" + user)
                        .collect(Collectors.joining(";")));
    }

    /** StorageTool's arguments that create the SCRAM users. */
    static List<String> scramArguments(BrokerSasl sasl) {
        List<String> arguments = new ArrayList<>();
        sasl.scram().forEach((user, password) -> {
            for (String mechanism : List.of("SCRAM-SHA-256", "SCRAM-SHA-512")) {
                arguments.addAll(List.of("--add-scram", mechanism + "=[name=" + user + ",password=" + password + "]"));
            }
        });
        return arguments;
    }
}
