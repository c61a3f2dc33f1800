package dev.topoxy.app;

import dev.topoxy.app.config.CommandLineSetting;
import java.util.Collection;
import java.util.Optional;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.MissingArgumentException;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.ParseException;
import org.apache.commons.cli.UnrecognizedOptionException;

/** The options of the command, as given. */
final class Options {
    private static final String CONFIG = "--config";
    private static final String CHECK = "--check";
    private static final String HELP = "--help";
    private static final String VERSION = "--version";

    private static final org.apache.commons.cli.Options ALL = define();

    private final CommandLine given;

    private Options(CommandLine given) {
        this.given = given;
    }

    /**
     * Reads the arguments.
     *
     * @throws UsageException if one is unknown, stands twice, or lacks its value
     */
    static Options parse(String... arguments) throws UsageException {
        CommandLine given;
        try {
            // Without guesses: an abbreviation may mean another option in the next release.
            given = DefaultParser.builder().setAllowPartialMatching(false).get().parse(ALL, arguments);
        } catch (MissingArgumentException e) {
            throw new UsageException("--" + e.getOption().getLongOpt() + " needs a value");
        } catch (UnrecognizedOptionException e) {
            throw new UsageException("there is no option " + e.getOption());
        } catch (ParseException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
        if (!given.getArgList().isEmpty()) {
            throw new UsageException("'" + given.getArgList().get(0) + "' is not an option");
        }
        for (Option option : given.getOptions()) {
            if (option.hasArg() && given.getOptionValues(option).length > 1) {
                throw new UsageException("--" + option.getLongOpt() + " is given more than once");
            }
        }
        return new Options(given);
    }

    /** All that there are. */
    static Collection<Option> all() {
        return ALL.getOptions();
    }

    boolean help() {
        return has(HELP);
    }

    boolean version() {
        return has(VERSION);
    }

    boolean check() {
        return has(CHECK);
    }

    Optional<String> config() {
        return value(CONFIG);
    }

    Optional<String> setting(CommandLineSetting setting) {
        return value(setting.option());
    }

    private boolean has(String option) {
        return given.hasOption(option);
    }

    private Optional<String> value(String option) {
        return Optional.ofNullable(given.getOptionValue(option));
    }

    /** What {@code --help} prints. */
    static String usage() {
        StringBuilder text = new StringBuilder("""
                Usage: topoxy [run] --bootstrap-servers HOST:PORT[,...] [--listen HOST:PORT] [OPTIONS]
                       topoxy [run|check] --config FILE
                       topoxy groups|describe|diff|health|ping|completion [--help]
                A Kafka proxy that gives any cluster KIP-1331 topology descriptions.

                """);
        for (Option option : ALL.getOptions()) {
            String names = (option.getOpt() == null ? "      --" : "  -" + option.getOpt() + ", --")
                    + option.getLongOpt()
                    + (option.hasArg() ? "=" + option.getArgName() : "");
            text.append(names)
                    .append(" ".repeat(40 - names.length()))
                    .append(option.getDescription())
                    .append('\n');
        }
        return text.append("""

                Example: topoxy --bootstrap-servers broker1:9092,broker2:9092 --listen 127.0.0.1:19092
                  then give your Streams application bootstrap.servers=127.0.0.1:19092.
                Exit codes: 0 stopped cleanly, 1 could not run, 2 a mistake in options or configuration, 3 no heap.
                """).toString();
    }

    private static org.apache.commons.cli.Options define() {
        org.apache.commons.cli.Options all = new org.apache.commons.cli.Options();
        for (CommandLineSetting setting : CommandLineSetting.values()) {
            all.addOption(value(setting.option(), setting.label(), setting.help()));
        }
        all.addOption(value(CONFIG, "FILE", "Read the configuration from a YAML file instead."));
        all.addOption(flag("", CHECK, "Check the configuration, print a summary and exit."));
        all.addOption(flag("h", HELP, "Print this help."));
        all.addOption(flag("V", VERSION, "Print the version."));
        return all;
    }

    private static Option value(String name, String label, String help) {
        return Option.builder()
                .longOpt(name.substring(2))
                .hasArg()
                .argName(label)
                .desc(help)
                .get();
    }

    private static Option flag(String letter, String name, String help) {
        Option.Builder flag = letter.isEmpty() ? Option.builder() : Option.builder(letter);
        return flag.longOpt(name.substring(2)).desc(help).get();
    }
}
