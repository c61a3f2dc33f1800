package dev.topoxy.app.ask;

import dev.topoxy.core.tls.ClientTls;
import dev.topoxy.core.tls.TlsFileException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;

/** What can be asked of a running proxy. */
public enum AskCommand {
    GROUPS("groups", "List the Streams groups and the state of their descriptions.", "text", "json"),
    DESCRIBE("describe", "Print the topology of a group.", "text", "mermaid", "dot", "svg", "json"),
    DIFF("diff", "Print what changed between two topologies of a group, and what that means.", "text", "svg", "json");

    private static final String TOKEN_VARIABLE = "TOPOXY_ADMIN_TOKEN";

    private final String word;
    private final String help;
    private final String formats;

    AskCommand(String word, String help, String... formats) {
        this.word = word;
        this.help = help;
        this.formats = String.join(",", formats);
    }

    /** The command with that name. */
    public static Optional<AskCommand> named(String word) {
        return Arrays.stream(values())
                .filter(command -> command.word.equals(word))
                .findFirst();
    }

    public String word() {
        return word;
    }

    /** One line. */
    public String help() {
        return help;
    }

    /** The options that it understands, with their dashes. */
    public List<String> optionNames() {
        return options().getOptions().stream()
                .map(option -> "--" + option.getLongOpt())
                .toList();
    }

    private List<String> formats() {
        return List.of(formats.split(",", -1));
    }

    private Options options() {
        Options options = new Options();
        options.addOption(option("admin", "URL", "The admin server. Default: http://127.0.0.1:9190"));
        options.addOption(option("ca", "FILE", "Whose certificates are believed (PEM), for --admin https://..."));
        options.addOption(option("cert", "FILE", "Certificate and key (PEM), where the server wants one."));
        options.addOption(option("cluster", "NAME", "The cluster; needed where there are several."));
        options.addOption(option("format", "FORMAT", String.join(", ", formats()) + ". Default: text"));
        if (this != GROUPS) {
            options.addOption(option("group", "GROUP", "The group, which is the application.id."));
        }
        if (this == DESCRIBE) {
            options.addOption(option("version", "ID", "A topologyDescriptionId of its history. Default: the newest"));
        }
        if (this == DIFF) {
            options.addOption(option("from", "ID", "The earlier one. Default: the one before --to"));
            options.addOption(option("to", "ID", "The later one. Default: the newest"));
        }
        options.addOption(
                Option.builder("h").longOpt("help").desc("Print this help.").get());
        return options;
    }

    private static Option option(String name, String label, String help) {
        return Option.builder().longOpt(name).hasArg().argName(label).desc(help).get();
    }

    /**
     * Asks, and returns what is to be printed.
     *
     * @param arguments those behind the command's name
     */
    public String run(List<String> arguments, Map<String, String> environment) throws AskException {
        CommandLine given;
        try {
            given = DefaultParser.builder()
                    .setAllowPartialMatching(false)
                    .get()
                    .parse(options(), arguments.toArray(String[]::new));
        } catch (ParseException e) {
            throw AskException.mistake(String.valueOf(e.getMessage()));
        }
        if (given.hasOption("help")) {
            return usage();
        }
        if (!given.getArgList().isEmpty()) {
            throw AskException.mistake("'" + given.getArgList().get(0) + "' is not an option");
        }
        String format = given.getOptionValue("format", "text");
        if (!formats().contains(format)) {
            throw AskException.mistake("--format " + format + " is none of " + String.join(", ", formats()));
        }
        if (this != GROUPS && !given.hasOption("group")) {
            throw AskException.mistake("no group is named: give --group");
        }
        AdminClient client = new AdminClient(
                given.getOptionValue("admin", "http://127.0.0.1:9190"),
                Optional.ofNullable(environment.get(TOKEN_VARIABLE)),
                tls(given));
        String cluster = given.hasOption("cluster") ? given.getOptionValue("cluster") : client.onlyCluster();
        String groups = "clusters/" + encoded(cluster) + "/groups";
        if (this == GROUPS) {
            return format.equals("json") ? client.get(groups + "?limit=1000") : client.groupTable(groups);
        }
        String group = groups + "/" + encoded(given.getOptionValue("group"));
        String answer = this == DESCRIBE
                ? client.get(group + "/topology" + ending(format) + query(given, "version"))
                : client.get(group + "/diff" + ending(format) + query(given, "from", "to"));
        return printable(answer);
    }

    /** Empty where nothing is said, which is Java's default. */
    private static Optional<SSLContext> tls(CommandLine given) throws AskException {
        if (!given.hasOption("ca") && !given.hasOption("cert")) {
            return Optional.empty();
        }
        try {
            return Optional.of(ClientTls.context(path(given, "ca"), path(given, "cert")));
        } catch (TlsFileException e) {
            throw AskException.mistake("--ca takes a PEM file with certificates, --cert one with a certificate and its"
                    + " key, not encrypted: " + e.getMessage());
        }
    }

    private static Optional<Path> path(CommandLine given, String option) throws AskException {
        try {
            return Optional.ofNullable(given.getOptionValue(option)).map(Path::of);
        } catch (InvalidPathException e) {
            throw AskException.mistake("--" + option + ": '" + e.getInput() + "' is not the name of a file");
        }
    }

    /** Names come from clients and must not steer a terminal. */
    private static String printable(String text) {
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

    private String usage() {
        StringBuilder text = new StringBuilder("Usage: topoxy " + word + " [OPTIONS]\n" + help + "\n\n");
        for (Option option : options().getOptions()) {
            String names = "  --" + option.getLongOpt() + (option.hasArg() ? "=" + option.getArgName() : "");
            text.append(names)
                    .append(" ".repeat(22 - names.length()))
                    .append(option.getDescription())
                    .append('\n');
        }
        String group = this == GROUPS ? "" : " --group orders";
        return text.append("\nThe environment variable " + TOKEN_VARIABLE
                        + " holds the server's token, if it wants one.\n")
                .append("Example: topoxy " + word + group + " --format "
                        + formats().get(formats().size() - 1) + "\n")
                .append(
                        "Exit codes: 0 printed, 1 the server cannot be asked or has no such thing, 2 a mistake in the options.\n")
                .toString();
    }
}
