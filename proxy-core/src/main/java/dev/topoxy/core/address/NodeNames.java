package dev.topoxy.core.address;

import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A host name for each node id, like {@code broker-$(nodeId).example.com}. Immutable. */
public final class NodeNames {

    private static final String NODE_ID = "$(nodeId)";
    private static final Pattern FORM =
            Pattern.compile("(?i)[a-z0-9-]*\\$\\(nodeId\\)[a-z0-9-]*(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*");

    private final String pattern;
    private final Pattern names;

    private NodeNames(String pattern) {
        this.pattern = pattern;
        int at = pattern.indexOf(NODE_ID);
        // No leading zeros: each node has one name.
        names = Pattern.compile(Pattern.quote(pattern.substring(0, at)) + "(0|[1-9][0-9]{0,9})"
                + Pattern.quote(pattern.substring(at + NODE_ID.length())));
    }

    /**
     * Reads the pattern of the names.
     *
     * @throws IllegalArgumentException if that is no host name with the node id in its first label
     */
    public static NodeNames of(String pattern) {
        if (!FORM.matcher(pattern).matches() || pattern.startsWith("-")) {
            throw new IllegalArgumentException("'" + pattern + "' is not a host name with " + NODE_ID
                    + " in its first part: write one like broker-" + NODE_ID + ".example.com");
        }
        return new NodeNames(pattern.toLowerCase(Locale.ROOT).replace("$(nodeid)", NODE_ID));
    }

    public String hostOf(int nodeId) {
        return pattern.replace(NODE_ID, Integer.toString(nodeId));
    }

    /** The node that a host name stands for; empty if it has another form. */
    public OptionalInt nodeOf(String host) {
        Matcher matcher = names.matcher(host.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            return OptionalInt.empty();
        }
        long nodeId = Long.parseLong(matcher.group(1));
        return nodeId > Integer.MAX_VALUE ? OptionalInt.empty() : OptionalInt.of((int) nodeId);
    }

    @Override
    public String toString() {
        return pattern;
    }
}
