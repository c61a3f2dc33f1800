package dev.topoxy.app.ask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HealthCommandTest {
    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);

    HealthCommandTest() throws IOException {
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    @Test
    void well_is_whoever_answers_with_200() throws Exception {
        answer("/readyz", 200, "{\"status\":\"ready\"}");
        answer("/livez", 200, "{\"status\":\"live\"}");
        assertThat(health()).isEqualTo("{\"status\":\"ready\"}\n");
        assertThat(health("--probe", "live")).isEqualTo("{\"status\":\"live\"}\n");
    }

    @Test
    void what_fails_is_told() {
        answer("/readyz", 503, "{\"status\":\"not ready\u001b[2J\"}");
        assertThatThrownBy(this::health)
                .isInstanceOfSatisfying(
                        AskException.class, e -> assertThat(e.isMistake()).isFalse())
                .hasMessage("the proxy is not well: {\"status\":\"not ready\ufffd[2J\"}");
    }

    @Test
    void it_waits_until_the_proxy_is_well() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        server.createContext("/startupz", exchange -> {
            exchange.sendResponseHeaders(asked.incrementAndGet() < 3 ? 503 : 200, -1);
            exchange.close();
        });
        assertThat(health("--probe", "startup", "--wait", "30")).isEqualTo("\n");
        assertThatThrownBy(() -> health("--wait", "soon")).hasMessage("--wait soon is not a number of seconds");
    }

    @Test
    void a_probe_of_another_name_is_a_mistake() {
        assertThatThrownBy(() -> health("--probe", "readyz"))
                .isInstanceOfSatisfying(
                        AskException.class, e -> assertThat(e.isMistake()).isTrue())
                .hasMessage("--probe readyz is none of ready, live, startup");
    }

    @Test
    void a_server_that_wants_its_token_is_told_with_the_variable_that_holds_it() {
        answer("/api/v1/clusters", 401, "{}");
        String admin = "http://127.0.0.1:" + server.getAddress().getPort();
        List<String> arguments = List.of("--admin", admin);
        assertThatThrownBy(() -> AskCommand.GROUPS.run(arguments, Map.of()))
                .hasMessage("the admin server at " + admin
                        + "/ wants its token: set TOPOXY_ADMIN_TOKEN to what admin.token says there");
        assertThatThrownBy(() -> AskCommand.GROUPS.run(arguments, Map.of("TOPOXY_ADMIN_TOKEN", "another")))
                .hasMessage(
                        "the admin server at " + admin + "/ does not take the token in TOPOXY_ADMIN_TOKEN: correct it");
    }

    private String health(String... more) throws AskException {
        List<String> arguments = new java.util.ArrayList<>(
                List.of("--admin", "http://127.0.0.1:" + server.getAddress().getPort()));
        arguments.addAll(List.of(more));
        return new HealthCommand().run(arguments, Map.of());
    }

    private void answer(String path, int status, String body) {
        server.createContext(path, exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }
}
