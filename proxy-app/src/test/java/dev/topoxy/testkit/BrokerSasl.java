package dev.topoxy.testkit;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Who may log in to a broker and who may do all. The kit's own connections use a listener without login.
 *
 * @param plain passwords by user for PLAIN
 * @param scram passwords by user for SCRAM-SHA-256 and SCRAM-SHA-512
 * @param superUsers users that no ACL binds
 */
public record BrokerSasl(Map<String, String> plain, Map<String, String> scram, Set<String> superUsers) {

    public BrokerSasl {
        plain = Map.copyOf(plain);
        scram = Map.copyOf(scram);
        superUsers = Set.copyOf(superUsers);
    }

    /** The super user {@code admin} with password {@code admin-secret}, and no one else. */
    public static BrokerSasl withAdmin() {
        return new BrokerSasl(Map.of("admin", "admin-secret"), Map.of(), Set.of("admin"));
    }

    public BrokerSasl withPlainUser(String user, String password) {
        Map<String, String> users = new LinkedHashMap<>(plain);
        users.put(user, password);
        return new BrokerSasl(users, scram, superUsers);
    }

    public BrokerSasl withScramUser(String user, String password) {
        Map<String, String> users = new LinkedHashMap<>(scram);
        users.put(user, password);
        return new BrokerSasl(plain, users, superUsers);
    }

    /** Settings of a client that logs in with PLAIN. */
    public static Map<String, String> plainClient(String user, String password) {
        return client("PLAIN", "org.apache.kafka.common.security.plain.PlainLoginModule", user, password);
    }

    /** Settings of a client that logs in with {@code SCRAM-SHA-256} or {@code SCRAM-SHA-512}. */
    public static Map<String, String> scramClient(String mechanism, String user, String password) {
        return client(mechanism, "org.apache.kafka.common.security.scram.ScramLoginModule", user, password);
    }

    /** Settings of a client that logs in with a token which it issued itself and nobody signed. */
    public static Map<String, String> unsecuredBearerClient(String user) {
        return Map.of(
                "security.protocol",
                "SASL_PLAINTEXT",
                "sasl.mechanism",
                "OAUTHBEARER",
                "sasl.jaas.config",
                "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required"
                        + " unsecuredLoginStringClaim_sub=\"" + user + "\";");
    }

    private static Map<String, String> client(String mechanism, String module, String user, String password) {
        return Map.of(
                "security.protocol",
                "SASL_PLAINTEXT",
                "sasl.mechanism",
                mechanism,
                "sasl.jaas.config",
                module + " required username=\"" + user + "\" password=\"" + password + "\";");
    }
}
