package dev.topoxy.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A key with a certificate that it signed itself, made by the JDK's keytool. */
public final class SelfSigned {

    public static final String PASSWORD = "keystore-secret";

    private final String name;
    private final Path keystore;
    private final Path truststore;

    private SelfSigned(String name, Path keystore, Path truststore) {
        this.name = name;
        this.keystore = keystore;
        this.truststore = truststore;
    }

    /**
     * Makes one.
     *
     * @param subject like {@code CN=app,O=Test}
     * @param alternatives as keytool writes them, like {@code dns:localhost,ip:127.0.0.1}
     */
    public static SelfSigned make(Path directory, String name, String subject, String alternatives) {
        Path keystore = directory.resolve(name + ".p12");
        Path truststore = directory.resolve(name + "-trust.p12");
        try {
            Files.deleteIfExists(keystore);
            Process keytool = new ProcessBuilder(List.of(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-genkeypair",
                            "-keyalg",
                            "EC",
                            "-alias",
                            name,
                            "-dname",
                            subject,
                            "-validity",
                            "365",
                            "-ext",
                            "san=" + alternatives,
                            "-storetype",
                            "PKCS12",
                            "-keystore",
                            keystore.toString(),
                            "-storepass",
                            PASSWORD))
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve(name + ".keytool.log").toFile())
                    .start();
            if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
                keytool.destroyForcibly();
                throw new IllegalStateException(Files.readString(directory.resolve(name + ".keytool.log")));
            }
            writeTruststore(keystore, name, truststore);
            return new SelfSigned(name, keystore, truststore);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void writeTruststore(Path keystore, String name, Path truststore)
            throws IOException, GeneralSecurityException {
        KeyStore own = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keystore)) {
            own.load(in, PASSWORD.toCharArray());
        }
        KeyStore trust = KeyStore.getInstance("PKCS12");
        trust.load(null, null);
        trust.setCertificateEntry(name, own.getCertificate(name));
        try (OutputStream out = Files.newOutputStream(truststore)) {
            trust.store(out, PASSWORD.toCharArray());
        }
    }

    /** Key and certificate, PKCS12. */
    public Path keystore() {
        return keystore;
    }

    /** The certificate and then the key, not encrypted, in a new PEM file. */
    public Path pem() {
        char[] password = PASSWORD.toCharArray();
        try {
            KeyStore store = KeyStore.getInstance(keystore.toFile(), password);
            return Files.writeString(
                    keystore.resolveSibling(name + ".pem"),
                    pem("CERTIFICATE", store.getCertificate(name).getEncoded())
                            + pem("PRIVATE KEY", store.getKey(name, password).getEncoded()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String pem(String kind, byte[] der) {
        return "-----BEGIN " + kind + "-----\n" + Base64.getMimeEncoder().encodeToString(der) + "\n-----END " + kind
                + "-----\n";
    }

    /** When the certificate ends. */
    public Instant validUntil() {
        try {
            KeyStore trust = KeyStore.getInstance(truststore.toFile(), PASSWORD.toCharArray());
            X509Certificate certificate =
                    (X509Certificate) trust.getCertificate(trust.aliases().nextElement());
            return certificate.getNotAfter().toInstant();
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What others believe it by, PKCS12. */
    public Path truststore() {
        return truststore;
    }
}
