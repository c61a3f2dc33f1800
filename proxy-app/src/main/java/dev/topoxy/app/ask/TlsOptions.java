package dev.topoxy.app.ask;

import dev.topoxy.core.tls.ClientTls;
import dev.topoxy.core.tls.TlsFileException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.Options;

/** The options that say whom to believe by TLS, and whom to be. */
final class TlsOptions {
    private static final String CA = "ca";
    private static final String CERT = "cert";

    private TlsOptions() {}

    /**
     * Adds them.
     *
     * @param when in words, for what connections
     */
    static void add(Options options, String when) {
        options.addOption(Arguments.value(CA, "FILE", "Whose certificates are believed (PEM), for " + when));
        options.addOption(Arguments.value(CERT, "FILE", "Certificate and key (PEM), where the server wants one."));
    }

    /** Empty where nothing is said, which is Java's default. */
    static Optional<SSLContext> context(CommandLine given) throws AskException {
        if (!given.hasOption(CA) && !given.hasOption(CERT)) {
            return Optional.empty();
        }
        try {
            return Optional.of(ClientTls.context(path(given, CA), path(given, CERT)));
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
}
