package dev.topoxy.core.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/** The certificates and the private key in a PEM file. */
final class PemFile {

    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----\\s([A-Za-z0-9+/=\\s]+)-----END \\1-----");
    private static final List<String> KEY_ALGORITHMS = List.of("RSA", "EC", "EdDSA");
    private static final String MARK = "-----BEGIN ";

    private record Block(String label, String base64) {
        byte[] der() {
            return Base64.getMimeDecoder().decode(base64);
        }
    }

    private final Path file;
    private final List<Block> blocks = new ArrayList<>();

    PemFile(Path file, byte[] content) throws TlsFileException {
        this.file = file;
        Matcher matcher = BLOCK.matcher(new String(content, StandardCharsets.ISO_8859_1));
        while (matcher.find()) {
            Block block = new Block(matcher.group(1), matcher.group(2));
            try {
                block.der();
            } catch (IllegalArgumentException e) {
                throw new TlsFileException(file + ": its " + block.label + " is not base64", e);
            }
            blocks.add(block);
        }
    }

    static boolean looksLike(byte[] content) {
        return new String(content, StandardCharsets.ISO_8859_1).contains(MARK);
    }

    /** All certificates, in the order of the file; at least one. */
    List<X509Certificate> certificates() throws TlsFileException {
        List<X509Certificate> certificates = new ArrayList<>();
        for (Block block : blocks) {
            if (block.label.equals("CERTIFICATE")) {
                try {
                    certificates.add((X509Certificate) CertificateFactory.getInstance("X.509")
                            .generateCertificate(new ByteArrayInputStream(block.der())));
                } catch (CertificateException e) {
                    throw new TlsFileException(
                            file + ": holds a certificate that cannot be read: " + e.getMessage(), e);
                }
            }
        }
        if (certificates.isEmpty()) {
            throw new TlsFileException(
                    file + ": holds no certificate: a PEM file with one has a line '" + MARK + "CERTIFICATE-----'");
        }
        return certificates;
    }

    /** The first private key. */
    PrivateKey privateKey(Optional<Secret> password) throws IOException {
        for (Block block : blocks) {
            if (block.label.equals("PRIVATE KEY")) {
                return key(new PKCS8EncodedKeySpec(block.der()));
            }
            if (block.label.equals("ENCRYPTED PRIVATE KEY")) {
                return key(decrypted(block.der(), password));
            }
            if (block.label.endsWith("PRIVATE KEY")) {
                throw new TlsFileException(file + ": its key is in the old form '" + block.label
                        + "': convert it with: openssl pkcs8 -topk8 -in old.key -out new.key");
            }
        }
        throw new TlsFileException(
                file + ": holds no private key: a PEM file with one has a line '" + MARK + "PRIVATE KEY-----'");
    }

    private PrivateKey key(PKCS8EncodedKeySpec encoded) throws TlsFileException {
        for (String algorithm : KEY_ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
            } catch (InvalidKeySpecException e) {
                // Of another algorithm.
            } catch (GeneralSecurityException e) {
                throw new TlsFileException(file + ": this Java has no " + algorithm + " keys", e);
            }
        }
        throw new TlsFileException(file + ": its private key is none of " + String.join(", ", KEY_ALGORITHMS));
    }

    private PKCS8EncodedKeySpec decrypted(byte[] der, Optional<Secret> password) throws IOException {
        if (password.isEmpty()) {
            throw new TlsFileException(file + ": its private key is encrypted: set ssl.key.password");
        }
        String secret = password.get().reveal();
        try {
            EncryptedPrivateKeyInfo info = new EncryptedPrivateKeyInfo(der);
            // PBES2 names itself by its parameters only.
            String named = info.getAlgParameters() == null
                    ? info.getAlgName()
                    : info.getAlgParameters().toString();
            String algorithm = named.startsWith("PBE") ? named : info.getAlgName();
            Cipher cipher = Cipher.getInstance(algorithm);
            cipher.init(
                    Cipher.DECRYPT_MODE,
                    SecretKeyFactory.getInstance(algorithm).generateSecret(new PBEKeySpec(secret.toCharArray())),
                    info.getAlgParameters());
            return info.getKeySpec(cipher);
        } catch (GeneralSecurityException | IOException e) {
            // The cause may quote what it was given.
            throw new TlsFileException(file
                    + ": its private key cannot be decrypted: either ssl.key.password is wrong, or the encryption is not"
                    + " known here: openssl pkcs8 -topk8 makes one that is");
        }
    }
}
