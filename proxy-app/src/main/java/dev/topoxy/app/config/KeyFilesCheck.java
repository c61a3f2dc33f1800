package dev.topoxy.app.config;

import dev.topoxy.core.tls.BrokerTls;
import dev.topoxy.core.tls.BrokerTlsSettings;
import dev.topoxy.core.tls.Identity;
import dev.topoxy.core.tls.KeySource;
import dev.topoxy.core.tls.Secret;
import dev.topoxy.core.tls.ServerTls;
import dev.topoxy.core.tls.ServerTlsSettings;
import dev.topoxy.core.tls.TlsSettings;
import dev.topoxy.core.tls.TrustSource;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the files that settings of TLS name, so that what is wrong with their content is a fault with a place. */
final class KeyFilesCheck {

    private static final Duration SOON = Duration.ofDays(14);

    private interface Attempt {
        void run() throws IOException;
    }

    private final Faults faults;

    KeyFilesCheck(Faults faults) {
        this.faults = faults;
    }

    /**
     * TLS of a listener.
     *
     * @param hosts what clients connect to
     */
    void server(SectionReader tls, ServerTlsSettings settings, List<String> hosts) {
        files(tls, settings.tls(), () -> ServerTls.tryOut(settings))
                .ifPresent(identities -> hosts.stream()
                        .filter(host -> identities.stream().noneMatch(identity -> identity.isFor(host)))
                        .forEach(host -> faults.warn(
                                tls.origin(),
                                tls.path(),
                                "no certificate is made out for '" + host
                                        + "', where clients connect to: those that look"
                                        + " for the host's name will refuse it")));
    }

    /** TLS to brokers. */
    void broker(SectionReader tls, BrokerTlsSettings settings) {
        files(tls, settings.tls(), () -> BrokerTls.tryOut(settings));
    }

    /** The identities, where nothing is wrong. */
    private Optional<List<Identity>> files(SectionReader tls, TlsSettings settings, Attempt whole) {
        List<Identity> identities = new ArrayList<>();
        boolean sound = true;
        for (KeySource source : settings.keys()) {
            if (source instanceof KeySource.Pem pem) {
                boolean readable = succeeds(tls, TransportSchema.CERTIFICATES, pem::chain);
                readable &= succeeds(tls, TransportSchema.KEYS, pem::privateKey);
                sound &= readable && succeeds(tls, TransportSchema.KEYS, () -> identities.addAll(pem.load()));
            } else {
                sound &= succeeds(tls, TransportSchema.KEYSTORE, () -> identities.addAll(source.load()));
            }
        }
        if (settings.trust().isPresent()) {
            TrustSource trust = settings.trust().get();
            sound &= succeeds(tls, TransportSchema.TRUSTSTORE, trust::load);
        }
        sound = sound && succeeds(tls, TransportSchema.CIPHER_SUITES, whole);
        identities.forEach(identity -> warnOfTime(tls, identity));
        return sound ? Optional.of(identities) : Optional.empty();
    }

    private boolean succeeds(SectionReader reader, Key<?> key, Attempt attempt) {
        try {
            attempt.run();
            return true;
        } catch (IOException e) {
            faults.add(reader.origin(key), reader.path(key), String.valueOf(e.getMessage()));
            return false;
        }
    }

    private void warnOfTime(SectionReader tls, Identity identity) {
        Instant now = Instant.now();
        Instant begins = identity.chain().get(0).getNotBefore().toInstant();
        Instant ends = identity.expires();
        String problem = "";
        if (begins.isAfter(now)) {
            problem = "is not valid before " + begins;
        } else if (ends.isBefore(now)) {
            problem = "has expired on " + ends;
        } else if (ends.isBefore(now.plus(SOON))) {
            problem = "expires on " + ends;
        }
        if (!problem.isEmpty()) {
            faults.warn(tls.origin(), tls.path(), "the certificate of " + identity + " " + problem + ": renew it");
        }
    }

    /** A password in a file. */
    void secret(SectionReader reader, Key<?> key, Secret secret) {
        succeeds(reader, key, () -> {
            if (secret.reveal().isEmpty()) {
                throw new IOException("the file is empty: write the password into it");
            }
        });
    }
}
