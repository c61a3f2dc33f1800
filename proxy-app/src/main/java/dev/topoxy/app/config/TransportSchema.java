package dev.topoxy.app.config;

import dev.topoxy.core.arrival.ProxyHeaders;
import dev.topoxy.core.tls.ClientAuthentication;
import dev.topoxy.core.tls.ServerTlsSettings;
import dev.topoxy.core.tls.TlsSettings;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The part of the schema that is about TLS, names and other proxies. Keys that Kafka has too are named as there. */
final class TransportSchema {
    static final String TLS = "tls";
    static final String UPSTREAM = "upstream";
    static final String SASL = "sasl";

    /** Whether a broker's certificate must be made out for the host that was connected to. */
    enum HostnameCheck {
        HTTPS,
        NONE
    }

    /** How the proxy can log in. */
    enum Mechanism {
        PLAIN("PLAIN"),
        SCRAM_SHA_256("SCRAM-SHA-256"),
        SCRAM_SHA_512("SCRAM-SHA-512"),
        OAUTHBEARER("OAUTHBEARER");

        final String saslName;

        Mechanism(String saslName) {
            this.saslName = saslName;
        }
    }

    static final Key<ProxyHeaders.Mode> PROXY_PROTOCOL = Key.of(
            "proxy.protocol",
            Types.oneOf(ProxyHeaders.Mode.class),
            "off",
            "Whether connections begin with a header of the PROXY protocol (version 1 or 2), as load balancers send it: "
                    + "`off`, `allowed` or `required`. The client's address is then the header's.");
    static final Key<List<ProxyHeaders.Subnet>> PROXY_PROTOCOL_TRUSTED = Key.optional(
            "proxy.protocol.trusted",
            Types.listOf("subnets like 10.0.0.0/8", ProxyHeaders.Subnet::parse),
            "everybody",
            "Who may send such a header: the addresses of the load balancers. Others count as clients themselves.");

    static final Key<Path> KEYSTORE = Key.optional(
            "ssl.keystore.location",
            Types.FILE,
            "none",
            "A keystore: PKCS12, JKS, or PEM with certificates and key in one file; which of them is seen by its content. "
                    + "Of several keys the one is used whose certificate is made out for the host that the client asks for.");
    static final Key<String> KEYSTORE_PASSWORD =
            Key.optional("ssl.keystore.password", Types.SECRET, "none", "Best written as `${VARIABLE}`.");
    static final Key<Path> KEYSTORE_PASSWORD_FILE = Key.optional(
            "ssl.keystore.password.file", Types.FILE, "none", "The file that holds it, in place of the password.");
    static final Key<List<Path>> CERTIFICATES = Key.optional(
            "ssl.certificate.location",
            Types.FILES,
            "none",
            "In place of a keystore: a PEM file with the certificate and those that signed it, like `tls.crt`. Several, "
                    + "with as many keys, for several hosts.");
    static final Key<List<Path>> KEYS = Key.optional(
            "ssl.key.location",
            Types.FILES,
            "none",
            "The key of that certificate, PEM (PKCS8, encrypted or not), like `tls.key`.");
    static final Key<String> KEY_PASSWORD = Key.optional(
            "ssl.key.password",
            Types.SECRET,
            "as `ssl.keystore.password`",
            "Opens an encrypted key. Best written as `${VARIABLE}`.");
    static final Key<Path> KEY_PASSWORD_FILE = Key.optional(
            "ssl.key.password.file", Types.FILE, "none", "The file that holds it, in place of the password.");
    static final Key<Path> TRUSTSTORE = Key.optional(
            "ssl.truststore.location",
            Types.FILE,
            "the authorities that Java knows",
            "Whose certificates are believed: PEM, PKCS12 or JKS.");
    static final Key<String> TRUSTSTORE_PASSWORD =
            Key.optional("ssl.truststore.password", Types.SECRET, "none", "Best written as `${VARIABLE}`.");
    static final Key<Path> TRUSTSTORE_PASSWORD_FILE = Key.optional(
            "ssl.truststore.password.file", Types.FILE, "none", "The file that holds it, in place of the password.");
    static final Key<List<String>> PROTOCOLS = Key.of(
            "ssl.enabled.protocols",
            Types.listOf("of TLSv1.2, TLSv1.3", TransportSchema::protocol),
            String.join(",", TlsSettings.DEFAULT_PROTOCOLS),
            "Older ones are not offered.");
    static final Key<List<String>> CIPHER_SUITES = Key.optional(
            "ssl.cipher.suites",
            Types.listOf("names like TLS_AES_256_GCM_SHA384", text -> text),
            "a good choice",
            "Only these, in this order.");
    static final Key<ClientAuthentication> CLIENT_AUTH = Key.of(
            "ssl.client.auth",
            Types.oneOf(ClientAuthentication.class),
            "none",
            "Whether clients show certificates: `none`, `requested` or `required`.");
    static final Key<String> PRINCIPAL_MAPPING_RULES = Key.of(
            "ssl.principal.mapping.rules",
            Types.PRINCIPAL_MAPPING_RULES,
            ServerTlsSettings.DEFAULT_PRINCIPAL_MAPPING_RULES,
            "How a certificate's name becomes the user's, in Kafka's syntax.");
    static final Key<HostnameCheck> HOSTNAME_CHECK = Key.of(
            "ssl.endpoint.identification.algorithm",
            Types.oneOf(HostnameCheck.class),
            "https",
            "`https`: a broker's certificate must be made out for the host that is connected to. `none` switches that off, "
                    + "and with it the protection against whoever has any certificate of the same authority.");

    static final Key<Boolean> SEND_PROXY_PROTOCOL = Key.of(
            "proxy.protocol.send",
            Types.BOOLEAN,
            "false",
            "Whether each connection to a broker begins with a PROXY header, version 2, that names the client. Kafka "
                    + "brokers themselves do not understand it; what stands before them may.");

    static final Key<Mechanism> MECHANISM = Key.required(
            "sasl.mechanism",
            Types.oneOf(Mechanism.class, mechanism -> mechanism.saslName),
            "How the proxy logs in: with a user and a password, or with a token for client credentials.");
    static final Key<String> USERNAME = Key.optional("sasl.username", Types.TEXT, "none", "For PLAIN and SCRAM.");
    static final Key<String> PASSWORD =
            Key.optional("sasl.password", Types.SECRET, "none", "Best written as `${VARIABLE}`.");
    static final Key<Path> PASSWORD_FILE = Key.optional(
            "sasl.password.file",
            Types.FILE,
            "none",
            "The file that holds it, in place of the password; it is read for each login.");
    static final Key<URI> TOKEN_ENDPOINT = Key.optional(
            "sasl.oauthbearer.token.endpoint.url", Types.HTTP_URL, "none", "For OAUTHBEARER: where tokens are issued.");
    static final Key<String> CLIENT_ID =
            Key.optional("sasl.oauthbearer.client.credentials.client.id", Types.TEXT, "none", "For OAUTHBEARER.");
    static final Key<String> CLIENT_SECRET = Key.optional(
            "sasl.oauthbearer.client.credentials.client.secret",
            Types.SECRET,
            "none",
            "Best written as `${VARIABLE}`.");
    static final Key<Path> CLIENT_SECRET_FILE = Key.optional(
            "sasl.oauthbearer.client.credentials.client.secret.file",
            Types.FILE,
            "none",
            "The file that holds it, in place of the secret.");
    static final Key<String> SCOPE =
            Key.optional("sasl.oauthbearer.scope", Types.TEXT, "none", "For OAUTHBEARER, where the issuer wants one.");

    private static final List<Key<?>> BOTH_SIDES = List.of(
            KEYSTORE,
            KEYSTORE_PASSWORD,
            KEYSTORE_PASSWORD_FILE,
            CERTIFICATES,
            KEYS,
            KEY_PASSWORD,
            KEY_PASSWORD_FILE,
            TRUSTSTORE,
            TRUSTSTORE_PASSWORD,
            TRUSTSTORE_PASSWORD_FILE,
            PROTOCOLS,
            CIPHER_SUITES);

    static final Section LISTEN_TLS = new Section(
            "clusters[].tls",
            "TLS to clients; without this section connections are plain. Files are read anew when they change, see "
                    + "[security](security.md).",
            both(CLIENT_AUTH, PRINCIPAL_MAPPING_RULES),
            List.of());
    static final Section ADMIN_TLS = new Section(
            "admin.tls",
            "TLS for the admin server; without this section it speaks plain HTTP. Files are read anew when they change.",
            both(CLIENT_AUTH),
            List.of());
    static final Section UPSTREAM_TLS = new Section(
            "clusters[].upstream.tls",
            "TLS to brokers; without this section connections are plain. Key and certificate are needed only where "
                    + "brokers ask for them.",
            both(HOSTNAME_CHECK),
            List.of());
    static final Section UPSTREAM_SASL = new Section(
            "clusters[].upstream.sasl",
            "As whom the proxy itself logs in to the brokers; without this section clients log in through it. See "
                    + "[security](security.md).",
            List.of(
                    MECHANISM,
                    USERNAME,
                    PASSWORD,
                    PASSWORD_FILE,
                    TOKEN_ENDPOINT,
                    CLIENT_ID,
                    CLIENT_SECRET,
                    CLIENT_SECRET_FILE,
                    SCOPE),
            List.of());
    static final Section UPSTREAM_SECTION = new Section(
            "clusters[].upstream", "How brokers are connected to.", List.of(SEND_PROXY_PROTOCOL), List.of(TLS, SASL));

    private TransportSchema() {}

    private static List<Key<?>> both(Key<?>... more) {
        List<Key<?>> keys = new ArrayList<>(BOTH_SIDES);
        keys.addAll(List.of(more));
        return List.copyOf(keys);
    }

    private static String protocol(String text) {
        if (!TlsSettings.DEFAULT_PROTOCOLS.contains(text)) {
            throw new IllegalArgumentException(
                    "'" + text + "' is none of " + String.join(", ", TlsSettings.DEFAULT_PROTOCOLS));
        }
        return text;
    }
}
