package dev.topoxy.app.config;

import dev.topoxy.core.arrival.ProxyHeaders;
import dev.topoxy.core.tls.BrokerTlsSettings;
import dev.topoxy.core.tls.ClientAuthentication;
import dev.topoxy.core.tls.KeySource;
import dev.topoxy.core.tls.Secret;
import dev.topoxy.core.tls.ServerTlsSettings;
import dev.topoxy.core.tls.TlsSettings;
import dev.topoxy.core.tls.TrustSource;
import dev.topoxy.core.upstream.LoginSettings;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads what stands about TLS and other proxies. */
final class TransportReader {
    private final Path home;
    private final Faults faults;
    private final Optional<KeyFilesCheck> check;

    /**
     * @param tryOut whether files are not only to be there, but to hold what they should
     */
    TransportReader(Path home, boolean tryOut, Faults faults) {
        this.home = home;
        this.faults = faults;
        check = tryOut ? Optional.of(new KeyFilesCheck(faults)) : Optional.empty();
    }

    /**
     * Reads what belongs to one cluster.
     *
     * @param hosts what clients connect to
     */
    TransportConfig read(SectionReader cluster, List<String> hosts) {
        SectionReader upstream = cluster.section(TransportSchema.UPSTREAM, TransportSchema.UPSTREAM_SECTION);
        Optional<BrokerTlsSettings> upstreamTls = Optional.empty();
        if (upstream.subsection(TransportSchema.TLS).isPresent()) {
            upstreamTls = Optional.of(brokerTls(upstream.section(TransportSchema.TLS, TransportSchema.UPSTREAM_TLS)));
        }
        return new TransportConfig(
                serverTls(cluster, TransportSchema.LISTEN_TLS, hosts),
                proxyHeaders(cluster),
                upstreamTls,
                login(upstream),
                upstream.getOrDefault(TransportSchema.SEND_PROXY_PROTOCOL));
    }

    /**
     * TLS of a listener, if its section is there.
     *
     * @param hosts what clients connect to
     */
    Optional<ServerTlsSettings> serverTls(SectionReader listener, Section section, List<String> hosts) {
        if (listener.subsection(TransportSchema.TLS).isEmpty()) {
            return Optional.empty();
        }
        SectionReader tls = listener.section(TransportSchema.TLS, section);
        TlsSettings common = common(tls);
        if (common.keys().isEmpty()) {
            if (!tls.has(TransportSchema.KEYSTORE) && !tls.has(TransportSchema.CERTIFICATES)) {
                faults.add(
                        tls.origin(),
                        tls.path(),
                        "has no key: write ssl.keystore.location, or ssl.certificate.location and ssl.key.location");
            }
            return Optional.empty();
        }
        ClientAuthentication auth = tls.getOrDefault(TransportSchema.CLIENT_AUTH);
        if (auth != ClientAuthentication.NONE && !tls.has(TransportSchema.TRUSTSTORE)) {
            faults.add(
                    tls.origin(TransportSchema.CLIENT_AUTH),
                    tls.path(TransportSchema.CLIENT_AUTH),
                    "asks clients for certificates, but nothing says whose are believed: set ssl.truststore.location");
        }
        ServerTlsSettings settings =
                new ServerTlsSettings(common, auth, tls.getOrDefault(TransportSchema.PRINCIPAL_MAPPING_RULES));
        check.ifPresent(files -> files.server(tls, settings, hosts));
        return Optional.of(settings);
    }

    private Optional<LoginSettings> login(SectionReader upstream) {
        if (upstream.subsection(TransportSchema.SASL).isEmpty()) {
            return Optional.empty();
        }
        SectionReader sasl = upstream.section(TransportSchema.SASL, TransportSchema.UPSTREAM_SASL);
        Optional<Secret> password = secret(sasl, TransportSchema.PASSWORD, TransportSchema.PASSWORD_FILE);
        Optional<Secret> clientSecret = secret(sasl, TransportSchema.CLIENT_SECRET, TransportSchema.CLIENT_SECRET_FILE);
        Optional<TransportSchema.Mechanism> mechanism = sasl.get(TransportSchema.MECHANISM);
        if (mechanism.isEmpty()) {
            return Optional.empty();
        }
        if (mechanism.get() == TransportSchema.Mechanism.OAUTHBEARER) {
            Optional<URI> endpoint = needed(sasl, mechanism.get(), TransportSchema.TOKEN_ENDPOINT);
            Optional<String> clientId = needed(sasl, mechanism.get(), TransportSchema.CLIENT_ID);
            requireSecret(sasl, mechanism.get(), clientSecret, TransportSchema.CLIENT_SECRET);
            return endpoint.flatMap(url -> clientId.flatMap(client -> clientSecret.map(secret ->
                    new LoginSettings.ClientCredentials(url, client, secret, sasl.get(TransportSchema.SCOPE)))));
        }
        Optional<String> user = needed(sasl, mechanism.get(), TransportSchema.USERNAME);
        requireSecret(sasl, mechanism.get(), password, TransportSchema.PASSWORD);
        return user.flatMap(
                name -> password.map(secret -> new LoginSettings.Password(mechanism.get().saslName, name, secret)));
    }

    private <T> Optional<T> needed(SectionReader sasl, TransportSchema.Mechanism mechanism, Key<T> key) {
        Optional<T> value = sasl.get(key);
        if (value.isEmpty() && !sasl.has(key)) {
            faults.add(sasl.origin(), sasl.path(), mechanism.saslName + " needs " + key.name() + ": set it");
        }
        return value;
    }

    private void requireSecret(
            SectionReader sasl, TransportSchema.Mechanism mechanism, Optional<Secret> secret, Key<String> key) {
        if (secret.isEmpty() && !sasl.has(key)) {
            faults.add(
                    sasl.origin(),
                    sasl.path(),
                    mechanism.saslName + " needs " + key.name() + ": set it, or " + key.name() + ".file");
        }
    }

    private BrokerTlsSettings brokerTls(SectionReader tls) {
        BrokerTlsSettings settings = new BrokerTlsSettings(
                common(tls), tls.getOrDefault(TransportSchema.HOSTNAME_CHECK) == TransportSchema.HostnameCheck.HTTPS);
        check.ifPresent(files -> files.broker(tls, settings));
        return settings;
    }

    private TlsSettings common(SectionReader tls) {
        Optional<Secret> keyPassword = secret(tls, TransportSchema.KEY_PASSWORD, TransportSchema.KEY_PASSWORD_FILE);
        Optional<Secret> storePassword =
                secret(tls, TransportSchema.KEYSTORE_PASSWORD, TransportSchema.KEYSTORE_PASSWORD_FILE);
        Optional<Secret> trustPassword =
                secret(tls, TransportSchema.TRUSTSTORE_PASSWORD, TransportSchema.TRUSTSTORE_PASSWORD_FILE);
        List<KeySource> keys = new ArrayList<>(pemPairs(tls, keyPassword));
        file(tls, TransportSchema.KEYSTORE)
                .ifPresent(store -> keys.add(new KeySource.Store(store, storePassword, keyPassword)));
        if (tls.has(TransportSchema.KEYSTORE) && tls.has(TransportSchema.CERTIFICATES)) {
            faults.add(
                    tls.origin(TransportSchema.CERTIFICATES),
                    tls.path(TransportSchema.CERTIFICATES),
                    "stands beside ssl.keystore.location: keep one of them");
        }
        return new TlsSettings(
                keys,
                file(tls, TransportSchema.TRUSTSTORE).map(store -> new TrustSource(store, trustPassword)),
                tls.getOrDefault(TransportSchema.PROTOCOLS),
                tls.get(TransportSchema.CIPHER_SUITES).orElse(List.of()));
    }

    private List<KeySource> pemPairs(SectionReader tls, Optional<Secret> password) {
        List<Path> certificates = tls.get(TransportSchema.CERTIFICATES).orElse(List.of());
        List<Path> keys = tls.get(TransportSchema.KEYS).orElse(List.of());
        List<Path> readableCertificates = readable(tls, TransportSchema.CERTIFICATES, certificates);
        List<Path> readableKeys = readable(tls, TransportSchema.KEYS, keys);
        if (certificates.size() != keys.size()) {
            Key<?> there = tls.has(TransportSchema.CERTIFICATES) ? TransportSchema.CERTIFICATES : TransportSchema.KEYS;
            faults.add(
                    tls.origin(there),
                    tls.path(there),
                    "each certificate needs its key: give ssl.certificate.location and ssl.key.location as many files");
        }
        List<KeySource> pairs = new ArrayList<>();
        for (int i = 0; i < Math.min(readableCertificates.size(), readableKeys.size()); i++) {
            pairs.add(new KeySource.Pem(readableCertificates.get(i), readableKeys.get(i), password));
        }
        return pairs;
    }

    private Optional<Secret> secret(SectionReader reader, Key<String> text, Key<Path> file) {
        if (reader.has(text) && reader.has(file)) {
            faults.add(reader.origin(file), reader.path(file), "stands beside " + text.name() + ": keep one of them");
        }
        Optional<Secret> inFile = file(reader, file).map(Secret::inFile);
        inFile.ifPresent(secret -> check.ifPresent(files -> files.secret(reader, file, secret)));
        return reader.get(text).map(Secret::of).or(() -> inFile);
    }

    private Optional<Path> file(SectionReader reader, Key<Path> key) {
        return reader.get(key).flatMap(path -> readable(reader, key, path));
    }

    private List<Path> readable(SectionReader reader, Key<?> key, List<Path> paths) {
        return paths.stream()
                .flatMap(path -> readable(reader, key, path).stream())
                .toList();
    }

    private Optional<Path> readable(SectionReader reader, Key<?> key, Path path) {
        Path file = home.resolve(path);
        if (Files.isReadable(file) && !Files.isDirectory(file)) {
            return Optional.of(file);
        }
        faults.add(
                reader.origin(key),
                reader.path(key),
                "'" + file + "' is not a file that can be read: name one that exists and that this user may read");
        return Optional.empty();
    }

    private ProxyHeaders proxyHeaders(SectionReader cluster) {
        ProxyHeaders.Mode mode = cluster.getOrDefault(TransportSchema.PROXY_PROTOCOL);
        if (mode == ProxyHeaders.Mode.OFF && cluster.has(TransportSchema.PROXY_PROTOCOL_TRUSTED)) {
            faults.add(
                    cluster.origin(TransportSchema.PROXY_PROTOCOL_TRUSTED),
                    cluster.path(TransportSchema.PROXY_PROTOCOL_TRUSTED),
                    "has a meaning only together with proxy.protocol: set it to allowed or required, or remove this key");
        }
        return new ProxyHeaders(
                mode, cluster.get(TransportSchema.PROXY_PROTOCOL_TRUSTED).orElse(List.of()));
    }
}
