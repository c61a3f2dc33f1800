package dev.topoxy.app.ask;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.cli.Options;

/** A word behind {@code topoxy} that asks something, prints the answer and ends. */
public interface Command {

    /** All there are, in the order in which they are told. */
    static List<Command> all() {
        return Stream.<Command>concat(
                        Arrays.stream(AskCommand.values()), Stream.of(new HealthCommand(), new PingCommand()))
                .toList();
    }

    /** The command with that name. */
    static Optional<Command> named(String word) {
        return all().stream().filter(command -> command.word().equals(word)).findFirst();
    }

    String word();

    /** One line. */
    String help();

    /** The options that it understands. */
    Options options();

    /** The values that an option may have, by its name; of those that are left out, whatever the user writes. */
    default Map<String, List<String>> choices() {
        return Map.of();
    }

    /**
     * Asks, and returns what is to be printed.
     *
     * @param arguments those behind the command's name
     */
    String run(List<String> arguments, Map<String, String> environment) throws AskException;
}
