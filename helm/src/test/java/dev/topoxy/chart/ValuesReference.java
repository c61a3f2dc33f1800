package dev.topoxy.chart;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The table of values in the chart's README, made from {@code values.yaml} and its comments. */
final class ValuesReference {
    private static final Pattern LINE = Pattern.compile("( *)([a-zA-Z_][\\w]*):.*");

    /**
     * A value that can be set.
     *
     * @param path with dots
     * @param written its default, as JSON
     * @param comment what stands above it
     */
    record Value(String path, String written, String comment) {
        String row() {
            return "| `%s` | `%s` | %s |".formatted(path, written, comment.replace("|", "\\|"));
        }
    }

    private ValuesReference() {}

    static String markdown(String yaml) {
        StringBuilder table = new StringBuilder("| value | default | |\n|---|---|---|\n");
        values(yaml).forEach(value -> table.append(value.row()).append('\n'));
        return table.toString();
    }

    static List<Value> values(String yaml) {
        JsonNode defaults = Manifests.yaml(yaml);
        List<Value> values = new ArrayList<>();
        List<String> path = new ArrayList<>();
        List<String> comment = new ArrayList<>();
        for (String line : yaml.lines().toList()) {
            Matcher matcher = LINE.matcher(line);
            if (line.isBlank()) {
                comment.clear();
            } else if (line.strip().startsWith("#")) {
                comment.add(line.strip().substring(1).strip());
            } else if (matcher.matches()) {
                path.subList(Math.min(path.size(), matcher.group(1).length() / 2), path.size())
                        .clear();
                path.add(matcher.group(2));
                JsonNode value = defaults.at("/" + String.join("/", path));
                boolean leaf = !value.isObject() || value.isEmpty() || !comment.isEmpty();
                boolean within = values.stream()
                        .anyMatch(earlier -> String.join(".", path).startsWith(earlier.path() + "."));
                if (leaf && !within) {
                    values.add(new Value(String.join(".", path), value.toString(), String.join(" ", comment)));
                }
                comment.clear();
            }
        }
        return values;
    }
}
