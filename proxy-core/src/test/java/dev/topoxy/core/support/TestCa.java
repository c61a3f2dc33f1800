package dev.topoxy.core.support;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.security.auth.x500.X500Principal;

/** A certificate authority of a test. */
public final class TestCa {

    private static final byte[] ECDSA_WITH_SHA256 = Der.sequence(Der.oid(1, 2, 840, 10045, 4, 3, 2));
    private static final byte[] PBES2 = Der.oid(1, 2, 840, 113549, 1, 5, 13);
    private static final byte[] BASIC_CONSTRAINTS = Der.oid(2, 5, 29, 19);
    private static final byte[] SUBJECT_ALTERNATIVE_NAME = Der.oid(2, 5, 29, 17);

    private final X500Principal name;
    private final KeyPair keys;
    private final X509Certificate certificate;

    /** A key and its certificate. */
    public record Issued(PrivateKey key, X509Certificate certificate, X509Certificate ca) {

        public String chainPem() {
            return pem("CERTIFICATE", certificate) + pem("CERTIFICATE", ca);
        }

        public String keyPem() {
            return pem("PRIVATE KEY", key.getEncoded());
        }

        /** Encrypted as {@code openssl pkcs8 -topk8} does it. */
        public String encryptedKeyPem(String password) throws Exception {
            String algorithm = "PBEWithHmacSHA256AndAES_256";
            Cipher cipher = Cipher.getInstance(algorithm);
            cipher.init(
                    Cipher.ENCRYPT_MODE,
                    SecretKeyFactory.getInstance(algorithm).generateSecret(new PBEKeySpec(password.toCharArray())));
            byte[] encrypted = cipher.doFinal(key.getEncoded());
            byte[] scheme = Der.sequence(PBES2, cipher.getParameters().getEncoded());
            return pem("ENCRYPTED PRIVATE KEY", Der.sequence(scheme, Der.octets(encrypted)));
        }

        /** A keystore with this as its entry. */
        public Path store(Path file, String type, String password) throws IOException {
            return write(
                    file,
                    type,
                    password,
                    store ->
                            store.setKeyEntry("key", key, password.toCharArray(), new Certificate[] {certificate, ca}));
        }
    }

    private interface Filling {
        void into(KeyStore store) throws GeneralSecurityException;
    }

    private TestCa(X500Principal name, KeyPair keys) throws GeneralSecurityException {
        this.name = name;
        this.keys = keys;
        certificate = sign(name, keys, List.of(), Instant.now().plus(Duration.ofDays(365)), true);
    }

    public static TestCa create() {
        try {
            return new TestCa(new X500Principal("CN=Test CA"), newKeys());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Issues a certificate.
     *
     * @param subject like {@code CN=app,O=Example}
     * @param hosts names and IPv4 addresses that it is made out for
     */
    public Issued issue(String subject, String... hosts) {
        return issue(subject, Instant.now().plus(Duration.ofDays(365)), hosts);
    }

    public Issued issue(String subject, Instant notAfter, String... hosts) {
        try {
            KeyPair leaf = newKeys();
            return new Issued(
                    leaf.getPrivate(),
                    sign(new X500Principal(subject), leaf, List.of(hosts), notAfter, false),
                    certificate);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public String pem() {
        return pem("CERTIFICATE", certificate);
    }

    /** A truststore with this authority. */
    public Path trustStore(Path file, String type, String password) throws IOException {
        return write(file, type, password, store -> store.setCertificateEntry("ca", certificate));
    }

    private X509Certificate sign(
            X500Principal subject, KeyPair subjectKeys, List<String> hosts, Instant notAfter, boolean authority)
            throws GeneralSecurityException {
        Instant notBefore = Instant.now().minus(Duration.ofDays(400));
        byte[] extension = authority
                ? Der.sequence(BASIC_CONSTRAINTS, Der.bool(true), Der.octets(Der.sequence(Der.bool(true))))
                : Der.sequence(SUBJECT_ALTERNATIVE_NAME, Der.octets(Der.sequence(names(hosts))));
        boolean extended = authority || !hosts.isEmpty();
        byte[] body = Der.sequence(
                Der.tagged(0xA0, Der.integer(BigInteger.TWO)),
                Der.integer(new BigInteger(120, new SecureRandom())),
                ECDSA_WITH_SHA256,
                name.getEncoded(),
                Der.sequence(Der.time(notBefore), Der.time(notAfter)),
                subject.getEncoded(),
                subjectKeys.getPublic().getEncoded(),
                extended ? Der.tagged(0xA3, Der.sequence(extension)) : new byte[0]);
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(keys.getPrivate());
        signature.update(body);
        byte[] encoded = Der.sequence(body, ECDSA_WITH_SHA256, Der.bits(signature.sign()));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
    }

    private static byte[][] names(List<String> hosts) {
        return hosts.stream()
                .map(host -> host.matches("[0-9.]+")
                        ? Der.tagged(0x87, address(host))
                        : Der.tagged(0x82, host.getBytes(StandardCharsets.US_ASCII)))
                .toArray(byte[][]::new);
    }

    private static byte[] address(String literal) {
        try {
            return InetAddress.getByName(literal).getAddress();
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static KeyPair newKeys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(256);
        return generator.generateKeyPair();
    }

    private static String pem(String label, X509Certificate certificate) {
        try {
            return pem(label, certificate.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String pem(String label, byte[] der) {
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                        .encodeToString(der)
                + "\n-----END " + label + "-----\n";
    }

    private static Path write(Path file, String type, String password, Filling filling) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            KeyStore store = KeyStore.getInstance(type);
            store.load(null, null);
            filling.into(store);
            store.store(out, password.toCharArray());
            return file;
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }
}
