package dev.topoxy.core.upstream;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import javax.security.auth.Subject;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.LoginException;
import javax.security.sasl.Sasl;
import javax.security.sasl.SaslClient;
import javax.security.sasl.SaslException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.internals.SecurityManagerCompatibility;
import org.apache.kafka.common.security.JaasContext;
import org.apache.kafka.common.security.authenticator.LoginManager;
import org.apache.kafka.common.security.oauthbearer.ClientCredentialsJwtRetriever;
import org.apache.kafka.common.security.oauthbearer.ClientJwtValidator;
import org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginCallbackHandler;
import org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule;
import org.apache.kafka.common.security.oauthbearer.internals.OAuthBearerRefreshingLogin;
import org.apache.kafka.common.security.oauthbearer.internals.OAuthBearerSaslClientCallbackHandler;

/** A token that Kafka's own client code fetches, and fetches anew before it ends. */
final class TokenCredentials implements Credentials {

    private static final String ALLOWED_URLS = "org.apache.kafka.sasl.oauthbearer.allowed.urls";

    private final String mechanism;
    private final LoginManager login;
    private final OAuthBearerSaslClientCallbackHandler callbacks;

    private TokenCredentials(String mechanism, LoginManager login, OAuthBearerSaslClientCallbackHandler callbacks) {
        this.mechanism = mechanism;
        this.login = login;
        this.callbacks = callbacks;
    }

    static TokenCredentials open(String name, LoginSettings.ClientCredentials settings) throws IOException {
        allow(settings.tokenEndpoint().toString());
        Map<String, Object> written = new HashMap<>();
        written.put(SaslConfigs.SASL_MECHANISM, settings.mechanism());
        written.put(SaslConfigs.SASL_LOGIN_CALLBACK_HANDLER_CLASS, OAuthBearerLoginCallbackHandler.class);
        // The defaults choose between these and others, and for that load libraries which are not here.
        written.put(SaslConfigs.SASL_OAUTHBEARER_JWT_RETRIEVER_CLASS, ClientCredentialsJwtRetriever.class);
        written.put(SaslConfigs.SASL_OAUTHBEARER_JWT_VALIDATOR_CLASS, ClientJwtValidator.class);
        written.put(
                SaslConfigs.SASL_OAUTHBEARER_TOKEN_ENDPOINT_URL,
                settings.tokenEndpoint().toString());
        written.put(SaslConfigs.SASL_OAUTHBEARER_CLIENT_CREDENTIALS_CLIENT_ID, settings.clientId());
        written.put(
                SaslConfigs.SASL_OAUTHBEARER_CLIENT_CREDENTIALS_CLIENT_SECRET,
                new Password(settings.clientSecret().reveal()));
        settings.scope().ifPresent(scope -> written.put(SaslConfigs.SASL_OAUTHBEARER_SCOPE, scope));
        ConfigDef definition = new ConfigDef();
        SaslConfigs.addClientSaslSupport(definition);
        SslConfigs.addClientSslSupport(definition);
        Map<String, ?> configs = new AbstractConfig(definition, written, false).values();
        List<AppConfigurationEntry> module = List.of(new AppConfigurationEntry(
                OAuthBearerLoginModule.class.getName(),
                AppConfigurationEntry.LoginModuleControlFlag.REQUIRED,
                Map.of()));
        JaasContext context = new JaasContext(
                name,
                JaasContext.Type.CLIENT,
                new Configuration() {
                    @Override
                    public AppConfigurationEntry[] getAppConfigurationEntry(String asked) {
                        return module.toArray(AppConfigurationEntry[]::new);
                    }
                },
                null);
        OAuthBearerSaslClientCallbackHandler callbacks = new OAuthBearerSaslClientCallbackHandler();
        callbacks.configure(configs, settings.mechanism(), module);
        try {
            LoginManager login = LoginManager.acquireLoginManager(
                    context, settings.mechanism(), OAuthBearerRefreshingLogin.class, configs);
            return new TokenCredentials(settings.mechanism(), login, callbacks);
        } catch (LoginException | KafkaException e) {
            throw new UpstreamException(
                    name + ": no token from " + settings.tokenEndpoint() + ": " + e.getMessage(), e);
        }
    }

    /** Kafka's code asks of whoever starts the process which endpoints may be used: the one that is configured. */
    private static void allow(String url) {
        synchronized (TokenCredentials.class) {
            String allowed = System.getProperty(ALLOWED_URLS, "");
            if (!List.of(allowed.split(",", -1)).contains(url)) {
                System.setProperty(ALLOWED_URLS, allowed.isEmpty() ? url : allowed + "," + url);
            }
        }
    }

    @Override
    public String mechanism() {
        return mechanism;
    }

    @Override
    public SaslClient newClient(String host) throws IOException {
        return asSubject(() -> {
            SaslClient client =
                    Sasl.createSaslClient(new String[] {mechanism}, null, "kafka", host, Map.of(), callbacks);
            if (client == null) {
                throw new SaslException("this Java has no SASL mechanism " + mechanism);
            }
            return client;
        });
    }

    @Override
    public byte[] evaluate(SaslClient client, byte[] challenge) throws SaslException {
        return asSubject(() -> client.evaluateChallenge(challenge));
    }

    /** The token is among the credentials of the login's subject, and Kafka's handlers look for it there. */
    private <T> T asSubject(Callable<T> action) throws SaslException {
        Subject subject = login.subject();
        try {
            return SecurityManagerCompatibility.get().callAs(subject, action);
        } catch (CompletionException e) {
            throw new SaslException("no valid token at hand", e.getCause());
        }
    }

    @Override
    public void close() {
        login.release();
    }
}
