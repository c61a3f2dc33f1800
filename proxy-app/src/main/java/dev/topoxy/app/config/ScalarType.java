package dev.topoxy.app.config;

import java.util.Optional;
import java.util.function.Function;

/**
 * A type that is written as one word.
 *
 * @param parser throws IllegalArgumentException whose message is for the user and names the value
 */
record ScalarType<T>(String description, Function<String, T> parser) implements ValueType<T> {

    @Override
    public Optional<T> read(Node value, String path, Faults faults) {
        if (value instanceof Node.Scalar scalar) {
            try {
                return Optional.of(parser.apply(scalar.text().strip()));
            } catch (IllegalArgumentException e) {
                faults.add(value.origin(), path, String.valueOf(e.getMessage()));
            }
        } else if (value instanceof Node.Empty) {
            faults.add(value.origin(), path, "has no value: write " + description + ", or remove the key");
        } else if (!(value instanceof Node.Faulty)) {
            faults.add(value.origin(), path, "is " + value.form() + ": write " + description);
        }
        return Optional.empty();
    }
}
