package dev.topoxy.app.ask;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.topoxy.core.log.LogText;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.Options;

/** Asks the admin server of a proxy. */
final class AdminClient {

    /** For the help of commands that ask it. */
    static final String TOKEN_NOTE =
            "The environment variable TOPOXY_ADMIN_TOKEN holds the server's token, if it wants one.\n";

    private static final String OPTION = "admin";
    private static final String DEFAULT_SERVER = "http://127.0.0.1:9190";
    private static final String TOKEN_VARIABLE = "TOPOXY_ADMIN_TOKEN";
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final String server;
    private final Optional<String> token;
    private final HttpClient http;

    /** Adds the options that name the server and how to connect to it. */
    static void addOptions(Options options) {
        options.addOption(Arguments.value(OPTION, "URL", "The admin server. Default: " + DEFAULT_SERVER));
        TlsOptions.add(options, "--admin https://...");
    }

    /** For the server that the options name, with the token of the environment. */
    static AdminClient of(CommandLine given, Map<String, String> environment) throws AskException {
        return new AdminClient(
                given.getOptionValue(OPTION, DEFAULT_SERVER),
                Optional.ofNullable(environment.get(TOKEN_VARIABLE)),
                TlsOptions.context(given));
    }

    private AdminClient(String server, Optional<String> token, Optional<SSLContext> tls) {
        this.server = server.endsWith("/") ? server : server + "/";
        this.token = token.filter(text -> !text.isBlank());
        HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(TIMEOUT);
        tls.ifPresent(builder::sslContext);
        http = builder.build();
    }

    /** The body of an answer of the API. */
    String get(String path) throws AskException {
        HttpResponse<String> response = send("api/v1/" + path);
        if (response.statusCode() == 200) {
            return response.body();
        }
        if (response.statusCode() == 401) {
            throw AskException.failed("the admin server at " + server
                    + (token.isPresent()
                            ? " does not take the token in " + TOKEN_VARIABLE + ": correct it"
                            : " wants its token: set " + TOKEN_VARIABLE + " to what admin.token says there"));
        }
        String detail = json(response.body()).path("detail").asText();
        throw AskException.failed(
                detail.isEmpty() ? "the admin server at " + server + " answered " + response.statusCode() : detail);
    }

    /** Whatever is answered at that path. */
    HttpResponse<String> send(String path) throws AskException {
        try {
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(URI.create(server + path)).timeout(TIMEOUT);
            token.ifPresent(text -> request.header("Authorization", "Bearer " + text.strip()));
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IllegalArgumentException e) {
            throw AskException.mistake("--admin " + server + " is not a URL: write one like http://127.0.0.1:9190");
        } catch (SSLException e) {
            throw AskException.failed(
                    "the admin server at " + server + " cannot be asked by TLS: " + TlsFailure.told(e));
        } catch (IOException e) {
            throw AskException.failed("no admin server can be asked at " + server
                    + ": start the proxy, or give --admin with the address that its log names at the start");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw AskException.failed("interrupted");
        }
    }

    private static JsonNode json(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            return MAPPER.createObjectNode();
        }
    }

    /** The name of the only cluster. */
    String onlyCluster() throws AskException {
        List<String> names = StreamSupport.stream(
                        json(get("clusters")).path("clusters").spliterator(), false)
                .map(cluster -> cluster.path("cluster").asText())
                .toList();
        if (names.size() == 1) {
            return names.get(0);
        }
        throw AskException.mistake(
                names.isEmpty()
                        ? "topology descriptions are off for every cluster of this proxy"
                        : "there are several clusters: give --cluster with one of " + String.join(", ", names));
    }

    /** Groups as lines; what clients chose as names is escaped. */
    String groupTable(String path) throws AskException {
        List<JsonNode> groups = groups(path);
        return groups.isEmpty()
                ? "No Streams group has been seen yet.\n"
                : groups.stream()
                        .map(group -> LogText.quoted(group.path("group").asText()) + "  "
                                + group.path("state").asText() + "  "
                                + LogText.quoted(group.path("reason").asText()) + "\n")
                        .collect(Collectors.joining());
    }

    /** Groups as the API gives them, all pages as one; what could steer a terminal is escaped. */
    String groupJson(String path) throws AskException {
        List<JsonNode> groups = groups(path);
        ObjectNode all = MAPPER.createObjectNode().put("total", groups.size()).put("offset", 0);
        all.set("groups", MAPPER.createArrayNode().addAll(groups));
        try {
            return MAPPER.writer().with(JsonWriteFeature.ESCAPE_NON_ASCII).writeValueAsString(all);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree that cannot be written", e);
        }
    }

    private List<JsonNode> groups(String path) throws AskException {
        List<JsonNode> groups = new ArrayList<>();
        int total;
        do {
            JsonNode page = json(get(path + "?limit=1000&offset=" + groups.size()));
            total = page.path("total").asInt();
            if (page.path("groups").isEmpty()) {
                break;
            }
            page.path("groups").forEach(groups::add);
        } while (groups.size() < total);
        return groups;
    }
}
