package dev.topoxy.filters.store.kafka;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.security.auth.login.AppConfigurationEntry;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.security.JaasContext;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule;
import org.apache.kafka.common.security.plain.PlainLoginModule;
import org.apache.kafka.common.security.scram.ScramLoginModule;
import org.apache.kafka.common.security.ssl.DefaultSslEngineFactory;

/** Tries the TLS and SASL settings of a Kafka client without connecting to anything. */
final class ClientSecurity {

    /**
     * What cannot be used.
     *
     * @param key of the client's configuration
     * @param text holds no secret
     */
    record Problem(String key, String text) {}

    private static final String JAAS_EXAMPLE = ": write '" + PlainLoginModule.class.getName()
            + " required username=\"...\" password=\"...\";', or the like for the mechanism";

    private static final List<String> STORES =
            List.of(SslConfigs.SSL_KEYSTORE_LOCATION_CONFIG, SslConfigs.SSL_TRUSTSTORE_LOCATION_CONFIG);

    private final AbstractConfig config;

    ClientSecurity(AbstractConfig config) {
        this.config = config;
    }

    Optional<Problem> problem() {
        SecurityProtocol protocol =
                SecurityProtocol.forName(config.getString(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG));
        Optional<Problem> tls = protocol == SecurityProtocol.SSL || protocol == SecurityProtocol.SASL_SSL
                ? tlsProblem()
                : Optional.empty();
        boolean sasl = protocol == SecurityProtocol.SASL_PLAINTEXT || protocol == SecurityProtocol.SASL_SSL;
        return tls.isEmpty() && sasl ? saslProblem() : tls;
    }

    private Optional<Problem> tlsProblem() {
        if (config.getClass(SslConfigs.SSL_ENGINE_FACTORY_CLASS_CONFIG) != null) {
            // Only that class knows.
            return Optional.empty();
        }
        for (String key : STORES) {
            String file = config.getString(key);
            if (file != null && !Files.isReadable(Path.of(file))) {
                return Optional.of(new Problem(key, "'" + file + "' is not a file that can be read"));
            }
        }
        try (DefaultSslEngineFactory engines = new DefaultSslEngineFactory()) {
            engines.configure(config.values());
            return Optional.empty();
        } catch (KafkaException e) {
            String text = "cannot be used: " + e.getMessage();
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (String.valueOf(cause.getMessage()).contains("password was incorrect")) {
                    text = "cannot be opened: its password is wrong";
                }
            }
            return Optional.of(new Problem(storeNamedIn(String.valueOf(e.getMessage())), text));
        }
    }

    private String storeNamedIn(String message) {
        for (String key : STORES) {
            String file = config.getString(key);
            if (file != null && message.contains(file)) {
                return key;
            }
        }
        return message.contains("trust")
                ? SslConfigs.SSL_TRUSTSTORE_LOCATION_CONFIG
                : SslConfigs.SSL_KEYSTORE_LOCATION_CONFIG;
    }

    private Optional<Problem> saslProblem() {
        if (config.getPassword(SaslConfigs.SASL_JAAS_CONFIG) == null) {
            return System.getProperty("java.security.auth.login.config") == null
                    ? jaasProblem("is missing" + JAAS_EXAMPLE)
                    : Optional.empty();
        }
        List<AppConfigurationEntry> entries;
        try {
            entries = JaasContext.loadClientContext(config.values()).configurationEntries();
        } catch (KafkaException | IllegalArgumentException e) {
            // The cause may quote what it was given.
            return jaasProblem("is no login entry that can be read or may be used" + JAAS_EXAMPLE);
        }
        String mechanism = config.getString(SaslConfigs.SASL_MECHANISM);
        Optional<Class<?>> needed = moduleFor(mechanism);
        for (AppConfigurationEntry entry : entries) {
            String module = entry.getLoginModuleName();
            if (needed.isPresent() && !module.equals(needed.get().getName()) && isKafkasOwn(module)) {
                return jaasProblem("names " + module + ", but sasl.mechanism " + mechanism + " goes with "
                        + needed.get().getName());
            }
            if (!exists(module)) {
                return jaasProblem("names a login module that does not exist" + JAAS_EXAMPLE);
            }
            boolean complete = hasText(entry.getOptions(), "username") && hasText(entry.getOptions(), "password");
            if (isPassword(module) && !complete) {
                return jaasProblem("lacks username or password" + JAAS_EXAMPLE);
            }
        }
        return Optional.empty();
    }

    private static Optional<Problem> jaasProblem(String text) {
        return Optional.of(new Problem(SaslConfigs.SASL_JAAS_CONFIG, text));
    }

    private static Optional<Class<?>> moduleFor(String mechanism) {
        return switch (mechanism) {
            case "PLAIN" -> Optional.of(PlainLoginModule.class);
            case "SCRAM-SHA-256", "SCRAM-SHA-512" -> Optional.of(ScramLoginModule.class);
            case "OAUTHBEARER" -> Optional.of(OAuthBearerLoginModule.class);
            default -> Optional.empty();
        };
    }

    private static boolean isKafkasOwn(String module) {
        return isPassword(module) || module.equals(OAuthBearerLoginModule.class.getName());
    }

    private static boolean isPassword(String module) {
        return module.equals(PlainLoginModule.class.getName()) || module.equals(ScramLoginModule.class.getName());
    }

    private static boolean hasText(Map<String, ?> options, String name) {
        return options.get(name) instanceof String text && !text.isEmpty();
    }

    private static boolean exists(String module) {
        try {
            Class.forName(module, false, ClientSecurity.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }
}
