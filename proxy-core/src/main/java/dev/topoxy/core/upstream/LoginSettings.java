package dev.topoxy.core.upstream;

import dev.topoxy.core.tls.Secret;
import java.net.URI;
import java.util.Optional;

/** Who the proxy is to the brokers, where it logs in itself. */
public sealed interface LoginSettings {

    /**
     * A user and a password.
     *
     * @param mechanism {@code PLAIN}, {@code SCRAM-SHA-256} or {@code SCRAM-SHA-512}
     */
    record Password(String mechanism, String user, Secret password) implements LoginSettings {}

    /** A token for client credentials, fetched from where tokens are issued (OAUTHBEARER). */
    record ClientCredentials(URI tokenEndpoint, String clientId, Secret clientSecret, Optional<String> scope)
            implements LoginSettings {
        @Override
        public String mechanism() {
            return "OAUTHBEARER";
        }
    }

    String mechanism();
}
