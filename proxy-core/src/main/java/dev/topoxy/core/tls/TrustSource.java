package dev.topoxy.core.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whose certificates are believed: a truststore, PKCS12, JKS or PEM as its content says.
 *
 * @param password where the store has one
 */
public record TrustSource(Path file, Optional<Secret> password) {

    List<Path> files() {
        return Stream.concat(Stream.of(file), password.flatMap(Secret::file).stream())
                .toList();
    }

    /** Reads the file; at least one certificate. */
    public List<X509Certificate> load() throws IOException {
        byte[] content = TlsFiles.read(file);
        if (PemFile.looksLike(content)) {
            return new PemFile(file, content).certificates();
        }
        KeyStore store = TlsFiles.keyStore(file, content, password, "ssl.truststore.password");
        List<X509Certificate> trusted = new ArrayList<>();
        try {
            for (String alias : Collections.list(store.aliases())) {
                if (store.getCertificate(alias) instanceof X509Certificate certificate) {
                    trusted.add(certificate);
                }
            }
        } catch (KeyStoreException e) {
            throw new TlsFileException(file + ": cannot be read: " + e.getMessage(), e);
        }
        if (trusted.isEmpty()) {
            throw new TlsFileException(file + ": holds no certificate");
        }
        return trusted;
    }
}
