package dev.topoxy.app.ask;

import java.util.List;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;

/** The options of one command: how they are read and how they are explained. */
final class Arguments {

    private Arguments() {}

    static Option value(String name, String label, String help) {
        return Option.builder().longOpt(name).hasArg().argName(label).desc(help).get();
    }

    static Option flag(String name, String help) {
        return Option.builder().longOpt(name).desc(help).get();
    }

    static Option help() {
        return Option.builder("h").longOpt("help").desc("Print this help.").get();
    }

    static CommandLine parse(Options options, List<String> arguments) throws AskException {
        CommandLine given;
        try {
            given = DefaultParser.builder()
                    .setAllowPartialMatching(false)
                    .get()
                    .parse(options, arguments.toArray(String[]::new));
        } catch (ParseException e) {
            throw AskException.mistake(String.valueOf(e.getMessage()));
        }
        if (!given.getArgList().isEmpty()) {
            throw AskException.mistake("'" + given.getArgList().get(0) + "' is not an option");
        }
        return given;
    }

    /**
     * What {@code --help} prints.
     *
     * @param notes what stands below the options: an example, the exit codes
     */
    static String usage(Command command, Options options, String notes) {
        StringBuilder text =
                new StringBuilder("Usage: topoxy " + command.word() + " [OPTIONS]\n" + command.help() + "\n\n");
        for (Option option : options.getOptions()) {
            String names = "  --" + option.getLongOpt() + (option.hasArg() ? "=" + option.getArgName() : "");
            text.append(names)
                    .append(" ".repeat(Math.max(1, 32 - names.length())))
                    .append(option.getDescription())
                    .append('\n');
        }
        return text.append('\n').append(notes).toString();
    }
}
