package dev.topoxy.core.upstream;

import java.io.IOException;
import javax.security.sasl.SaslClient;
import javax.security.sasl.SaslException;

/** What makes the proxy's part of a SASL exchange. Thread-safe; may block. */
interface Credentials extends AutoCloseable {

    String mechanism();

    /** Begins an exchange with a broker at that host. */
    SaslClient newClient(String host) throws IOException;

    /** The proxy's next token. */
    default byte[] evaluate(SaslClient client, byte[] challenge) throws SaslException {
        return client.evaluateChallenge(challenge);
    }

    @Override
    default void close() {}

    static Credentials of(String name, LoginSettings settings) throws IOException {
        if (settings instanceof LoginSettings.Password password) {
            return new PasswordCredentials(password);
        }
        return TokenCredentials.open(name, (LoginSettings.ClientCredentials) settings);
    }
}
