package dev.topoxy.app.logging;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator.ExecutionStatus;
import ch.qos.logback.classic.spi.LogbackServiceProvider;
import ch.qos.logback.core.CoreConstants;
import org.slf4j.LoggerFactory;

/**
 * Logback as {@link LogbackSetup} sets it up, named to SLF4J by its system property: to search the class path for
 * logback, and then for its configuration, opens every jar, a quarter of the start. With
 * {@code -Dlogback.configurationFile} it is logback's own.
 */
public final class LogbackProvider extends LogbackServiceProvider {

    /**
     * Makes SLF4J use it, and at once: of two threads that ask for the first logger at the same time one would get a
     * stand-in. To be called before any other thread is started.
     */
    public static void use() {
        System.setProperty("slf4j.provider", LogbackProvider.class.getName());
        // Else it says on stderr that it does as told.
        System.setProperty("slf4j.internal.verbosity", "WARN");
        LoggerFactory.getILoggerFactory();
    }

    @Override
    public void initialize() {
        LoggerContext context = (LoggerContext) getLoggerFactory();
        context.setName(CoreConstants.DEFAULT_CONTEXT_NAME);
        context.setMDCAdapter(getMDCAdapter());
        if (new LogbackSetup().configure(context) == ExecutionStatus.INVOKE_NEXT_IF_ANY) {
            super.initialize();
        } else {
            context.start();
        }
    }
}
