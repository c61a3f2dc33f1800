package dev.topoxy.core.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.topoxy.core.support.TestCa;
import dev.topoxy.core.support.TlsFixture;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Both implementations of TLS do the same. */
class ContextsTest {

    @TempDir
    static Path directory;

    private TlsFixture fixture;
    private KeySource.Pem key;

    @BeforeEach
    void prepare() throws Exception {
        fixture = new TlsFixture(directory);
        key = fixture.pem("server", fixture.ca.issue("CN=server", "broker.example"));
    }

    private static SslProvider provider(String name) {
        SslProvider provider = SslProvider.valueOf(name);
        assumeThat(provider == SslProvider.JDK || OpenSsl.isAvailable()).isTrue();
        return provider;
    }

    /** Lets the two ends talk until neither has more to say. */
    private static void exchange(EmbeddedChannel one, EmbeddedChannel other) {
        boolean moved = true;
        while (moved) {
            boolean there = pass(one, other);
            boolean back = pass(other, one);
            moved = there || back;
        }
    }

    private static boolean pass(EmbeddedChannel from, EmbeddedChannel to) {
        from.runPendingTasks();
        boolean moved = false;
        for (ByteBuf out = from.readOutbound(); out != null; out = from.readOutbound()) {
            to.writeInbound(out);
            moved = true;
        }
        return moved;
    }

    private record Ends(EmbeddedChannel server, EmbeddedChannel client) implements AutoCloseable {
        SSLEngine serverEngine() {
            return server.pipeline().get(SslHandler.class).engine();
        }

        @Override
        public void close() {
            server.finishAndReleaseAll();
            client.finishAndReleaseAll();
        }
    }

    private static Ends connect(SslHandler server, SslHandler client) {
        EmbeddedChannel serverEnd = new EmbeddedChannel(server);
        EmbeddedChannel clientEnd = new EmbeddedChannel(client);
        exchange(clientEnd, serverEnd);
        return new Ends(serverEnd, clientEnd);
    }

    private static SslHandler jdkClient(SSLContext context, String protocol) {
        SSLEngine engine = context.createSSLEngine("broker.example", 9093);
        engine.setUseClientMode(true);
        engine.setEnabledProtocols(new String[] {protocol});
        return new SslHandler(engine);
    }

    @ParameterizedTest
    @CsvSource({"JDK,TLSv1.2", "JDK,TLSv1.3", "OPENSSL,TLSv1.2", "OPENSSL,TLSv1.3"})
    void a_resumed_session_still_knows_the_clients_certificate(String name, String protocol) throws Exception {
        TestCa.Issued app = fixture.ca.issue("CN=app");
        SslContext server = Contexts.server(
                        fixture.server(key, ClientAuthentication.REQUIRED, "DEFAULT"), provider(name))
                .get(0)
                .context();
        SSLContext client = fixture.context(app);
        for (int i = 0; i < 3; i++) {
            try (Ends ends =
                    connect(server.newHandler(UnpooledByteBufAllocator.DEFAULT), jdkClient(client, protocol))) {
                ends.client.writeOutbound(Unpooled.copiedBuffer("hello", StandardCharsets.US_ASCII));
                exchange(ends.client, ends.server);
                ByteBuf received = ends.server.readInbound();
                assertThat(received.toString(StandardCharsets.US_ASCII)).isEqualTo("hello");
                received.release();
                assertThat(ends.serverEngine().getSession().getPeerPrincipal().getName())
                        .isEqualTo("CN=app");
                assertThat(ends.serverEngine().getSession().getProtocol()).isEqualTo(protocol);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"JDK", "OPENSSL"})
    void a_broker_must_be_the_host_that_was_asked_for_unless_that_is_switched_off(String name) throws Exception {
        SslContext server = Contexts.server(fixture.server(key, ClientAuthentication.NONE, "DEFAULT"), provider(name))
                .get(0)
                .context();
        assertThat(shakes(server, fixture.broker(true), name, "broker.example")).isEmpty();
        assertThat(shakes(server, fixture.broker(true), name, "other.example")).isPresent();
        assertThat(shakes(server, fixture.broker(false), name, "other.example")).isEmpty();
        assertThat(shakes(server, new TlsFixture(directory).broker(true), name, "broker.example"))
                .isPresent();
    }

    private static Optional<Throwable> shakes(SslContext server, BrokerTlsSettings settings, String name, String host)
            throws Exception {
        SslContext client = Contexts.client(settings, provider(name)).context();
        SslHandler handler = client.newHandler(UnpooledByteBufAllocator.DEFAULT, host, 9093);
        EmbeddedChannel serverEnd = new EmbeddedChannel(server.newHandler(UnpooledByteBufAllocator.DEFAULT));
        EmbeddedChannel clientEnd = new EmbeddedChannel(handler);
        try {
            exchange(clientEnd, serverEnd);
        } catch (Exception e) {
            // Whichever end fails first says so here; what counts is what the client found.
        }
        Optional<Throwable> failure =
                Optional.ofNullable(handler.handshakeFuture().cause());
        assertThat(handler.handshakeFuture().isDone()).isTrue();
        closeQuietly(clientEnd);
        closeQuietly(serverEnd);
        return failure;
    }

    private static void closeQuietly(EmbeddedChannel end) {
        try {
            end.finishAndReleaseAll();
        } catch (Exception e) {
            // The failure of the handshake, once more.
        }
    }

    @Test
    void the_certificate_is_the_one_for_the_name_that_was_asked_for() throws Exception {
        TestCa.Issued other = fixture.ca.issue("CN=other", "*.other.example");
        ServerTlsSettings settings = new ServerTlsSettings(
                new TlsSettings(
                        List.of(key, fixture.pem("other", other)),
                        Optional.empty(),
                        TlsSettings.DEFAULT_PROTOCOLS,
                        List.of()),
                ClientAuthentication.NONE,
                "DEFAULT");
        try (TlsReloader reloader = new TlsReloader()) {
            ServerTls tls = ServerTls.open("test", settings, reloader);
            assertThat(tls.context("a.other.example")).isNotSameAs(tls.context());
            assertThat(tls.context("broker.example")).isSameAs(tls.context());
            assertThat(tls.context("unknown.example")).isSameAs(tls.context());
            assertThat(reloader.expiries()).containsOnlyKeys("test");
        }
    }

    @Test
    void chosen_cipher_suites_of_the_newest_protocol_are_left_to_java_which_keeps_to_them() throws Exception {
        TlsSettings settings = new TlsSettings(
                List.of(key), Optional.empty(), List.of("TLSv1.3"), List.of("TLS_CHACHA20_POLY1305_SHA256"));
        SslProvider provider = Contexts.provider(settings);
        assertThat(provider).isEqualTo(SslProvider.JDK);
        SslContext server = Contexts.server(
                        new ServerTlsSettings(settings, ClientAuthentication.NONE, "DEFAULT"), provider)
                .get(0)
                .context();
        try (Ends ends =
                connect(server.newHandler(UnpooledByteBufAllocator.DEFAULT), jdkClient(fixture.context(), "TLSv1.3"))) {
            assertThat(ends.serverEngine().getSession().getCipherSuite()).isEqualTo("TLS_CHACHA20_POLY1305_SHA256");
        }
    }

    @ParameterizedTest
    @CsvSource({"JDK", "OPENSSL"})
    void an_unknown_cipher_suite_is_told(String name) {
        assertThatThrownBy(() -> Contexts.server(
                                new ServerTlsSettings(
                                        new TlsSettings(
                                                List.of(key),
                                                Optional.empty(),
                                                TlsSettings.DEFAULT_PROTOCOLS,
                                                List.of("TLS_NO_SUCH")),
                                        ClientAuthentication.NONE,
                                        "DEFAULT"),
                                provider(name))
                        .get(0)
                        .context()
                        .newEngine(UnpooledByteBufAllocator.DEFAULT))
                .hasMessageContaining("TLS_NO_SUCH");
    }
}
