package dev.topoxy.app.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.Layout;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.slf4j.Logger;

/**
 * Logging to stdout, set up without XML because parsing that would be a good part of the start. Found by logback as a
 * service; {@code -Dlogback.configurationFile} takes precedence.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_TOP_PRIORITY)
public final class LogbackSetup extends ContextAwareBase implements Configurator {
    private static final String LEVEL = "TOPOXY_LOG_LEVEL";
    private static final String FORMAT = "TOPOXY_LOG_FORMAT";
    private static final String TEXT = "text";
    private static final String JSON = "json";

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        if (System.getProperty("logback.configurationFile") != null) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
        encoder.setContext(context);
        encoder.setCharset(StandardCharsets.UTF_8);
        Optional<String> format = variable(FORMAT);
        Layout<ILoggingEvent> layout = layout(format);
        layout.setContext(context);
        layout.start();
        encoder.setLayout(layout);
        encoder.start();
        ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
        console.setContext(context);
        console.setName("console");
        console.setEncoder(encoder);
        RepeatsFilter repeats = new RepeatsFilter();
        repeats.start();
        console.addFilter(repeats);
        console.start();
        var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.addAppender(console);
        Optional<String> level = variable(LEVEL);
        root.setLevel(level(level));
        context.getLogger("org.apache.kafka").setLevel(Level.WARN);
        context.getLogger("io.netty").setLevel(Level.INFO);
        levelMistake(level).ifPresent(context.getLogger(LogbackSetup.class)::warn);
        formatMistake(format).ifPresent(context.getLogger(LogbackSetup.class)::warn);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    private static Optional<String> variable(String name) {
        return Optional.ofNullable(System.getenv(name)).map(String::strip).filter(text -> !text.isEmpty());
    }

    /** Lines of text unless JSON is asked for. */
    static Layout<ILoggingEvent> layout(Optional<String> format) {
        return format.filter(JSON::equalsIgnoreCase).isPresent() ? new JsonLayout() : new LineLayout();
    }

    /** What to say of a format that is none. */
    static Optional<String> formatMistake(Optional<String> format) {
        return format.filter(text -> !text.equalsIgnoreCase(JSON) && !text.equalsIgnoreCase(TEXT))
                .map(text -> FORMAT + " is '" + text + "', which is no log format, so it is text: write text or json");
    }

    /** INFO where nothing is set, or nothing that is a level. */
    static Level level(Optional<String> name) {
        return Level.toLevel(name.orElse("INFO"), Level.INFO);
    }

    /** What to say of a name that is no level. */
    static Optional<String> levelMistake(Optional<String> name) {
        return name.filter(text -> Level.toLevel(text, null) == null)
                .map(text -> LEVEL + " is '" + text
                        + "', which is no log level, so it is INFO: write ERROR, WARN, INFO, DEBUG or TRACE");
    }
}
