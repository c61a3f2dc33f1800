package dev.topoxy.core.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What key and trust sources have in common. */
final class TlsFiles {

    private static final int MAX_BYTES = 16 * 1024 * 1024;
    private static final byte[] JKS_MAGIC = {(byte) 0xFE, (byte) 0xED, (byte) 0xFE, (byte) 0xED};

    private TlsFiles() {}

    static byte[] read(Path file) throws IOException {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new TlsFileException(file + ": is larger than " + MAX_BYTES + " bytes, no keystore is");
            }
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new TlsFileException(file + ": does not exist", e);
        } catch (TlsFileException e) {
            throw e;
        } catch (IOException e) {
            throw new TlsFileException(file + ": cannot be read: " + e, e);
        }
    }

    /**
     * Opens a PKCS12 or JKS store.
     *
     * @param passwordKey the setting to name when the password does not fit
     */
    static KeyStore keyStore(Path file, byte[] content, Optional<Secret> password, String passwordKey)
            throws IOException {
        char @Nullable [] secret =
                password.isPresent() ? password.get().reveal().toCharArray() : null;
        try {
            KeyStore store = KeyStore.getInstance(isJks(content) ? "JKS" : "PKCS12");
            store.load(new ByteArrayInputStream(content), secret);
            return store;
        } catch (IOException | GeneralSecurityException e) {
            throw new TlsFileException(
                    file + ": cannot be opened: either it is no PKCS12, JKS or PEM file, or " + passwordKey
                            + " is missing or wrong",
                    e);
        }
    }

    private static boolean isJks(byte[] content) {
        return Arrays.equals(Arrays.copyOf(content, JKS_MAGIC.length), JKS_MAGIC);
    }

    /** Whether the key is the one that the certificate speaks of: what it signs, the certificate verifies. */
    static boolean belongTogether(Identity identity) {
        PublicKey publicKey = identity.chain().get(0).getPublicKey();
        String algorithm = switch (publicKey.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> publicKey.getAlgorithm();
        };
        byte[] probe = {1, 2, 3};
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(identity.key());
            signature.update(probe);
            byte[] signed = signature.sign();
            signature.initVerify(publicKey);
            signature.update(probe);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }
}
