package dev.topoxy.core.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.topoxy.core.support.TestCa;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeySourceTest {

    private static final TestCa CA = TestCa.create();
    private static final TestCa.Issued ISSUED = CA.issue("CN=broker", "broker.example", "*.wild.example");

    @TempDir
    Path directory;

    private Path file(String name, String content) throws Exception {
        return Files.writeString(directory.resolve(name), content);
    }

    private static Optional<Secret> password(String text) {
        return Optional.of(Secret.of(text));
    }

    private static void assertIssued(List<Identity> loaded) {
        assertThat(loaded).singleElement().satisfies(identity -> {
            assertThat(identity.key()).isEqualTo(ISSUED.key());
            assertThat(identity.chain()).containsExactly(ISSUED.certificate(), ISSUED.ca());
        });
    }

    @Test
    void a_chain_and_a_key_are_read_from_two_pem_files() throws Exception {
        assertIssued(new KeySource.Pem(
                        file("tls.crt", ISSUED.chainPem()), file("tls.key", ISSUED.keyPem()), Optional.empty())
                .load());
    }

    @Test
    void an_encrypted_key_is_opened_with_the_password_of_a_file() throws Exception {
        Path password = file("password", "geheim\n");
        assertIssued(new KeySource.Pem(
                        file("tls.crt", ISSUED.chainPem()),
                        file("tls.key", ISSUED.encryptedKeyPem("geheim")),
                        Optional.of(Secret.inFile(password)))
                .load());
    }

    @Test
    void one_pem_file_may_hold_both() throws Exception {
        Path both = file("both.pem", ISSUED.encryptedKeyPem("geheim") + ISSUED.chainPem());
        assertIssued(new KeySource.Store(both, password("geheim"), Optional.empty()).load());
    }

    @ParameterizedTest
    @ValueSource(strings = {"PKCS12", "JKS"})
    void a_keystore_says_itself_of_what_type_it_is(String type) throws Exception {
        Path store = ISSUED.store(directory.resolve("store"), type, "geheim");
        assertIssued(new KeySource.Store(store, password("geheim"), Optional.empty()).load());
    }

    @Test
    void a_wrong_password_is_told_by_its_setting_and_never_by_its_text() throws Exception {
        Path store = ISSUED.store(directory.resolve("store"), "PKCS12", "geheim");
        assertThatThrownBy(() -> new KeySource.Store(store, password("falsch"), Optional.empty()).load())
                .isInstanceOf(TlsFileException.class)
                .hasMessageContaining(store.toString())
                .hasMessageContaining("ssl.keystore.password is missing or wrong")
                .hasStackTraceContaining("TlsFileException")
                .satisfies(failure -> assertThat(failure.toString()).doesNotContain("falsch"));
        assertThatThrownBy(() -> new KeySource.Store(store, Optional.empty(), Optional.empty()).load())
                .hasMessageContaining("ssl.keystore.password");
        Path key = file("tls.key", ISSUED.encryptedKeyPem("geheim"));
        Path chain = file("tls.crt", ISSUED.chainPem());
        assertThatThrownBy(() -> new KeySource.Pem(chain, key, password("falsch")).load())
                .hasMessageContaining("ssl.key.password is wrong");
        assertThatThrownBy(() -> new KeySource.Pem(chain, key, Optional.empty()).load())
                .hasMessageContaining("is encrypted: set ssl.key.password");
    }

    @Test
    void a_key_that_is_not_the_certificates_is_refused() throws Exception {
        TestCa.Issued other = CA.issue("CN=other");
        assertThatThrownBy(() -> new KeySource.Pem(
                                file("tls.crt", ISSUED.chainPem()), file("tls.key", other.keyPem()), Optional.empty())
                        .load())
                .hasMessageContaining("not that of the first certificate, CN=broker");
    }

    @Test
    void what_is_missing_or_in_an_old_form_is_told_with_the_way_out() throws Exception {
        Path chain = file("tls.crt", ISSUED.chainPem());
        assertThatThrownBy(() -> new KeySource.Pem(chain, directory.resolve("no.key"), Optional.empty()).load())
                .hasMessageContaining("no.key: does not exist");
        assertThatThrownBy(() -> new KeySource.Pem(chain, chain, Optional.empty()).load())
                .hasMessageContaining("holds no private key");
        Path old = file("old.key", ISSUED.keyPem().replace("PRIVATE KEY", "RSA PRIVATE KEY"));
        assertThatThrownBy(() -> new KeySource.Pem(chain, old, Optional.empty()).load())
                .hasMessageContaining("openssl pkcs8 -topk8");
        Path rubbish = file("rubbish.p12", "rubbish");
        assertThatThrownBy(() -> new KeySource.Store(rubbish, password("x"), Optional.empty()).load())
                .hasMessageContaining("no PKCS12, JKS or PEM file");
    }

    @Test
    void a_certificate_is_for_its_names_and_for_one_label_in_place_of_a_wildcard() throws Exception {
        Identity identity = new Identity(ISSUED.key(), List.of(ISSUED.certificate()));
        assertThat(identity.isFor("Broker.Example")).isTrue();
        assertThat(identity.isFor("b.wild.example")).isTrue();
        assertThat(identity.isFor("a.b.wild.example")).isFalse();
        assertThat(identity.isFor("wild.example")).isFalse();
        assertThat(identity.isFor("localhost")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PKCS12", "JKS"})
    void trust_is_read_from_stores_and_from_pem(String type) throws Exception {
        Path store = CA.trustStore(directory.resolve("trust"), type, "geheim");
        assertThat(new TrustSource(store, password("geheim")).load()).containsExactly(ISSUED.ca());
        assertThat(new TrustSource(file("ca.pem", CA.pem()), Optional.empty()).load())
                .containsExactly(ISSUED.ca());
    }
}
