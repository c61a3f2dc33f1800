package dev.topoxy.core.tls;

import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/** TLS for Java's own clients, from files that are read once. */
public final class ClientTls {

    private ClientTls() {}

    /**
     * Reads the files.
     *
     * @param authorities whose certificates are believed, PEM; empty for those that Java knows
     * @param certificate who the client is: its certificate and its key in one PEM file, if it has one
     * @throws TlsFileException if they cannot be used
     */
    public static SSLContext context(Optional<Path> authorities, Optional<Path> certificate) throws TlsFileException {
        TlsSettings tls = new TlsSettings(
                certificate.stream()
                        .map(file -> (KeySource) new KeySource.Store(file, Optional.empty(), Optional.empty()))
                        .toList(),
                authorities.map(file -> new TrustSource(file, Optional.empty())),
                TlsSettings.DEFAULT_PROTOCOLS,
                List.of());
        try {
            BrokerTls.Used used = Contexts.client(new BrokerTlsSettings(tls, true), SslProvider.JDK);
            return ((JdkSslContext) used.context()).context();
        } catch (TlsFileException e) {
            throw e;
        } catch (IOException e) {
            String files = Stream.concat(authorities.stream(), certificate.stream())
                    .toList()
                    .toString();
            throw new TlsFileException(files + ": cannot be read: " + e.getMessage(), e);
        }
    }
}
