package dev.topoxy.app.config;

import dev.topoxy.core.address.HostPort;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A list, or one text with commas; blanks and empty parts are ignored. */
final class HostPortList implements ValueType<List<HostPort>> {

    @Override
    public String description() {
        return "host:port, several with commas or as a list";
    }

    @Override
    public Optional<List<HostPort>> read(Node value, String path, Faults faults) {
        List<Node> parts = List.of(value);
        if (value instanceof Node.Sequence sequence) {
            parts = sequence.items();
        } else if (value instanceof Node.Scalar scalar) {
            parts = Arrays.stream(scalar.text().split(","))
                    .filter(part -> !part.isBlank())
                    .map(part -> (Node) new Node.Scalar(scalar.origin(), part))
                    .toList();
        }
        if (parts.isEmpty()) {
            faults.add(value.origin(), path, "names no server: write host:port, like broker1:9092");
            return Optional.empty();
        }
        List<HostPort> servers = parts.stream()
                .flatMap(part -> Types.HOST_PORT.read(part, path, faults).stream())
                .distinct()
                .collect(Collectors.toUnmodifiableList());
        return servers.isEmpty() ? Optional.empty() : Optional.of(servers);
    }
}
