package dev.topoxy.core.tls;

import java.security.PrivateKey;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * A private key and the certificates that vouch for it.
 *
 * @param chain the key's own certificate first, at least that one
 */
record Identity(PrivateKey key, List<X509Certificate> chain) {

    private static final int DNS_NAME = 2;

    Identity {
        chain = List.copyOf(chain);
    }

    /** When the first certificate of the chain ends. */
    Instant expires() {
        return chain.stream()
                .map(certificate -> certificate.getNotAfter().toInstant())
                .min(Instant::compareTo)
                .orElse(Instant.MAX);
    }

    /** Whether the certificate was made out for a host; a wildcard stands for one label. */
    boolean isFor(String host) {
        String asked = host.toLowerCase(Locale.ROOT);
        int dot = asked.indexOf('.');
        String wildcard = dot < 0 ? "" : "*" + asked.substring(dot);
        return dnsNames().stream().anyMatch(name -> name.equals(asked) || name.equals(wildcard));
    }

    private List<String> dnsNames() {
        List<String> names = new ArrayList<>();
        try {
            Collection<List<?>> alternatives = chain.get(0).getSubjectAlternativeNames();
            if (alternatives != null) {
                for (List<?> alternative : alternatives) {
                    if (alternative.get(0).equals(DNS_NAME)) {
                        names.add(String.valueOf(alternative.get(1)).toLowerCase(Locale.ROOT));
                    }
                }
            }
        } catch (CertificateParsingException e) {
            // Then it is for nobody by name.
        }
        return names;
    }

    @Override
    public String toString() {
        return chain.get(0).getSubjectX500Principal().getName();
    }
}
