package dev.topoxy.core.tls;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What both sides of TLS can be told.
 *
 * @param keys who this side is; the first one where nothing says which
 * @param trust whose certificates this side believes; empty for those that the JDK brings along
 * @param protocols of {@code TLSv1.2} and {@code TLSv1.3}
 * @param cipherSuites by their JDK names, in the order of preference; empty for a good choice
 */
public record TlsSettings(
        List<KeySource> keys, Optional<TrustSource> trust, List<String> protocols, List<String> cipherSuites) {

    public static final List<String> DEFAULT_PROTOCOLS = List.of("TLSv1.2", "TLSv1.3");

    public TlsSettings {
        keys = List.copyOf(keys);
        protocols = List.copyOf(protocols);
        cipherSuites = List.copyOf(cipherSuites);
    }

    List<Path> files() {
        return Stream.concat(
                        keys.stream().flatMap(key -> key.files().stream()),
                        trust.stream().flatMap(source -> source.files().stream()))
                .toList();
    }
}
