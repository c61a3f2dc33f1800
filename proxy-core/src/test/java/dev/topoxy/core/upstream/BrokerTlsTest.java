package dev.topoxy.core.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.core.server.ClusterSettings;
import dev.topoxy.core.server.UpstreamSettings;
import dev.topoxy.core.session.Session;
import dev.topoxy.core.support.Frames;
import dev.topoxy.core.support.LogCapture;
import dev.topoxy.core.support.Request;
import dev.topoxy.core.support.ScriptedBroker;
import dev.topoxy.core.support.TestCa;
import dev.topoxy.core.support.TestProxy;
import dev.topoxy.core.support.TlsFixture;
import dev.topoxy.core.support.Wire;
import dev.topoxy.core.tls.BrokerTlsSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS to brokers: which are believed, and what is told of the others. */
class BrokerTlsTest {

    private static final int API = Frames.UNKNOWN_API;

    @TempDir
    static Path directory;

    private final BlockingQueue<String> clientsOfTheBroker = new LinkedBlockingQueue<>();
    private TlsFixture fixture;

    @BeforeEach
    void prepare() {
        fixture = new TlsFixture(directory);
    }

    /** A broker that speaks TLS and answers requests. */
    private ScriptedBroker broker(TestCa.Issued key, boolean asksForCertificates) throws Exception {
        SSLContext context = fixture.context(key);
        return ScriptedBroker.playing(plain -> {
            SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain.socket(), "client", 0, true);
            socket.setUseClientMode(false);
            socket.setNeedClientAuth(asksForCertificates);
            socket.startHandshake();
            if (asksForCertificates) {
                clientsOfTheBroker.add(socket.getSession().getPeerPrincipal().getName());
            }
            try (Wire secured = new Wire(socket)) {
                for (Optional<byte[]> next = secured.next(); next.isPresent(); next = secured.next()) {
                    secured.send(Frames.opaqueResponse(new Request(next.get()).correlationId(), 5));
                }
            }
        });
    }

    private static TestProxy proxy(ScriptedBroker broker, BrokerTlsSettings tls, boolean header) throws Exception {
        return TestProxy.with(
                broker.address(),
                Duration.ofSeconds(20),
                (cluster, ports) -> new ClusterSettings(
                        cluster.name(),
                        cluster.listen(),
                        new UpstreamSettings(
                                cluster.upstream().bootstrapServers(), Optional.of(tls), Optional.empty(), header),
                        cluster.maxConnections(),
                        cluster.filters(),
                        cluster.listener()));
    }

    private static void assertServes(TestProxy proxy) throws Exception {
        try (Wire client = proxy.connect()) {
            client.send(Frames.opaqueRequest(API, 0, 1, 1));
            assertThat(client.read()).isEqualTo(Frames.opaqueResponse(1, 5));
        }
    }

    private static void assertRefused(ScriptedBroker broker, BrokerTlsSettings tls, String told) throws Exception {
        try (LogCapture log = LogCapture.of(Session.class);
                TestProxy proxy = proxy(broker, tls, false);
                Wire client = proxy.connect()) {
            client.send(Frames.opaqueRequest(API, 0, 1, 1));
            assertThat(client.ended()).isTrue();
            assertThat(log.lines())
                    .filteredOn(line -> line.startsWith("WARN"))
                    .singleElement()
                    .asString()
                    .contains(told);
        }
    }

    @Test
    void a_broker_is_believed_by_its_certificate_and_the_proxy_by_its_own() throws Exception {
        try (ScriptedBroker broker = broker(fixture.ca.issue("CN=broker", "127.0.0.1"), true);
                TestProxy proxy = proxy(broker, fixture.broker(true, fixture.ca.issue("CN=topoxy")), false)) {
            assertServes(proxy);
            assertThat(clientsOfTheBroker.poll(20, TimeUnit.SECONDS)).isEqualTo("CN=topoxy");
        }
    }

    @Test
    void a_certificate_for_another_host_is_refused_unless_that_is_allowed() throws Exception {
        try (ScriptedBroker broker = broker(fixture.ca.issue("CN=broker", "other.example"), false)) {
            assertRefused(broker, fixture.broker(true), "its certificate is made out for other hosts");
            try (TestProxy proxy = proxy(broker, fixture.broker(false), false)) {
                assertServes(proxy);
            }
        }
    }

    @Test
    void a_certificate_of_a_strangers_authority_is_refused() throws Exception {
        try (ScriptedBroker broker = broker(TestCa.create().issue("CN=broker", "127.0.0.1"), false)) {
            assertRefused(broker, fixture.broker(true), "not signed by anyone in ssl.truststore.location");
        }
    }

    @Test
    void a_plain_broker_is_told_as_one() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.playing(connection -> connection.readBytes(5))) {
            assertRefused(broker, fixture.broker(true), "does it speak TLS here?");
        }
        try (ScriptedBroker broker = ScriptedBroker.playing(connection -> {
            connection.send(Frames.opaqueResponse(1, 5));
            connection.next();
        })) {
            assertRefused(broker, fixture.broker(true), "TLS handshake failed: the broker did not answer in TLS");
        }
    }

    @Test
    void a_header_that_names_the_client_goes_ahead_of_all_else() throws Exception {
        BlockingQueue<byte[]> headers = new LinkedBlockingQueue<>();
        try (ScriptedBroker broker = ScriptedBroker.playing(connection -> headers.add(connection.readBytes(28)));
                TestProxy proxy = proxy(broker, fixture.broker(true), true);
                Wire client = proxy.connect()) {
            client.send(Frames.opaqueRequest(API, 0, 1, 1));
            byte[] header = headers.poll(20, TimeUnit.SECONDS);
            assertThat(header).startsWith("\r\n\r\n\0\r\nQUIT\n".getBytes(StandardCharsets.US_ASCII));
            int port = client.socket().getLocalPort();
            assertThat(header)
                    .endsWith(
                            127, 0, 0, 1, 127, 0, 0, 1, port >> 8, port & 0xFF, proxy.port() >> 8, proxy.port() & 0xFF);
        }
    }
}
