package dev.topoxy.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.topoxy.testkit.SelfSigned;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code --check} finds in files that are there and do not hold what they should, and of plugins. */
@SuppressWarnings("StringConcatToTextBlock")
class KeyFilesCheckTest {

    private static final String JAAS = "org.apache.kafka.common.security.%s required username=\"me\" password=\"%s\";";
    private static final String SECRET = "not-to-be-told";

    @TempDir
    static Path directory;

    private static SelfSigned good;
    private static SelfSigned other;

    @BeforeAll
    static void makeKeys() {
        good = SelfSigned.make(directory, "good", "CN=good", "dns:*.example.com,ip:127.0.0.1");
        other = SelfSigned.make(directory, "other", "CN=other", "dns:other.example.com");
    }

    private static ProxyConfig load(String yaml) throws IOException, InvalidConfigException {
        return new ConfigLoader(directory, Map.of(), true)
                .fromFile(Files.writeString(directory.resolve("topoxy.yaml"), yaml));
    }

    /** Without the name of the file. */
    private static List<String> faults(String yaml) {
        InvalidConfigException invalid = catchThrowableOfType(InvalidConfigException.class, () -> load(yaml));
        assertThat(invalid).as("accepted:\n%s", yaml).isNotNull();
        return invalid.faults().stream()
                .map(fault -> fault.substring(fault.indexOf(".yaml:") + ".yaml:".length()))
                .toList();
    }

    private static String cluster(String more) {
        return "clusters:\n  - bootstrap.servers: b:9092\n" + more;
    }

    private static String listenerTls(String settings) {
        return cluster("    tls: {" + settings + "}\n");
    }

    private static String store(Path keystore, String password) {
        return "ssl.keystore.location: " + keystore + ", ssl.keystore.password: " + password;
    }

    @Test
    void good_files_are_no_news() throws Exception {
        String tls = store(good.keystore(), SelfSigned.PASSWORD) + ", ssl.truststore.location: " + other.truststore()
                + ", ssl.truststore.password: " + SelfSigned.PASSWORD;
        ProxyConfig config = load("admin: {tls: {" + tls + "}}\n"
                + cluster("    tls: {ssl.client.auth: required, " + tls + "}\n    upstream: {tls: {" + tls + "}}\n"));

        assertThat(config.warnings()).isEmpty();
        assertThat(config.admin().tls()).isPresent();
    }

    @Test
    void a_password_that_does_not_fit_is_told_wherever_it_stands() {
        String wrong = store(good.keystore(), SECRET);
        String told = good.keystore() + ": cannot be opened: either it is no PKCS12, JKS or PEM file, or"
                + " ssl.keystore.password is missing or wrong";

        assertThat(faults("admin: {tls: {" + wrong + "}}\n"
                        + cluster("    tls: {" + wrong + "}\n    upstream: {tls: {" + wrong + "}}\n")))
                .containsExactly(
                        "1:38: admin.tls.ssl.keystore.location: " + told,
                        "4:34: clusters[0].tls.ssl.keystore.location: " + told,
                        "5:45: clusters[0].upstream.tls.ssl.keystore.location: " + told);
    }

    @Test
    void a_key_of_another_certificate_is_told() {
        assertThat(faults(
                        listenerTls("ssl.certificate.location: " + good.pem() + ", ssl.key.location: " + other.pem())))
                .singleElement()
                .asString()
                .contains("clusters[0].tls.ssl.key.location: " + good.pem() + " and " + other.pem()
                        + ": the private key is not that of the first certificate");
    }

    @Test
    void a_key_that_is_none_is_told_beside_a_certificate_that_is_none() throws Exception {
        Path text = Files.writeString(directory.resolve("text.pem"), "hello");

        assertThat(faults(listenerTls("ssl.certificate.location: " + text + ", ssl.key.location: " + text)))
                .satisfiesExactly(
                        fault -> assertThat(fault).contains("clusters[0].tls.ssl.certificate.location: " + text),
                        fault -> assertThat(fault).contains("clusters[0].tls.ssl.key.location: " + text));
        assertThat(faults(listenerTls("ssl.certificate.location: " + good.pem() + ", ssl.key.location: " + text)))
                .singleElement()
                .asString()
                .contains("clusters[0].tls.ssl.key.location: " + text);
    }

    @Test
    void a_plugin_that_is_nowhere_is_told() {
        assertThat(faults(cluster(
                        "    topology.description: {group.streams.topology.description.class: acme.Nowhere}\n")))
                .singleElement()
                .asString()
                .startsWith("3:70: clusters[0].topology.description.group.streams.topology.description.class:"
                        + " plugin: class acme.Nowhere is not on the class path");
    }

    @Test
    void a_truststore_that_is_none_is_told() throws Exception {
        Path text = Files.writeString(directory.resolve("ca.pem"), "hello");

        assertThat(faults(listenerTls(
                        store(good.keystore(), SelfSigned.PASSWORD) + ", ssl.truststore.location: " + text)))
                .singleElement()
                .asString()
                .contains("clusters[0].tls.ssl.truststore.location: " + text + ": cannot be opened");
    }

    @Test
    void a_password_file_without_a_password_is_told() throws Exception {
        Path empty = Files.writeString(directory.resolve("empty"), "\n");

        assertThat(faults(cluster("    upstream: {sasl: {sasl.mechanism: PLAIN, sasl.username: me, sasl.password.file: "
                        + empty + "}}\n")))
                .containsExactly("3:85: clusters[0].upstream.sasl.sasl.password.file: the file is empty: write the"
                        + " password into it");
    }

    @Test
    void cipher_suites_that_nobody_knows_are_told() {
        assertThat(faults(
                        listenerTls(store(good.keystore(), SelfSigned.PASSWORD) + ", ssl.cipher.suites: TLS_MADE_UP")))
                .singleElement()
                .asString()
                .contains("clusters[0].tls.ssl.cipher.suites: ", "TLS_MADE_UP");
    }

    @Test
    void a_certificate_for_other_hosts_than_clients_connect_to_is_warned_of() throws Exception {
        String tls = "    tls: {" + store(other.keystore(), SelfSigned.PASSWORD) + "}\n";
        ProxyConfig config = load(cluster("    listen: 127.0.0.1:19092\n    advertised: other.example.com:19092\n"
                + "    brokers: {hosts: broker-$(nodeId).example.com}\n" + tls));

        assertThat(config.warnings())
                .singleElement()
                .asString()
                .contains("6:10: clusters[0].tls: no certificate is made out for 'broker-0.example.com', where clients"
                        + " connect to");
    }

    private static String kafkaStore(String config) {
        return cluster("    topology.description:\n      group.streams.topology.description.class: kafka\n"
                + "      plugin.config:\n" + config);
    }

    @Test
    void a_keystore_of_the_store_that_cannot_be_opened_is_told() {
        assertThat(faults(kafkaStore("        client.security.protocol: SSL\n        client.ssl.keystore.location: "
                        + good.keystore() + "\n        client.ssl.keystore.password: " + SECRET + "\n")))
                .containsExactly("7:39: clusters[0].topology.description.plugin.config.client.ssl.keystore.location:"
                        + " cannot be opened: its password is wrong");
    }

    @Test
    void a_truststore_of_one_of_the_stores_clients_that_does_not_exist_is_told() {
        assertThat(faults(kafkaStore("        client.security.protocol: SSL\n"
                        + "        producer.ssl.truststore.location: /no/where.p12\n")))
                .containsExactly(
                        "7:43: clusters[0].topology.description.plugin.config.producer.ssl.truststore.location:"
                                + " '/no/where.p12' is not a file that can be read");
    }

    private static String login(String mechanism, String jaas) {
        return kafkaStore("        client.security.protocol: SASL_PLAINTEXT\n        client.sasl.mechanism: "
                + mechanism + "\n        client.sasl.jaas.config: '" + jaas + "'\n");
    }

    private static String jaasFault(String yaml) {
        List<String> faults = faults(yaml);
        assertThat(faults).singleElement().asString().doesNotContain(SECRET);
        assertThat(faults.get(0))
                .contains(": clusters[0].topology.description.plugin.config.client.sasl.jaas.config: ");
        return faults.get(0);
    }

    @Test
    void a_login_of_the_store_that_cannot_work_is_told_without_its_secret() throws Exception {
        assertThat(load(login("PLAIN", JAAS.formatted("plain.PlainLoginModule", SECRET)))
                        .warnings())
                .isEmpty();
        assertThat(jaasFault(login("PLAIN", "PlainLoginModule " + SECRET)))
                .contains("8:34: ", "is no login entry that can be read");
        assertThat(jaasFault(login("PLAIN", JAAS.formatted("plain.PlainLogin", SECRET))))
                .contains("a login module that does not exist");
        assertThat(jaasFault(login("SCRAM-SHA-512", JAAS.formatted("plain.PlainLoginModule", SECRET))))
                .contains("PlainLoginModule, but sasl.mechanism SCRAM-SHA-512 goes with", "ScramLoginModule");
        assertThat(jaasFault(login("PLAIN", JAAS.formatted("plain.PlainLoginModule", ""))))
                .contains("lacks username or password");
        assertThat(jaasFault(kafkaStore("        client.security.protocol: SASL_SSL\n")))
                .contains("is missing: write ");
    }
}
