package dev.topoxy.core.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Where private keys and their certificates are. */
public sealed interface KeySource {

    /**
     * A certificate chain and its key, both PEM.
     *
     * @param keyPassword needed where the key is encrypted
     */
    record Pem(Path certificates, Path key, Optional<Secret> keyPassword) implements KeySource {
        @Override
        public List<Path> files() {
            return Stream.concat(Stream.of(certificates, key), keyPassword.flatMap(Secret::file).stream())
                    .toList();
        }

        @Override
        public List<Identity> load() throws IOException {
            return List.of(KeySource.matching(new Identity(privateKey(), chain()), certificates + " and " + key));
        }

        /** The certificates alone. */
        public List<X509Certificate> chain() throws IOException {
            return new PemFile(certificates, TlsFiles.read(certificates)).certificates();
        }

        /** The key alone. */
        public PrivateKey privateKey() throws IOException {
            return new PemFile(key, TlsFiles.read(key)).privateKey(keyPassword);
        }
    }

    /**
     * A keystore: PKCS12, JKS, or PEM with the chain and the key in one file, as its content says.
     *
     * @param keyPassword where it differs from the store's
     */
    record Store(Path file, Optional<Secret> password, Optional<Secret> keyPassword) implements KeySource {
        @Override
        public List<Path> files() {
            return Stream.concat(
                            Stream.of(file),
                            Stream.of(password, keyPassword)
                                    .flatMap(Optional::stream)
                                    .flatMap(secret -> secret.file().stream()))
                    .toList();
        }

        @Override
        public List<Identity> load() throws IOException {
            byte[] content = TlsFiles.read(file);
            if (PemFile.looksLike(content)) {
                PemFile pem = new PemFile(file, content);
                return List.of(KeySource.matching(
                        new Identity(pem.privateKey(keyPassword.or(() -> password)), pem.certificates()),
                        file.toString()));
            }
            KeyStore store = TlsFiles.keyStore(file, content, password, "ssl.keystore.password");
            List<Identity> identities = new ArrayList<>();
            char[] forKeys = keyPassword
                    .or(() -> password)
                    .orElse(Secret.of(""))
                    .reveal()
                    .toCharArray();
            try {
                List<String> aliases = Collections.list(store.aliases());
                Collections.sort(aliases);
                for (String alias : aliases) {
                    Key key = store.isKeyEntry(alias) ? store.getKey(alias, forKeys) : null;
                    Certificate[] chain = store.getCertificateChain(alias);
                    if (key instanceof PrivateKey privateKey && chain != null) {
                        Identity identity = new Identity(
                                privateKey,
                                Arrays.stream(chain)
                                        .map(X509Certificate.class::cast)
                                        .toList());
                        identities.add(KeySource.matching(identity, file + ", entry " + alias));
                    }
                }
            } catch (GeneralSecurityException e) {
                throw new TlsFileException(
                        file + ": its key cannot be read: ssl.keystore.password, or ssl.key.password where the key has"
                                + " one of its own, is missing or wrong",
                        e);
            }
            if (identities.isEmpty()) {
                throw new TlsFileException(file + ": holds no private key with a certificate");
            }
            return identities;
        }
    }

    /** All files that it is made of. */
    List<Path> files();

    /** Reads the files; at least one identity, the first being the one to use where nothing says which. */
    List<Identity> load() throws IOException;

    private static Identity matching(Identity identity, String files) throws TlsFileException {
        if (!TlsFiles.belongTogether(identity)) {
            throw new TlsFileException(files + ": the private key is not that of the first certificate, " + identity);
        }
        return identity;
    }
}
