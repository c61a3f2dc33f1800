package dev.topoxy.app.ask;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.Options;

/** Asks a running proxy whether it is well, for health checks where there is neither shell nor curl. */
final class HealthCommand implements Command {

    private static final String PROBE = "probe";
    private static final List<String> PROBES = List.of("ready", "live", "startup");

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    @Override
    public String word() {
        return "health";
    }

    @Override
    public String help() {
        return "Tell whether a running proxy is well.";
    }

    @Override
    public Options options() {
        Options options = new Options();
        AdminClient.addOptions(options);
        return options.addOption(Arguments.value(PROBE, "PROBE", "ready, live or startup. Default: ready"))
                .addOption(Arguments.value("wait", "SECONDS", "Ask again for so long, until it is well. Default: 0"))
                .addOption(Arguments.help());
    }

    @Override
    public Map<String, List<String>> choices() {
        return Map.of(PROBE, PROBES);
    }

    @Override
    public String run(List<String> arguments, Map<String, String> environment) throws AskException {
        CommandLine given = Arguments.parse(options(), arguments);
        if (given.hasOption("help")) {
            return Arguments.usage(this, options(), AdminClient.TOKEN_NOTE + """
                    Example: topoxy health --probe live
                    Exit codes: 0 it is well, 1 it is not or does not answer, 2 a mistake in the options.
                    """);
        }
        String probe = given.getOptionValue(PROBE, PROBES.get(0));
        if (!PROBES.contains(probe)) {
            throw AskException.mistake("--probe " + probe + " is none of " + String.join(", ", PROBES));
        }
        AdminClient client = AdminClient.of(given, environment);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds(given));
        while (true) {
            try {
                return ask(client, probe + "z");
            } catch (AskException e) {
                if (e.isMistake() || System.nanoTime() - deadline >= 0) {
                    throw e;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private static int seconds(CommandLine given) throws AskException {
        String written = given.getOptionValue("wait", "0");
        try {
            int seconds = Integer.parseInt(written);
            if (seconds >= 0) {
                return seconds;
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw AskException.mistake("--wait " + written + " is not a number of seconds");
    }

    private static String ask(AdminClient client, String path) throws AskException {
        HttpResponse<String> answer = client.send(path);
        String body = AskCommand.printable(answer.body()).strip();
        if (answer.statusCode() == 200) {
            return body + "\n";
        }
        throw AskException.failed(
                "the proxy is not well: " + (body.isEmpty() ? "it answered " + answer.statusCode() : body));
    }
}
