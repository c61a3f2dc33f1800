package dev.topoxy.app;

import dev.topoxy.app.ask.AskException;
import dev.topoxy.app.ask.Command;
import dev.topoxy.app.config.CommandLineSetting;
import dev.topoxy.app.config.ConfigLoader;
import dev.topoxy.app.config.InvalidConfigException;
import dev.topoxy.app.config.ProxyConfig;
import dev.topoxy.app.logging.LogbackProvider;
import dev.topoxy.core.server.LoadingAhead;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/**
 * The command {@code topoxy}. Exit codes: 0 after a clean stop, 1 when it cannot run (a port in use, a plugin that does
 * not load), 2 for mistakes in options or configuration, 128 and the signal's number after a second signal. What the
 * user did wrong is told on stderr without a stack trace.
 */
public final class Topoxy {
    static final int OK = 0;
    static final int FAILED = 1;
    static final int MISTAKE = 2;

    /** Holds what a file would, for containers that have none. */
    private static final String CONFIG_VARIABLE = "TOPOXY_CONFIG";

    private final PrintWriter out;
    private final PrintWriter err;
    private final Map<String, String> environment;
    private final Path home;
    private final ProxyStarter starter;

    /**
     * @param home the directory Topoxy is installed in; relative paths in the configuration start there
     * @param starter called for a valid configuration, unless only a check is asked for
     */
    Topoxy(PrintWriter out, PrintWriter err, Map<String, String> environment, Path home, ProxyStarter starter) {
        this.out = out;
        this.err = err;
        this.environment = Map.copyOf(environment);
        this.home = home;
        this.starter = starter;
    }

    public static void main(String[] args) {
        LogbackProvider.use();
        tuneNetty();
        Path home = Path.of(System.getProperty("topoxy.home", "")).toAbsolutePath();
        Topoxy topoxy = new Topoxy(
                new PrintWriter(System.out, true, Charset.defaultCharset()),
                new PrintWriter(System.err, true, Charset.defaultCharset()),
                System.getenv(),
                home,
                Wiring::start);
        int exitCode = FAILED;
        try {
            exitCode = topoxy.run(args);
        } catch (RuntimeException | Error e) {
            LoggerFactory.getLogger(Topoxy.class).error("ended by a fault of the program", e);
        }
        // Not by the end of this method: a plugin's thread must not keep the process.
        System.exit(exitCode);
    }

    /** What a user sets with {@code -D} stays. */
    private static void tuneNetty() {
        // Its allocator would set up Java's flight recorder for events of its own, a quarter of the whole start.
        System.getProperties().putIfAbsent("io.netty.jfr.enabled", "false");
        // Chunks of 1 MiB in place of 4: Java zeroes a new one, so that a single connection would take all of it.
        System.getProperties().putIfAbsent("io.netty.allocator.maxOrder", "7");
    }

    /** Does what the arguments ask for and returns the exit code; does not return while a proxy runs. */
    int run(String... args) {
        return args.length == 0 || args[0].startsWith("-") ? serve(false, args) : command(args[0], args);
    }

    private int command(String word, String... args) {
        String[] rest = Arrays.copyOfRange(args, 1, args.length);
        return switch (word) {
            case "run" -> serve(false, rest);
            case "check" -> serve(true, rest);
            case "completion" -> completion(rest);
            case "help" -> serve(false, "--help");
            default -> ask(word, rest);
        };
    }

    private int completion(String... shell) {
        String name = shell.length == 0 ? "bash" : shell[0];
        Optional<Completion> completion = Arrays.stream(Completion.values())
                .filter(each -> each.name().equalsIgnoreCase(name))
                .findFirst();
        if (shell.length > 1 || completion.isEmpty()) {
            err.println(
                    "topoxy: 'topoxy completion bash' and 'topoxy completion zsh' print a script for these shells.");
            return name.equals("--help") || name.equals("-h") ? OK : MISTAKE;
        }
        out.print(completion.get().script());
        out.flush();
        return OK;
    }

    private int ask(String word, String... args) {
        Optional<Command> command = Command.named(word);
        if (command.isEmpty()) {
            err.println("topoxy: there is no command '" + word + "'. Try 'topoxy --help'.");
            return MISTAKE;
        }
        return ask(command.get(), args);
    }

    private int ask(Command command, String... args) {
        try {
            out.print(command.run(List.of(args), environment));
            out.flush();
            return OK;
        } catch (AskException e) {
            err.println("topoxy: " + e.getMessage()
                    + (e.isMistake() ? ". Try 'topoxy " + command.word() + " --help'." : ""));
            return e.isMistake() ? MISTAKE : FAILED;
        }
    }

    private int serve(boolean check, String... args) {
        if (!check) {
            LoadingAhead.begin();
        }
        try {
            Options options = Options.parse(args);
            if (options.help()) {
                out.print(Options.usage());
                out.flush();
                return OK;
            }
            if (options.version()) {
                out.println("topoxy " + Version.current());
                return OK;
            }
            boolean onlyCheck = check || options.check();
            ProxyConfig config = config(options, onlyCheck);
            if (onlyCheck) {
                Summary.of(config).forEach(out::println);
                config.warnings().forEach(warning -> out.println("warning: " + warning));
                out.println("The configuration is valid.");
                return OK;
            }
            return serve(config);
        } catch (UsageException e) {
            err.println("topoxy: " + e.getMessage() + ". Try 'topoxy --help'.");
            return MISTAKE;
        } catch (InvalidConfigException e) {
            e.faults().forEach(err::println);
            int faults = e.faults().size();
            err.println("topoxy: " + (faults == 1 ? "1 fault" : faults + " faults") + ", nothing was started");
            return MISTAKE;
        }
    }

    private ProxyConfig config(Options options, boolean tryOut) throws InvalidConfigException, UsageException {
        Map<CommandLineSetting, String> settings = new EnumMap<>(CommandLineSetting.class);
        for (CommandLineSetting setting : CommandLineSetting.values()) {
            options.setting(setting).ifPresent(text -> settings.put(setting, text));
        }
        ConfigLoader loader = new ConfigLoader(home, environment, tryOut);
        Optional<String> file = options.config();
        if (file.isPresent()) {
            if (!settings.isEmpty()) {
                String option = settings.keySet().iterator().next().option();
                throw new UsageException("--config and " + option + " contradict each other: write the setting into "
                        + file.get() + ", or leave --config out");
            }
            return loader.fromFile(Path.of(file.get()));
        }
        String text = environment.getOrDefault(CONFIG_VARIABLE, "");
        if (settings.isEmpty() && !text.isBlank()) {
            return loader.fromText(CONFIG_VARIABLE, text);
        }
        if (!settings.containsKey(CommandLineSetting.BOOTSTRAP_SERVERS)) {
            throw new UsageException(
                    "no cluster is named: give --bootstrap-servers host:port, or --config with a file");
        }
        return loader.fromOptions(settings);
    }

    private int serve(ProxyConfig config) {
        // Before the start, because a signal may come while it is under way.
        try (StopSignals signals = StopSignals.listen();
                RunningProxy proxy = starter.start(config)) {
            signals.await();
            proxy.drain();
        } catch (StartFailedException e) {
            err.println("topoxy: " + e.getMessage());
            return FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return OK;
    }
}
