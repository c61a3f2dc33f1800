package dev.topoxy.app.config;

import java.util.Map;
import java.util.regex.Pattern;

/**
 * Replaces {@code ${VAR}} and {@code ${VAR:-default}} in values; {@code $$} is one dollar sign. It works on values that
 * were already parsed, so what a variable holds can never become YAML.
 */
final class EnvironmentSubstitution {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final Map<String, String> environment;

    EnvironmentSubstitution(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /**
     * Replaces all references in a value.
     *
     * @throws IllegalArgumentException if a variable is unset or a reference malformed; the message is for the user
     */
    String apply(String text) {
        StringBuilder out = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            if (text.startsWith("$$", at)) {
                out.append('$');
                at += 2;
            } else if (text.startsWith("${", at)) {
                int end = text.indexOf('}', at);
                if (end < 0) {
                    throw new IllegalArgumentException(
                            "'" + text + "': '${' has no closing '}': write ${NAME}, or $$ for a dollar sign");
                }
                out.append(value(text.substring(at + 2, end)));
                at = end + 1;
            } else {
                out.append(text.charAt(at++));
            }
        }
        return out.toString();
    }

    private String value(String reference) {
        int separator = reference.indexOf(":-");
        String name = separator < 0 ? reference : reference.substring(0, separator);
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("'" + name
                    + "' is not the name of an environment variable: write ${NAME} or ${NAME:-default}, or $$ for a"
                    + " dollar sign");
        }
        String set = environment.getOrDefault(name, "");
        if (separator >= 0) {
            return set.isEmpty() ? reference.substring(separator + 2) : set;
        }
        if (!environment.containsKey(name)) {
            throw new IllegalArgumentException(
                    "environment variable " + name + " is not set: set it, or write ${" + name + ":-default}");
        }
        return set;
    }
}
