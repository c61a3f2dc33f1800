package dev.topoxy.app.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.topoxy.app.config.AdminConfig;
import dev.topoxy.app.json.Json;
import dev.topoxy.core.address.HostPort;
import dev.topoxy.testkit.FreePorts;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AdminServerTest {

    private static final String TOKEN = "0123456789abcdef";

    private final HostPort listen = new HostPort("127.0.0.1", FreePorts.consecutive(1));
    private final Health health = new Health();
    private final CountDownLatch release = new CountDownLatch(1);
    private Optional<AdminServer> server = Optional.empty();

    @AfterEach
    void close() {
        release.countDown();
        server.ifPresent(AdminServer::close);
    }

    private void start(Optional<String> token, AdminConfig.Open open) throws IOException {
        AdminConfig config =
                new AdminConfig(Optional.of(listen), Optional.empty(), token, open, List.of("proxy.example"));
        List<Route> routes = new java.util.ArrayList<>(health.routes());
        routes.add(Route.get(
                "/echo/{text}",
                Guard.Access.DATA,
                (request, arguments) -> Answer.json(Json.object().with("text", arguments.get(0)))));
        routes.add(Route.get("/metrics", Guard.Access.METRICS, (request, arguments) -> Answer.ok(Answer.TEXT, "m")));
        routes.add(Route.get("/page", Guard.Access.PAGE, (request, arguments) -> Answer.ok(Answer.TEXT, "page")));
        routes.add(Route.get("/broken", Guard.Access.DATA, (request, arguments) -> {
            throw new IllegalStateException("secret detail");
        }));
        routes.add(Route.get("/stuck", Guard.Access.DATA, (request, arguments) -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return Answer.ok(Answer.TEXT, "at last");
        }));
        server = Optional.of(AdminServer.start(config, AdminPorts.plain(listen), routes));
    }

    private void start() throws IOException {
        start(Optional.empty(), AdminConfig.Open.HEALTH);
    }

    /** What the server says to these bytes before it closes. */
    private String raw(String request) throws IOException {
        try (Socket socket = new Socket(listen.host(), listen.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String request(String line, String... headers) throws IOException {
        StringBuilder text = new StringBuilder(line).append(" HTTP/1.1\r\n");
        boolean host = false;
        for (String header : headers) {
            text.append(header).append("\r\n");
            host |= header.startsWith("Host:");
        }
        return raw(text + (host ? "" : "Host: " + listen + "\r\n") + "Connection: close\r\n\r\n");
    }

    private static String body(String response) {
        return response.substring(response.indexOf("\r\n\r\n") + 4);
    }

    private static String header(String response, String name) {
        return response.lines()
                .filter(line -> line.toLowerCase(java.util.Locale.ROOT)
                        .startsWith(name.toLowerCase(java.util.Locale.ROOT) + ": "))
                .map(line -> line.substring(name.length() + 2))
                .findFirst()
                .orElse("");
    }

    @Test
    void it_is_alive_before_it_is_started_and_started_before_it_is_ready() throws Exception {
        start();
        health.require("brokers of main", () -> Optional.of("No broker accepts."));
        assertThat(request("GET /livez")).startsWith("HTTP/1.1 200");
        assertThat(request("GET /startupz")).startsWith("HTTP/1.1 503");
        health.listening();
        assertThat(request("GET /startupz")).startsWith("HTTP/1.1 200");
        String notReady = request("GET /readyz");
        assertThat(notReady).startsWith("HTTP/1.1 503");
        assertThat(body(notReady))
                .contains("{\"condition\":\"listeners\",\"ok\":true}")
                .contains("{\"condition\":\"brokers of main\",\"ok\":false,\"failure\":\"No broker accepts.\"}");
    }

    @Test
    void a_proxy_that_drains_is_alive_and_not_ready() throws Exception {
        start();
        health.listening();
        assertThat(request("GET /readyz")).startsWith("HTTP/1.1 200");
        health.draining();
        assertThat(request("GET /readyz")).startsWith("HTTP/1.1 503").contains("The proxy is stopping.");
        assertThat(request("GET /livez")).startsWith("HTTP/1.1 200");
    }

    @Test
    void it_stays_alive_while_everything_else_is_stuck() throws Exception {
        start();
        try (Socket one = new Socket(listen.host(), listen.port());
                Socket other = new Socket(listen.host(), listen.port());
                Socket third = new Socket(listen.host(), listen.port())) {
            for (Socket socket : List.of(one, other, third)) {
                socket.getOutputStream()
                        .write(("GET /stuck HTTP/1.1\r\nHost: " + listen + "\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
            }
            assertThat(request("GET /livez")).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void requests_sent_in_one_go_are_answered_in_their_order_on_one_connection() throws Exception {
        start();
        String host = "Host: " + listen + "\r\n";
        String answers = raw("GET /echo/1 HTTP/1.1\r\n" + host + "\r\nGET /livez HTTP/1.1\r\n" + host
                + "\r\nGET /echo/3 HTTP/1.1\r\n" + host + "Connection: close\r\n\r\n");
        assertThat(answers).containsSubsequence("{\"text\":\"1\"}", "alive", "{\"text\":\"3\"}");
    }

    @Test
    void head_has_the_headers_of_get_and_no_body() throws Exception {
        start();
        String get = request("GET /echo/x");
        String head = request("HEAD /echo/x");
        assertThat(head).startsWith("HTTP/1.1 200");
        assertThat(header(head, "Content-Length"))
                .isEqualTo(header(get, "Content-Length"))
                .isNotEqualTo("0");
        assertThat(body(head)).isEmpty();
    }

    @Test
    void what_is_unknown_or_not_allowed_is_told_as_a_problem_document() throws Exception {
        start();
        String missing = request("GET /nothing");
        assertThat(missing).startsWith("HTTP/1.1 404");
        assertThat(header(missing, "Content-Type")).isEqualTo("application/problem+json");
        assertThat(body(missing)).contains("\"title\":\"Not Found\",\"status\":404,\"detail\":");
        String post = request("POST /livez");
        assertThat(post).startsWith("HTTP/1.1 405");
        assertThat(header(post, "Allow")).isEqualTo("GET, HEAD");
    }

    @Test
    void a_fault_is_told_without_its_details() throws Exception {
        start();
        assertThat(request("GET /broken")).startsWith("HTTP/1.1 500").doesNotContain("secret detail");
    }

    @Test
    void a_client_that_knows_the_answer_is_told_that_nothing_changed() throws Exception {
        start();
        String first = request("GET /echo/x");
        String tag = header(first, "ETag");
        assertThat(tag).matches("\"[A-Za-z0-9_-]+\"");
        String second = request("GET /echo/x", "If-None-Match: \"other\", " + tag);
        assertThat(second).startsWith("HTTP/1.1 304");
        assertThat(body(second)).isEmpty();
        assertThat(request("GET /echo/y", "If-None-Match: " + tag)).startsWith("HTTP/1.1 200");
    }

    @Test
    void any_text_fits_into_a_path_and_comes_back_escaped() throws Exception {
        start();
        String response = request("GET /echo/%3Cimg%20onerror%3D%22x%22%3E%2F..%2F+%F0%9F%98%80");
        assertThat(body(response)).isEqualTo("{\"text\":\"\\u003cimg onerror=\\\"x\\\"\\u003e/../+\\ud83d\\ude00\"}\n");
        assertThat(request("GET /echo/" + "%41".repeat(32_767))).startsWith("HTTP/1.1 200");
    }

    @Test
    void what_is_no_request_is_refused_and_ends_the_connection() throws Exception {
        start();
        assertThat(raw("\u0000\u0001\u0002 nonsense\r\n\r\n")).startsWith("HTTP/1.1 400");
        assertThat(request("GET /echo/%zz")).startsWith("HTTP/1.1 400");
        assertThat(raw("GET /" + "x".repeat(200_000) + " HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 400");
        assertThat(request("PUT /livez", "Content-Length: 99999999")).startsWith("HTTP/1.1 413");
    }

    @Test
    void every_answer_keeps_browsers_from_framing_sniffing_and_foreign_scripts() throws Exception {
        start();
        for (String path : List.of("/livez", "/page", "/nothing", "/echo/x")) {
            String response = request("GET " + path);
            assertThat(header(response, "Content-Security-Policy"))
                    .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'");
            assertThat(header(response, "X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(header(response, "X-Frame-Options")).isEqualTo("DENY");
        }
    }

    @Test
    void a_foreign_name_that_leads_here_reads_nothing() throws Exception {
        start();
        for (String path : List.of("/echo/x", "/livez", "/metrics", "/page", "/nothing")) {
            assertThat(request("GET " + path, "Host: evil.example")).startsWith("HTTP/1.1 403");
        }
        assertThat(request("GET /echo/x", "Host: evil.example:80")).contains("admin.allowed.hosts");
        assertThat(request("GET /echo/x", "Host:")).startsWith("HTTP/1.1 403");
        for (String own :
                List.of("localhost", "localhost:1", "127.0.0.1", "[::1]:9190", "10.1.2.3", "Proxy.Example:1")) {
            assertThat(request("GET /echo/x", "Host: " + own)).as(own).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void a_page_of_another_site_reads_nothing() throws Exception {
        start();
        assertThat(request("GET /echo/x", "Sec-Fetch-Site: cross-site")).startsWith("HTTP/1.1 403");
        assertThat(request("GET /echo/x", "Sec-Fetch-Site: same-origin")).startsWith("HTTP/1.1 200");
    }

    @Test
    void with_a_token_only_health_and_the_page_are_given_without_it() throws Exception {
        start(Optional.of(TOKEN), AdminConfig.Open.HEALTH);
        health.listening();
        assertThat(request("GET /readyz")).startsWith("HTTP/1.1 200");
        assertThat(request("GET /page")).startsWith("HTTP/1.1 200");
        String refused = request("GET /echo/x");
        assertThat(refused).startsWith("HTTP/1.1 401");
        assertThat(header(refused, "WWW-Authenticate")).startsWith("Bearer");
        assertThat(request("GET /metrics")).startsWith("HTTP/1.1 401");
        for (String wrong : List.of("Bearer " + TOKEN + "x", "Bearer", "Basic " + TOKEN, TOKEN)) {
            assertThat(request("GET /echo/x", "Authorization: " + wrong)).startsWith("HTTP/1.1 401");
        }
        String right = "Authorization: Bearer " + TOKEN;
        assertThat(request("GET /echo/x", right)).startsWith("HTTP/1.1 200");
        assertThat(request("GET /echo/x", right, "Host: topoxy.svc")).startsWith("HTTP/1.1 200");
    }

    @Test
    void metrics_are_open_or_health_is_closed_where_the_setting_says_so() throws Exception {
        start(Optional.of(TOKEN), AdminConfig.Open.METRICS);
        assertThat(request("GET /metrics")).startsWith("HTTP/1.1 200");
        server.ifPresent(AdminServer::close);
        start(Optional.of(TOKEN), AdminConfig.Open.NOTHING);
        assertThat(request("GET /livez")).startsWith("HTTP/1.1 401");
    }

    @Test
    void a_busy_port_is_told_with_the_setting_and_the_way_out() throws Exception {
        try (ServerSocket taken = new ServerSocket()) {
            taken.bind(new java.net.InetSocketAddress(listen.host(), listen.port()));
            assertThatThrownBy(this::start)
                    .isInstanceOf(IOException.class)
                    .hasMessageContainingAll(
                            "the admin server cannot listen on " + listen,
                            "set admin.listen (--admin-listen) to another address, or to none");
        }
    }
}
