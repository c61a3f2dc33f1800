package dev.topoxy.app.config;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** {@code first-last}, or a map of node ids to ports. */
final class BrokerPortsType implements ValueType<BrokerPorts> {
    private static final Pattern RANGE = Pattern.compile("\\s*(\\d{1,5})\\s*-\\s*(\\d{1,5})\\s*");

    private static final ScalarType<BrokerPorts> AS_RANGE =
            new ScalarType<>("first-last or a map of node ids to ports", BrokerPortsType::range);
    private static final ScalarType<Integer> PORT =
            new ScalarType<>("a port", text -> Types.number(text, "a port", 1, 65535));

    @Override
    public String description() {
        return AS_RANGE.description();
    }

    @Override
    public Optional<BrokerPorts> read(Node value, String path, Faults faults) {
        if (!(value instanceof Node.Mapping mapping)) {
            return AS_RANGE.read(value, path, faults);
        }
        TreeMap<Integer, Integer> ports = new TreeMap<>();
        mapping.entries().forEach((key, entry) -> readEntry(key, entry, path, ports, faults));
        if (mapping.entries().isEmpty()) {
            faults.add(value.origin(), path, "names no broker: write node ids and ports, like {1: 19093}");
        }
        return ports.isEmpty() ? Optional.empty() : Optional.of(new BrokerPorts.Explicit(ports));
    }

    private static void readEntry(
            String key, Node.Entry entry, String path, Map<Integer, Integer> ports, Faults faults) {
        String entryPath = path + "." + key;
        try {
            int nodeId = Types.number(key, "a node id", 0, Integer.MAX_VALUE);
            PORT.read(entry.value(), entryPath, faults).ifPresent(port -> {
                if (ports.containsValue(port)) {
                    faults.add(entry.value().origin(), entryPath, "port " + port + " already stands for another node");
                }
                ports.put(nodeId, port);
            });
        } catch (IllegalArgumentException e) {
            faults.add(entry.key(), entryPath, String.valueOf(e.getMessage()));
        }
    }

    private static BrokerPorts range(String text) {
        var matcher = RANGE.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a port range: write first-last, like 19093-19153");
        }
        int first = Types.number(matcher.group(1), "a port", 1, 65535);
        int last = Types.number(matcher.group(2), "a port", 1, 65535);
        if (last < first) {
            throw new IllegalArgumentException("'" + text + "' ends before it begins: write the lower port first");
        }
        return new BrokerPorts.Range(first, last, 0);
    }
}
