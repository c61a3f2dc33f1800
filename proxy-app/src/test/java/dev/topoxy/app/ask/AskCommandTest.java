package dev.topoxy.app.ask;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Before a server that has more groups than it gives at once. */
class AskCommandTest {
    private static final int GROUPS = 2_500;
    private static final int MOST_PER_PAGE = 1_000;
    private static final Pattern PAGE = Pattern.compile("limit=(\\d+)&offset=(\\d+)");

    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);

    AskCommandTest() throws IOException {
        server.createContext("/api/v1/clusters/main/groups", exchange -> {
            byte[] body =
                    page(String.valueOf(exchange.getRequestURI().getQuery())).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    private static String page(String query) {
        Matcher page = PAGE.matcher(query);
        assertThat(page.matches()).as(query).isTrue();
        int offset = Integer.parseInt(page.group(2));
        int limit = Math.min(Integer.parseInt(page.group(1)), MOST_PER_PAGE);
        return IntStream.range(offset, Math.min(offset + limit, GROUPS))
                .mapToObj(
                        "{\"group\": \"g%d\", \"state\": \"available\", \"reason\": \"\\u009b2J\\u202e\\u001b[2J\"}"
                                ::formatted)
                .collect(Collectors.joining(",", "{\"total\": " + GROUPS + ", \"groups\": [", "]}"));
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    @Test
    void all_groups_are_listed_however_many() throws Exception {
        assertThat(groups("text").lines())
                .hasSize(GROUPS)
                .allMatch(line -> line.startsWith("'g") && line.matches("\\P{Cntrl}*"));
    }

    @Test
    void all_groups_are_given_as_json_however_many() throws Exception {
        String json = groups("json");
        assertThat(json).matches("\\p{Print}*");
        JsonNode answer = new ObjectMapper().readTree(json);
        assertThat(answer.get("total").intValue()).isEqualTo(GROUPS);
        assertThat(answer.get("groups")).hasSize(GROUPS);
        assertThat(answer.get("groups").get(GROUPS - 1).get("group").textValue())
                .isEqualTo("g2499");
    }

    private String groups(String format) throws AskException {
        String admin = "http://127.0.0.1:" + server.getAddress().getPort();
        return AskCommand.GROUPS.run(List.of("--admin", admin, "--cluster", "main", "--format", format), Map.of());
    }
}
