package dev.topoxy.app.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.topoxy.app.ask.AskCommand;
import dev.topoxy.app.ask.AskException;
import dev.topoxy.app.config.AdminConfig;
import dev.topoxy.core.address.HostPort;
import dev.topoxy.core.tls.ClientAuthentication;
import dev.topoxy.core.tls.ClientTls;
import dev.topoxy.core.tls.KeySource;
import dev.topoxy.core.tls.Secret;
import dev.topoxy.core.tls.ServerTls;
import dev.topoxy.core.tls.ServerTlsSettings;
import dev.topoxy.core.tls.TlsReloader;
import dev.topoxy.core.tls.TlsSettings;
import dev.topoxy.core.tls.TrustSource;
import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.SelfSigned;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** The admin port with TLS, as its users and as those meet it who speak something else. */
class AdminTlsTest {

    private static final Duration SOON = Duration.ofMillis(300);
    private static final Duration LATER = Duration.ofMinutes(1);
    private static final String HALF_A_REQUEST = "GET /livez HTTP/1.1\r\nHost: localhost\r\n";

    @TempDir
    static Path directory;

    private static SelfSigned first;
    private static SelfSigned second;

    private final HostPort listen = new HostPort("127.0.0.1", FreePorts.one());
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(AdminServer.class);
    private final AppenderBase<ILoggingEvent> capture = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            lines.add(event.getFormattedMessage());
        }
    };
    private final TlsReloader reloader = new TlsReloader();
    private Path keystore;
    private Optional<AdminServer> server = Optional.empty();

    @BeforeAll
    static void makeKeys() {
        first = SelfSigned.make(directory, "first", "CN=first", "dns:localhost");
        second = SelfSigned.make(directory, "second", "CN=second", "dns:localhost");
    }

    @BeforeEach
    void prepare() throws IOException {
        keystore = Files.copy(first.keystore(), directory.resolve("own.p12"), StandardCopyOption.REPLACE_EXISTING);
        capture.start();
        logger.addAppender(capture);
    }

    @AfterEach
    void close() {
        logger.detachAppender(capture);
        server.ifPresent(AdminServer::close);
        reloader.close();
    }

    private void start(Optional<ServerTls> tls, Duration patience) throws IOException {
        AdminConfig config = new AdminConfig(
                Optional.of(listen), Optional.empty(), Optional.empty(), AdminConfig.Open.HEALTH, List.of());
        List<Route> routes = new java.util.ArrayList<>(new Health().routes());
        routes.add(Route.get(
                "/api/v1/clusters",
                Guard.Access.DATA,
                (request, arguments) -> Answer.ok(Answer.JSON, "{\"clusters\":[{\"cluster\":\"main\"}]}")));
        routes.add(Route.get(
                "/api/v1/clusters/{cluster}/groups",
                Guard.Access.DATA,
                (request, arguments) -> Answer.ok(Answer.JSON, "{\"total\":0,\"groups\":[]}")));
        server = Optional.of(AdminServer.start(config, new AdminPort(listen, tls, patience), routes));
    }

    private void startSecured(Duration patience) throws IOException {
        startSecured(patience, ClientAuthentication.NONE);
    }

    private void startSecured(Duration patience, ClientAuthentication auth) throws IOException {
        Optional<Secret> password = Optional.of(Secret.of(SelfSigned.PASSWORD));
        ServerTlsSettings settings = new ServerTlsSettings(
                new TlsSettings(
                        List.of(new KeySource.Store(keystore, password, Optional.empty())),
                        Optional.of(new TrustSource(second.truststore(), password)),
                        TlsSettings.DEFAULT_PROTOCOLS,
                        List.of()),
                auth,
                ServerTlsSettings.DEFAULT_PRINCIPAL_MAPPING_RULES);
        start(Optional.of(ServerTls.open("admin: tls", settings, reloader)), patience);
    }

    private void startPlain(Duration patience) throws IOException {
        start(Optional.empty(), patience);
    }

    private static SSLContext trusting(SelfSigned key) throws IOException {
        return ClientTls.context(Optional.of(key.pem()), Optional.empty());
    }

    private HttpResponse<String> get(HttpClient client) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create("https://localhost:" + listen.port() + "/livez"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** What the server says to these bytes before it closes. */
    private String said(byte... bytes) throws IOException {
        try (Socket socket = new Socket(listen.host(), listen.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(bytes);
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private void assertOneLine(String... parts) {
        await().untilAsserted(() -> assertThat(lines)
                .singleElement()
                .asString()
                .startsWith("Connection from /127.0.0.1:")
                .contains(" to the admin port refused: ")
                .contains(parts));
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void an_http_client_of_java_is_answered_over_tls(String protocol) throws Exception {
        startSecured(LATER);
        SSLContext context = trusting(first);
        var parameters = context.getDefaultSSLParameters();
        parameters.setProtocols(new String[] {protocol});
        HttpClient client = HttpClient.newBuilder()
                .sslContext(context)
                .sslParameters(parameters)
                .build();

        assertThat(get(client).statusCode()).isEqualTo(200);
        assertThat(get(client).body()).contains("alive");
        assertThat(lines).isEmpty();
    }

    @Test
    void a_new_certificate_is_shown_to_new_connections_and_ends_none() throws Exception {
        startSecured(LATER);
        try (SSLSocket before = connect(trusting(first))) {
            Files.move(
                    Files.copy(second.keystore(), directory.resolve("being-written.p12")),
                    keystore,
                    StandardCopyOption.ATOMIC_MOVE);
            SSLContext trustsSecond = trusting(second);
            await().atMost(Duration.ofSeconds(5)).until(() -> {
                try (SSLSocket after = connect(trustsSecond)) {
                    return after.getSession().isValid();
                } catch (SSLException e) {
                    return false;
                }
            });
            before.getOutputStream()
                    .write((HALF_A_REQUEST + "Connection: close\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(before.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 200");
        }
    }

    private SSLSocket connect(SSLContext context) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(listen.host(), listen.port());
        try {
            socket.setSoTimeout(20_000);
            socket.startHandshake();
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    @Test
    void a_certificate_is_demanded_where_it_is_required() throws Exception {
        startSecured(LATER, ClientAuthentication.REQUIRED);
        SSLContext known = ClientTls.context(Optional.of(first.pem()), Optional.of(second.pem()));

        assertThat(get(HttpClient.newBuilder().sslContext(known).build()).statusCode())
                .isEqualTo(200);
        assertThatThrownBy(() ->
                        get(HttpClient.newBuilder().sslContext(trusting(first)).build()))
                .isInstanceOf(IOException.class);
        assertOneLine("its TLS handshake failed");
    }

    @Test
    void plain_http_to_the_tls_port_is_told_to_use_https() throws Exception {
        startSecured(LATER);

        assertThat(said((HALF_A_REQUEST + "\r\n").getBytes(StandardCharsets.US_ASCII)))
                .startsWith("HTTP/1.1 400")
                .contains("ask it by https");
        assertOneLine("a plain HTTP request came, but this port speaks TLS");
    }

    @Test
    void noise_on_the_tls_port_ends_with_one_line() throws Exception {
        startSecured(LATER);

        assertThat(said(new byte[] {0, 0, 0, 9})).isEmpty();
        assertOneLine("neither TLS nor HTTP came");
    }

    @Test
    void a_broken_handshake_ends_with_one_line() throws Exception {
        startSecured(LATER);

        said(new byte[] {22, 3, 1, 0, 5, 2, 0, 0, 1, 0});
        assertOneLine("its TLS handshake failed");
    }

    @Test
    void a_handshake_of_many_megabytes_ends_at_once_with_one_line() throws Exception {
        startSecured(LATER);

        said(Arrays.copyOf(new byte[] {22, 3, 1, 64, 0, 1, -1, -1, -1}, 5 + 16384));
        assertOneLine("its TLS handshake failed", "exceeds");
    }

    @Test
    void a_handshake_that_is_never_finished_ends_in_time() throws Exception {
        startSecured(SOON);

        assertThat(said((byte) 22)).isEmpty();
        assertOneLine("no whole TLS handshake came within handshake.timeout.ms of 300");
    }

    @Test
    void a_request_that_is_never_finished_ends_in_time_over_tls_and_without() throws Exception {
        startSecured(SOON);
        try (SSLSocket slow = connect(trusting(first))) {
            slow.getOutputStream().write(HALF_A_REQUEST.getBytes(StandardCharsets.US_ASCII));
            assertThat(slow.getInputStream().readAllBytes()).isEmpty();
        }
        assertOneLine("no whole request came within handshake.timeout.ms of 300");
        server.ifPresent(AdminServer::close);
        lines.clear();
        startPlain(SOON);

        assertThat(said(HALF_A_REQUEST.getBytes(StandardCharsets.US_ASCII))).isEmpty();
        assertOneLine("no whole request came");
    }

    @Test
    void a_later_request_that_is_never_finished_ends_in_time_too() throws Exception {
        startPlain(SOON);

        String whole = HALF_A_REQUEST + "\r\n";
        try (Socket socket = new Socket(listen.host(), listen.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(whole.getBytes(StandardCharsets.US_ASCII));
            assertThat(socket.getInputStream().read()).isEqualTo('H');
            socket.getOutputStream().write(HALF_A_REQUEST.getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .containsOnlyOnce("200 OK");
        }
        assertOneLine("no whole request came");
    }

    @Test
    void who_connects_and_says_nothing_is_let_go_without_a_word() throws Exception {
        startSecured(SOON);

        assertThat(said()).isEmpty();
        assertThat(lines).isEmpty();
    }

    @Test
    void a_tls_handshake_to_the_plain_port_is_told() throws Exception {
        startPlain(LATER);

        assertThatThrownBy(() -> connect(trusting(first))).isInstanceOf(IOException.class);
        assertOneLine("a TLS handshake came, but this port is plain: ask it by http, or set admin.tls");
    }

    @Test
    void noise_on_the_plain_port_is_told() throws Exception {
        startPlain(LATER);

        assertThat(said("\u0001\u0002 nonsense\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1)))
                .startsWith("HTTP/1.1 400");
        assertOneLine("what came is no HTTP request");
    }

    private String asked(String... arguments) throws AskException {
        return AskCommand.GROUPS.run(List.of(arguments), Map.of());
    }

    private String refusal(String... arguments) {
        try {
            return "printed " + asked(arguments);
        } catch (AskException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void the_command_line_asks_over_tls_and_says_what_is_missing_where_it_cannot() throws Exception {
        startSecured(LATER);
        String url = "https://localhost:" + listen.port();
        String ca = first.pem().toString();

        assertThat(asked("--admin", url, "--ca", ca)).contains("No Streams group");
        assertThat(refusal("--admin", url)).contains("signed by nobody who is believed: give --ca");
        assertThat(refusal("--admin", url, "--ca", second.pem().toString())).contains("give --ca");
        assertThat(refusal("--admin", url.replace("localhost", "127.0.0.1"), "--ca", ca))
                .contains("write --admin with the host that its certificate is made out for");
        assertThat(refusal("--admin", url.replace("https", "http"))).contains("ask it by https");
        assertThat(refusal("--admin", url, "--ca", directory.resolve("none.pem").toString()))
                .contains("none.pem: does not exist");
    }

    @Test
    void the_command_line_shows_a_certificate_where_one_is_required() throws Exception {
        startSecured(LATER, ClientAuthentication.REQUIRED);
        String url = "https://localhost:" + listen.port();
        String ca = first.pem().toString();

        assertThat(asked("--admin", url, "--ca", ca, "--cert", second.pem().toString()))
                .contains("No Streams group");
        assertThat(refusal("--admin", url, "--ca", ca)).contains("it wants to see a certificate: give --cert");
    }

    @Test
    void the_command_line_says_that_a_server_is_plain() throws Exception {
        startPlain(LATER);

        assertThat(refusal("--admin", "https://localhost:" + listen.port()))
                .contains("if it speaks plain HTTP, write --admin with http://");
    }
}
