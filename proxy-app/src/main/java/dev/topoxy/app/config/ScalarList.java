package dev.topoxy.app.config;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A list, or one text with commas; blanks around values are ignored. */
record ScalarList<T>(ScalarType<T> element) implements ValueType<List<T>> {

    @Override
    public String description() {
        return element.description() + ", several with commas or as a list";
    }

    @Override
    public Optional<List<T>> read(Node value, String path, Faults faults) {
        List<Node> parts = List.of(value);
        if (value instanceof Node.Sequence sequence) {
            parts = sequence.items();
        } else if (value instanceof Node.Scalar scalar) {
            parts = Arrays.stream(scalar.text().split(",", -1))
                    .map(part -> (Node) new Node.Scalar(scalar.origin(), part))
                    .toList();
        }
        List<T> values = parts.stream()
                .flatMap(part -> element.read(part, path, faults).stream())
                .collect(Collectors.toUnmodifiableList());
        return values.isEmpty() ? Optional.empty() : Optional.of(values);
    }
}
