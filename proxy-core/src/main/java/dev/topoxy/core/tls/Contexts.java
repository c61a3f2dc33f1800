package dev.topoxy.core.tls;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes contexts of settings, with OpenSSL where the platform has it. */
final class Contexts {

    private static final String REJECT_RENEGOTIATION = "jdk.tls.rejectClientInitiatedRenegotiation";
    private static final int SESSION_CACHE_SIZE = 20_000;
    private static final long SESSION_SECONDS = 3600;

    static {
        // Read once by Java's TLS: peers that begin a second handshake on a connection cost much and need it for
        // nothing.
        if (System.getProperty(REJECT_RENEGOTIATION) == null) {
            System.setProperty(REJECT_RENEGOTIATION, "true");
        }
    }

    private Contexts() {}

    /** BoringSSL does not let anybody choose among the cipher suites of TLS 1.3; where some are chosen, Java does it. */
    static SslProvider provider(TlsSettings settings) {
        boolean chosen =
                !settings.cipherSuites().isEmpty() && settings.protocols().contains("TLSv1.3");
        return OpenSsl.isAvailable() && !chosen ? SslProvider.OPENSSL : SslProvider.JDK;
    }

    static List<ServerTls.Served> server(ServerTlsSettings settings, SslProvider provider) throws IOException {
        List<ServerTls.Served> served = new ArrayList<>();
        for (KeySource source : settings.tls().keys()) {
            for (Identity identity : source.load()) {
                SslContextBuilder builder = SslContextBuilder.forServer(
                                identity.key(), identity.chain().toArray(X509Certificate[]::new))
                        .clientAuth(settings.clientAuth().inNetty)
                        .sessionCacheSize(SESSION_CACHE_SIZE)
                        .sessionTimeout(SESSION_SECONDS);
                served.add(new ServerTls.Served(identity, build(builder, settings.tls(), provider)));
            }
        }
        return served;
    }

    static BrokerTls.Used client(BrokerTlsSettings settings, SslProvider provider) throws IOException {
        SslContextBuilder builder = SslContextBuilder.forClient()
                .endpointIdentificationAlgorithm(settings.verifyHostname() ? "HTTPS" : null);
        Optional<Identity> identity = Optional.empty();
        for (KeySource source : settings.tls().keys()) {
            identity = Optional.of(source.load().get(0));
            builder.keyManager(identity.get().key(), identity.get().chain().toArray(X509Certificate[]::new));
        }
        return new BrokerTls.Used(identity, build(builder, settings.tls(), provider));
    }

    private static SslContext build(SslContextBuilder builder, TlsSettings settings, SslProvider provider)
            throws IOException {
        builder.sslProvider(provider).protocols(settings.protocols());
        if (!settings.cipherSuites().isEmpty()) {
            builder.ciphers(settings.cipherSuites(), IdentityCipherSuiteFilter.INSTANCE);
        }
        if (settings.trust().isPresent()) {
            builder.trustManager(settings.trust().get().load().toArray(X509Certificate[]::new));
        }
        try {
            SslContext context = builder.build();
            // Some of it is only looked at for the first connection.
            ReferenceCountUtil.release(context.newEngine(UnpooledByteBufAllocator.DEFAULT));
            return context;
        } catch (IOException | IllegalArgumentException e) {
            throw new TlsFileException(
                    "no TLS can be made of key, trust, ssl.enabled.protocols " + settings.protocols()
                            + " and ssl.cipher.suites " + settings.cipherSuites() + ": " + e.getMessage(),
                    e);
        }
    }
}
