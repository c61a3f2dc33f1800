package dev.topoxy.core.tls;

import io.netty.util.NetUtil;
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
public record Identity(PrivateKey key, List<X509Certificate> chain) {

    private static final int DNS_NAME = 2;
    private static final int IP_ADDRESS = 7;

    public Identity {
        chain = List.copyOf(chain);
    }

    /** When the first certificate of the chain ends. */
    public Instant expires() {
        return chain.stream()
                .map(certificate -> certificate.getNotAfter().toInstant())
                .min(Instant::compareTo)
                .orElse(Instant.MAX);
    }

    /** Whether the certificate was made out for a host, a name or an address; a wildcard stands for one label. */
    public boolean isFor(String host) {
        String asked = canonical(host);
        int dot = asked.indexOf('.');
        String wildcard = dot < 0 ? "" : "*" + asked.substring(dot);
        return hosts().stream().anyMatch(name -> name.equals(asked) || name.equals(wildcard));
    }

    private static String canonical(String host) {
        byte[] address = NetUtil.createByteArrayFromIpAddressString(host);
        return address == null ? host.toLowerCase(Locale.ROOT) : NetUtil.bytesToIpAddress(address);
    }

    private List<String> hosts() {
        List<String> names = new ArrayList<>();
        try {
            Collection<List<?>> alternatives = chain.get(0).getSubjectAlternativeNames();
            if (alternatives != null) {
                for (List<?> alternative : alternatives) {
                    if (alternative.get(0).equals(DNS_NAME)
                            || alternative.get(0).equals(IP_ADDRESS)) {
                        names.add(canonical(String.valueOf(alternative.get(1))));
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
