package dev.topoxy.app.ask;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.Options;

/** What can be asked of a running proxy. */
public enum AskCommand implements Command {
    GROUPS("groups", "List the Streams groups and the state of their descriptions.", "text", "json"),
    DESCRIBE("describe", "Print the topology of a group.", "text", "mermaid", "dot", "svg", "json"),
    DIFF("diff", "Print what changed between two topologies of a group, and what that means.", "text", "svg", "json");

    private final String word;
    private final String help;
    private final String formats;

    AskCommand(String word, String help, String... formats) {
        this.word = word;
        this.help = help;
        this.formats = String.join(",", formats);
    }

    @Override
    public String word() {
        return word;
    }

    @Override
    public String help() {
        return help;
    }

    @Override
    public Map<String, List<String>> choices() {
        return Map.of("format", formats());
    }

    private List<String> formats() {
        return List.of(formats.split(",", -1));
    }

    @Override
    public Options options() {
        Options options = new Options();
        AdminClient.addOptions(options);
        options.addOption(Arguments.value("cluster", "NAME", "The cluster; needed where there are several."));
        options.addOption(Arguments.value("format", "FORMAT", String.join(", ", formats()) + ". Default: text"));
        if (this != GROUPS) {
            options.addOption(Arguments.value("group", "GROUP", "The group, which is the application.id."));
        }
        if (this == DESCRIBE) {
            options.addOption(
                    Arguments.value("version", "ID", "A topologyDescriptionId of its history. Default: the newest"));
        }
        if (this == DIFF) {
            options.addOption(Arguments.value("from", "ID", "The earlier one. Default: the one before --to"));
            options.addOption(Arguments.value("to", "ID", "The later one. Default: the newest"));
        }
        return options.addOption(Arguments.help());
    }

    @Override
    public String run(List<String> arguments, Map<String, String> environment) throws AskException {
        CommandLine given = Arguments.parse(options(), arguments);
        if (given.hasOption("help")) {
            return Arguments.usage(this, options(), notes());
        }
        String format = given.getOptionValue("format", "text");
        if (!formats().contains(format)) {
            throw AskException.mistake("--format " + format + " is none of " + String.join(", ", formats()));
        }
        if (this != GROUPS && !given.hasOption("group")) {
            throw AskException.mistake("no group is named: give --group");
        }
        AdminClient client = AdminClient.of(given, environment);
        String cluster = given.hasOption("cluster") ? given.getOptionValue("cluster") : client.onlyCluster();
        String groups = "clusters/" + encoded(cluster) + "/groups";
        if (this == GROUPS) {
            return format.equals("json") ? client.groupJson(groups) : client.groupTable(groups);
        }
        String group = groups + "/" + encoded(given.getOptionValue("group"));
        String answer = this == DESCRIBE
                ? client.get(group + "/topology" + ending(format) + query(given, "version"))
                : client.get(group + "/diff" + ending(format) + query(given, "from", "to"));
        return printable(answer);
    }

    /** Names come from clients and must not steer a terminal. */
    static String printable(String text) {
        StringBuilder printable = new StringBuilder(text.length());
        text.codePoints()
                .map(c -> c != '\n' && (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT)
                        ? '\ufffd'
                        : c)
                .forEach(printable::appendCodePoint);
        return printable.toString();
    }

    private static String ending(String format) {
        return switch (format) {
            case "text" -> ".txt";
            case "mermaid" -> ".mmd";
            case "json" -> "";
            default -> "." + format;
        };
    }

    private static String query(CommandLine given, String... names) {
        return Arrays.stream(names)
                .filter(given::hasOption)
                .map(name -> name + "=" + encoded(given.getOptionValue(name)))
                .collect(Collectors.joining("&", "?", ""));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private String notes() {
        String group = this == GROUPS ? "" : " --group orders";
        return AdminClient.TOKEN_NOTE + "Example: topoxy " + word + group + " --format "
                + formats().get(formats().size() - 1) + "\n"
                + "Exit codes: 0 printed, 1 the server cannot be asked or has no such thing, 2 a mistake in the options.\n";
    }
}
