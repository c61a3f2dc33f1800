package dev.topoxy.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * One value that differs.
 *
 * @param path the answer's number and API, then field names and indexes, separated by slashes
 * @param reference what the native broker said, as JSON; {@code absent} where there is no such field
 */
record Difference(String scenario, String path, String reference, String proxied) {

    private static final String ABSENT = "absent";

    /** All of them, down to single fields. */
    static List<Difference> between(String scenario, JsonNode reference, JsonNode proxied) {
        List<Difference> found = new ArrayList<>();
        collect(scenario, "", reference, proxied, found);
        return found;
    }

    private static void collect(
            String scenario, String path, JsonNode reference, JsonNode proxied, List<Difference> found) {
        if (reference.isObject() && proxied.isObject()) {
            Set<String> names = new LinkedHashSet<>();
            reference.fieldNames().forEachRemaining(names::add);
            proxied.fieldNames().forEachRemaining(names::add);
            names.forEach(
                    name -> collect(scenario, path + "/" + name, reference.path(name), proxied.path(name), found));
        } else if (reference.isArray() && proxied.isArray()) {
            for (int i = 0; i < Math.max(reference.size(), proxied.size()); i++) {
                collect(scenario, path + "/" + i, reference.path(i), proxied.path(i), found);
            }
        } else if (!reference.equals(proxied)) {
            found.add(new Difference(scenario, path, shown(reference), shown(proxied)));
        }
    }

    private static String shown(JsonNode json) {
        return json.isMissingNode() ? ABSENT : json.toString();
    }

    @Override
    public String toString() {
        return scenario + " " + path + ": native " + shortened(reference) + ", proxy " + shortened(proxied);
    }

    private static String shortened(String text) {
        return text.length() > 500 ? text.substring(0, 500) + "..." : text;
    }
}
