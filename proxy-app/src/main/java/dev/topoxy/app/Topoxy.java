package dev.topoxy.app;

import dev.topoxy.app.config.CommandLineSetting;
import dev.topoxy.app.config.ConfigLoader;
import dev.topoxy.app.config.InvalidConfigException;
import dev.topoxy.app.config.ProxyConfig;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * The command {@code topoxy}. Exit codes: 0 after a clean stop, 1 when it cannot run (a port in use, a plugin that does
 * not load), 2 for mistakes in options or configuration. What the user did wrong is told on stderr without a stack trace.
 */
public final class Topoxy {
    static final int OK = 0;
    static final int FAILED = 1;
    static final int MISTAKE = 2;

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
        Path home = Path.of(System.getProperty("topoxy.home", "")).toAbsolutePath();
        int exitCode = new Topoxy(
                        new PrintWriter(System.out, true, Charset.defaultCharset()),
                        new PrintWriter(System.err, true, Charset.defaultCharset()),
                        System.getenv(),
                        home,
                        Wiring::start)
                .run(args);
        if (exitCode != OK) {
            System.exit(exitCode);
        }
    }

    /** Does what the arguments ask for and returns the exit code; does not return while a proxy runs. */
    int run(String... args) {
        CommandLine commandLine = new CommandLine(Options.spec());
        try {
            ParseResult parsed = commandLine.parseArgs(args);
            if (parsed.isUsageHelpRequested()) {
                commandLine.usage(out);
                return OK;
            }
            if (parsed.isVersionHelpRequested()) {
                out.println("topoxy " + Version.current());
                return OK;
            }
            ProxyConfig config = config(parsed);
            if (parsed.hasMatchedOption(Options.CHECK)) {
                Summary.of(config).forEach(out::println);
                out.println("The configuration is valid.");
                return OK;
            }
            return serve(config);
        } catch (ParameterException e) {
            err.println("topoxy: " + e.getMessage() + ". Try 'topoxy --help'.");
            return MISTAKE;
        } catch (InvalidConfigException e) {
            e.faults().forEach(err::println);
            int faults = e.faults().size();
            err.println("topoxy: " + (faults == 1 ? "1 fault" : faults + " faults") + ", nothing was started");
            return MISTAKE;
        }
    }

    private ProxyConfig config(ParseResult parsed) throws InvalidConfigException {
        Map<CommandLineSetting, String> settings = new EnumMap<>(CommandLineSetting.class);
        for (CommandLineSetting setting : CommandLineSetting.values()) {
            Optional.ofNullable(parsed.<String>matchedOptionValue(setting.option(), null))
                    .ifPresent(text -> settings.put(setting, text));
        }
        String file = parsed.matchedOptionValue(Options.CONFIG, "");
        CommandLine commandLine = parsed.commandSpec().commandLine();
        if (parsed.hasMatchedOption(Options.CONFIG)) {
            if (!settings.isEmpty()) {
                String option = settings.keySet().iterator().next().option();
                throw new ParameterException(
                        commandLine,
                        "--config and " + option + " contradict each other: write the setting into " + file
                                + ", or leave --config out");
            }
            return new ConfigLoader(home, environment).fromFile(Path.of(file));
        }
        if (!settings.containsKey(CommandLineSetting.BOOTSTRAP_SERVERS)) {
            throw new ParameterException(
                    commandLine, "no cluster is named: give --bootstrap-servers host:port, or --config with a file");
        }
        return new ConfigLoader(home, environment).fromOptions(settings);
    }

    private int serve(ProxyConfig config) {
        CompletableFuture<RunningProxy> started = new CompletableFuture<>();
        // Before the start, because a signal may come while it is under way. A signal's own exit code would be that of
        // a
        // killed process; a stop on request is a success.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stopAndHalt(started), "topoxy-stop"));
        try {
            started.complete(starter.start(config));
        } catch (StartFailedException e) {
            err.println("topoxy: " + e.getMessage());
            return FAILED;
        } finally {
            started.cancel(false);
        }
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return OK;
    }

    /** Waits for a start under way; nothing is to be stopped where it failed. */
    private static void stopAndHalt(CompletableFuture<RunningProxy> started) {
        Optional<RunningProxy> proxy = started.handle((running, failure) -> Optional.ofNullable(running))
                .join();
        if (proxy.isEmpty()) {
            return;
        }
        int exitCode = FAILED;
        try {
            proxy.get().close();
            exitCode = OK;
        } finally {
            Runtime.getRuntime().halt(exitCode);
        }
    }
}
