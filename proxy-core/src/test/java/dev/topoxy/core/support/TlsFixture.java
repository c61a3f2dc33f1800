package dev.topoxy.core.support;

import dev.topoxy.core.tls.BrokerTlsSettings;
import dev.topoxy.core.tls.ClientAuthentication;
import dev.topoxy.core.tls.KeySource;
import dev.topoxy.core.tls.Secret;
import dev.topoxy.core.tls.ServerTlsSettings;
import dev.topoxy.core.tls.TlsSettings;
import dev.topoxy.core.tls.TrustSource;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** An authority, the settings of either side that believe it, and sockets of peers of the proxy. */
public final class TlsFixture {

    private static final String PASSWORD = "geheim";

    public final TestCa ca = TestCa.create();
    private final Path directory;
    private int files;

    public TlsFixture(Path directory) {
        this.directory = directory;
    }

    private Path file(String name) {
        return directory.resolve(files++ + name);
    }

    private Optional<TrustSource> trust() throws IOException {
        return Optional.of(new TrustSource(Files.writeString(file("ca.pem"), ca.pem()), Optional.empty()));
    }

    /** Writes what a server shows, to be written again under the same name when it is to change. */
    public KeySource.Pem pem(String name, TestCa.Issued issued) throws IOException {
        return new KeySource.Pem(
                Files.writeString(directory.resolve(name + ".crt"), issued.chainPem()),
                Files.writeString(directory.resolve(name + ".key"), issued.keyPem()),
                Optional.empty());
    }

    public ServerTlsSettings server(KeySource key, ClientAuthentication auth, String rules) throws IOException {
        return new ServerTlsSettings(
                new TlsSettings(List.of(key), trust(), TlsSettings.DEFAULT_PROTOCOLS, List.of()), auth, rules);
    }

    public BrokerTlsSettings broker(boolean verifyHostname, TestCa.Issued... client) throws IOException {
        List<KeySource> keys = client.length == 0
                ? List.of()
                : List.of(new KeySource.Store(
                        client[0].store(file("client.p12"), "PKCS12", PASSWORD),
                        Optional.of(Secret.of(PASSWORD)),
                        Optional.empty()));
        return new BrokerTlsSettings(
                new TlsSettings(keys, trust(), TlsSettings.DEFAULT_PROTOCOLS, List.of()), verifyHostname);
    }

    /** A context of the JDK for a peer of the proxy. */
    public SSLContext context(TestCa.Issued... own) throws IOException {
        try {
            TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
            trust.init(load(ca.trustStore(file("trust.p12"), "PKCS12", PASSWORD)));
            KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
            if (own.length > 0) {
                keys.init(load(own[0].store(file("own.p12"), "PKCS12", PASSWORD)), PASSWORD.toCharArray());
            } else {
                keys.init(null, null);
            }
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    private static KeyStore load(Path store) throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(store)) {
            KeyStore loaded = KeyStore.getInstance("PKCS12");
            loaded.load(in, PASSWORD.toCharArray());
            return loaded;
        }
    }

    /** Connects to a port of the proxy and shakes hands. */
    public static SSLSocket connect(SSLContext context, int port, String sni) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(20_000);
        SSLParameters parameters = socket.getSSLParameters();
        if (!sni.isEmpty()) {
            parameters.setServerNames(List.of(new SNIHostName(sni)));
        }
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }
}
