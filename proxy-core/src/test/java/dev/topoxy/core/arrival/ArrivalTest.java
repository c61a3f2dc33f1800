package dev.topoxy.core.arrival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.topoxy.core.address.BrokerAccess;
import dev.topoxy.core.address.HostPort;
import dev.topoxy.core.address.NodeNames;
import dev.topoxy.core.limit.Limits;
import dev.topoxy.core.server.ClusterSettings;
import dev.topoxy.core.server.ListenSettings;
import dev.topoxy.core.session.Session;
import dev.topoxy.core.support.Frames;
import dev.topoxy.core.support.LogCapture;
import dev.topoxy.core.support.ScriptedBroker;
import dev.topoxy.core.support.TestCa;
import dev.topoxy.core.support.TestProxy;
import dev.topoxy.core.support.TlsFixture;
import dev.topoxy.core.support.Wire;
import dev.topoxy.core.tls.ClientAuthentication;
import dev.topoxy.core.tls.KeySource;
import dev.topoxy.core.tls.ServerTlsSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArrivalTest {

    private static final int API = Frames.UNKNOWN_API;
    private static final Duration SOON = Duration.ofMillis(300);
    private static final Duration LATER = Duration.ofMinutes(1);

    @TempDir
    static Path directory;

    private TlsFixture fixture;
    private KeySource.Pem key;
    private ScriptedBroker broker;

    @BeforeEach
    void prepare() throws Exception {
        fixture = new TlsFixture(directory);
        key = fixture.pem("proxy", fixture.ca.issue("CN=proxy", "localhost", "*.example.com"));
        broker = ScriptedBroker.answering(request -> Frames.opaqueResponse(request.correlationId(), 5));
    }

    @AfterEach
    void end() throws Exception {
        broker.close();
    }

    private TestProxy plain(Duration timeout, ProxyHeaders headers) throws Exception {
        return TestProxy.with(broker.address(), timeout, (cluster, ports) -> {
            ListenSettings listen = cluster.listen();
            return listening(
                    cluster,
                    new ListenSettings(
                            listen.address(), listen.advertised(), listen.access(), Optional.empty(), headers));
        });
    }

    private TestProxy secured(Duration timeout, ServerTlsSettings tls, ProxyHeaders headers) throws Exception {
        return TestProxy.with(broker.address(), timeout, (cluster, ports) -> {
            ListenSettings listen = cluster.listen();
            return listening(
                    cluster,
                    new ListenSettings(
                            listen.address(), listen.advertised(), listen.access(), Optional.of(tls), headers));
        });
    }

    private TestProxy secured(Duration timeout) throws Exception {
        return secured(timeout, fixture.server(key, ClientAuthentication.NONE, "DEFAULT"), ProxyHeaders.OFF);
    }

    private TestProxy byName() throws Exception {
        ServerTlsSettings tls = fixture.server(key, ClientAuthentication.NONE, "DEFAULT");
        return TestProxy.with(broker.address(), LATER, (cluster, ports) -> {
            ListenSettings listen = cluster.listen();
            return listening(
                    cluster,
                    new ListenSettings(
                            listen.address(),
                            new HostPort("kafka.example.com", 9093),
                            new BrokerAccess.ByName(NodeNames.of("broker-$(nodeId).example.com"), 9093),
                            Optional.of(tls),
                            ProxyHeaders.OFF));
        });
    }

    private static ClusterSettings listening(ClusterSettings cluster, ListenSettings listen) {
        return new ClusterSettings(
                cluster.name(),
                listen,
                cluster.upstream(),
                cluster.maxConnections(),
                cluster.filters(),
                cluster.listener());
    }

    private static void assertServes(Wire client) throws Exception {
        client.send(Frames.opaqueRequest(API, 0, 1, 1));
        assertThat(client.read()).isEqualTo(Frames.opaqueResponse(1, 5));
    }

    /** The one warning of a proxy; of several of a kind it would write only the first. */
    private static void assertWarning(LogCapture log, String... parts) {
        await().untilAsserted(() -> assertThat(log.lines())
                .filteredOn(line -> line.startsWith("WARN"))
                .singleElement()
                .asString()
                .contains(parts));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    static Stream<Arguments> strangers() {
        return Stream.of(
                Arguments.of("plain Kafka", Frames.opaqueRequest(API, 0, 1, 1), "a plain Kafka request came"),
                Arguments.of("HTTP", ascii("GET / HTTP/1.1\r\n\r\n"), "a plain HTTP request came"),
                Arguments.of("noise", new byte[] {99, 1, 2, 3, 4}, "neither TLS nor Kafka"),
                Arguments.of("one byte", new byte[] {99}, "neither TLS nor Kafka"),
                Arguments.of(
                        "a handshake of 16 MB",
                        Arrays.copyOf(new byte[] {22, 3, 1, 64, 0, 1, -1, -1, -1}, 5 + 16384),
                        "begins with a message of more than 16384 bytes"),
                Arguments.of("broken TLS", new byte[] {22, 3, 1, 0, 4, 1, 0, 0, 1}, "TLS handshake"),
                Arguments.of("PROXY", ascii("PROXY TCP4 1.2.3.4 1.2.3.4 1 2\r\n"), "set proxy.protocol"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("strangers")
    void what_is_not_tls_ends_with_one_line_that_says_so_and_opens_no_connection_to_a_broker(
            String name, byte[] bytes, String told) throws Exception {
        try (LogCapture log = LogCapture.of(Arrival.class);
                TestProxy proxy = secured(SOON);
                Wire client = proxy.connect()) {
            client.send(bytes);
            while (client.socket().getInputStream().read() >= 0) {
                // An alert may come first.
            }
            await().untilAsserted(() -> assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .startsWith("WARN Connection from /127.0.0.1")
                    .contains("refused: ", told));
            assertThat(broker.accepted()).isZero();
        }
    }

    @Test
    void a_handshake_that_is_never_finished_ends_in_time() throws Exception {
        try (LogCapture log = LogCapture.of(Arrival.class);
                TestProxy proxy = secured(SOON);
                Wire silent = proxy.connect();
                Wire slow = proxy.connect()) {
            slow.send(new byte[] {22});
            assertThat(silent.ended()).isTrue();
            assertThat(slow.ended()).isTrue();
            assertWarning(log, "its TLS handshake was not complete within handshake.timeout.ms of 300");
            assertThat(broker.accepted()).isZero();
        }
    }

    @Test
    void handshakes_that_never_end_take_no_more_places_than_their_address_may_have() throws Exception {
        ServerTlsSettings tls = fixture.server(key, ClientAuthentication.NONE, "DEFAULT");
        Limits onePerAddress = new Limits(0, 1, 64 << 20, 1000, LATER, Duration.ZERO);
        try (TestProxy proxy = TestProxy.limited(
                        broker,
                        onePerAddress,
                        (cluster, ports) -> listening(
                                cluster,
                                new ListenSettings(
                                        cluster.listen().address(),
                                        cluster.listen().advertised(),
                                        cluster.listen().access(),
                                        Optional.of(tls),
                                        ProxyHeaders.OFF)));
                Wire silent = proxy.connect()) {
            silent.send(new byte[] {22});
            try (Wire next = proxy.connect()) {
                assertThat(next.ended()).isTrue();
            }
        }
    }

    @Test
    void who_connects_and_leaves_is_no_news() throws Exception {
        try (LogCapture log = LogCapture.of(Arrival.class);
                TestProxy proxy = secured(LATER);
                Wire probe = proxy.connect()) {
            probe.shutdownOutput();
            assertThat(probe.ended()).isTrue();
            assertThat(log.lines()).noneMatch(line -> line.startsWith("WARN"));
        }
    }

    @Test
    void on_a_plain_port_too_a_first_request_that_does_not_come_ends_the_connection() throws Exception {
        try (LogCapture log = LogCapture.of(Session.class);
                TestProxy proxy = plain(SOON, ProxyHeaders.OFF);
                Wire slow = proxy.connect();
                Wire quick = proxy.connect()) {
            byte[] request = Frames.opaqueRequest(API, 0, 1, 1);
            slow.send(Arrays.copyOf(request, request.length - 1));
            assertServes(quick);
            assertThat(slow.ended()).isTrue();
            assertThat(log.lines())
                    .filteredOn(line -> line.startsWith("WARN"))
                    .singleElement()
                    .asString()
                    .contains("no whole request came within handshake.timeout.ms of 300");
            assertServes(quick);
        }
    }

    @Test
    void a_plain_port_says_that_tls_came() throws Exception {
        try (LogCapture log = LogCapture.of(Session.class);
                TestProxy proxy = plain(LATER, ProxyHeaders.OFF)) {
            assertThatThrownBy(() -> TlsFixture.connect(fixture.context(), proxy.port(), ""))
                    .isInstanceOf(IOException.class);
            assertWarning(log, "a TLS handshake came, but this port is plain");
        }
    }

    @Test
    void a_plain_port_says_that_http_came() throws Exception {
        try (LogCapture log = LogCapture.of(Session.class);
                TestProxy proxy = plain(LATER, ProxyHeaders.OFF);
                Wire http = proxy.connect()) {
            http.send(ascii("GET /metrics HTTP/1.1\r\n\r\n"));
            assertThat(http.ended()).isTrue();
            assertWarning(log, "an HTTP request came");
        }
    }

    @Test
    void a_plain_port_says_that_a_kerberos_token_came_without_a_request() throws Exception {
        try (LogCapture log = LogCapture.of(Session.class);
                TestProxy proxy = plain(LATER, ProxyHeaders.OFF);
                Wire old = proxy.connect()) {
            old.send(new byte[] {0, 0, 2, 0, 0x60, (byte) 0x82, 1, (byte) 0xfc, 6, 9, 42, (byte) 0x86, 72});
            assertThat(old.ended()).isTrue();
            assertWarning(log, "a Kerberos token came outside of a Kafka request", "Kafka 1.0 or later");
        }
    }

    @Test
    void a_client_is_served_through_tls_and_sees_the_certificate_of_the_newest_files() throws Exception {
        try (TestProxy proxy = secured(LATER);
                SSLSocket before = TlsFixture.connect(fixture.context(), proxy.port(), "localhost");
                Wire old = new Wire(before)) {
            assertServes(old);
            TestCa.Issued next = fixture.ca.issue("CN=next", "localhost");
            fixture.pem("proxy", next);
            await().atMost(Duration.ofSeconds(5)).until(() -> {
                try (SSLSocket after = TlsFixture.connect(fixture.context(), proxy.port(), "localhost")) {
                    return ((X509Certificate) after.getSession().getPeerCertificates()[0]).equals(next.certificate());
                }
            });
            assertServes(old);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"kafka.example.com", "broker-7.example.com", "BROKER-0.example.com"})
    void by_name_a_client_reaches_a_broker(String name) throws Exception {
        try (TestProxy proxy = byName();
                Wire client = new Wire(TlsFixture.connect(fixture.context(), proxy.port(), name))) {
            assertServes(client);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "broker-07.example.com", "other.example.com"})
    void without_a_known_name_a_client_is_told_why_not(String name) throws Exception {
        try (LogCapture log = LogCapture.of(Arrival.class);
                TestProxy proxy = byName()) {
            assertThatThrownBy(() -> TlsFixture.connect(fixture.context(), proxy.port(), name))
                    .isInstanceOf(SSLException.class)
                    .hasMessageContaining("unrecognized_name");
            assertWarning(
                    log,
                    name.isEmpty() ? "it named no host by SNI" : "'" + name + "'",
                    "connect to kafka.example.com or broker-$(nodeId).example.com");
            assertThat(broker.accepted()).isZero();
        }
    }

    @Test
    void a_certificate_is_demanded_where_it_is_required() throws Exception {
        ServerTlsSettings tls = fixture.server(key, ClientAuthentication.REQUIRED, "DEFAULT");
        TestCa stranger = TestCa.create();
        try (LogCapture log = LogCapture.of(Arrival.class);
                TestProxy proxy = secured(LATER, tls, ProxyHeaders.OFF)) {
            try (Wire known =
                    new Wire(TlsFixture.connect(fixture.context(fixture.ca.issue("CN=app")), proxy.port(), ""))) {
                assertServes(known);
            }
            for (SSLContext context : List.of(fixture.context(), fixture.context(stranger.issue("CN=app")))) {
                assertThatThrownBy(() -> {
                            try (Wire refused = new Wire(TlsFixture.connect(context, proxy.port(), ""))) {
                                assertServes(refused);
                            }
                        })
                        .isInstanceOf(IOException.class);
            }
            assertWarning(log, "its TLS handshake failed");
            assertThat(broker.accepted()).isOne();
        }
    }

    @Test
    void a_proxy_header_is_read_however_it_is_cut() throws Exception {
        ProxyHeaders allowed = new ProxyHeaders(ProxyHeaders.Mode.ALLOWED, List.of());
        byte[] first = ascii("PROXY TCP4 192.0.2.7 198.51.100.1 4711 9092\r\n");
        byte[] second = Frames.concat(ascii("\r\n\r\n\0\r\nQUIT\n"), new byte[] {0x21, 0x11, 0, 12}, new byte[] {
            (byte) 192, 0, 2, 7, (byte) 198, 51, 100, 1, 18, 103, 35, (byte) 132
        });
        try (LogCapture log = LogCapture.of(Session.class);
                TestProxy proxy = plain(LATER, allowed)) {
            for (byte[] header : List.of(first, second)) {
                for (int cut = 1; cut <= header.length; cut++) {
                    try (Wire client = proxy.connect()) {
                        client.send(Arrays.copyOf(header, cut));
                        client.socket().getOutputStream().flush();
                        client.send(Arrays.copyOfRange(header, cut, header.length));
                        assertServes(client);
                    }
                }
            }
            try (Wire direct = proxy.connect()) {
                assertServes(direct);
            }
            try (Wire malformed = proxy.connect()) {
                malformed.send(first, new byte[] {-1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0});
                assertThat(malformed.ended()).isTrue();
            }
            assertThat(log.lines())
                    .filteredOn(line -> line.startsWith("WARN"))
                    .singleElement()
                    .asString()
                    .contains("/192.0.2.7:4711");
        }
    }

    static Stream<Arguments> badHeaders() {
        return Stream.of(
                Arguments.of("127.0.0.0/8", Frames.opaqueRequest(API, 0, 1, 1), "no PROXY protocol header came"),
                Arguments.of("127.0.0.1", ascii("PROXY TCP4 nonsense\r\n"), "its PROXY protocol header is malformed"),
                Arguments.of("10.0.0.0/8", new byte[0], "not among proxy.protocol.trusted"));
    }

    @ParameterizedTest(name = "{2}")
    @MethodSource("badHeaders")
    void a_proxy_header_that_is_missing_malformed_or_not_to_be_trusted_ends_the_connection(
            String trusted, byte[] bytes, String told) throws Exception {
        ProxyHeaders required =
                new ProxyHeaders(ProxyHeaders.Mode.REQUIRED, List.of(ProxyHeaders.Subnet.parse(trusted)));
        try (LogCapture log = LogCapture.of(Arrival.class);
                TestProxy proxy = plain(LATER, required);
                Wire client = proxy.connect()) {
            client.send(bytes);
            assertThat(client.ended()).isTrue();
            assertWarning(log, told);
            assertThat(broker.accepted()).isZero();
        }
    }

    @Test
    void a_proxy_header_may_stand_before_tls() throws Exception {
        ProxyHeaders required = new ProxyHeaders(ProxyHeaders.Mode.REQUIRED, List.of());
        ServerTlsSettings tls = fixture.server(key, ClientAuthentication.NONE, "DEFAULT");
        try (TestProxy proxy = secured(LATER, tls, required);
                Wire raw = proxy.connect()) {
            raw.send(ascii("PROXY TCP4 192.0.2.7 198.51.100.1 4711 9092\r\n"));
            SSLSocket wrapped = (SSLSocket)
                    fixture.context().getSocketFactory().createSocket(raw.socket(), "localhost", proxy.port(), true);
            try (Wire client = new Wire(wrapped)) {
                assertServes(client);
            }
        }
    }
}
