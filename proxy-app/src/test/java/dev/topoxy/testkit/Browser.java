package dev.topoxy.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A page in a real Chromium without a window, driven by its DevTools protocol. */
public final class Browser implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Process process;
    private final WebSocket socket;
    private final AtomicInteger nextId = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final List<String> errors = new CopyOnWriteArrayList<>();
    private final List<String> requested = new CopyOnWriteArrayList<>();
    private final String session;

    private Browser(Process process, URI endpoint) {
        this.process = process;
        this.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(endpoint, new Listener())
                .join();
        String target = call("", "Target.createTarget", Map.of("url", "about:blank"))
                .required("targetId")
                .textValue();
        this.session = call("", "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .required("sessionId")
                .textValue();
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            call(domain + ".enable", Map.of());
        }
    }

    /** Starts one; empty where this machine has no Chromium. */
    public static Optional<Browser> start(Path directory) throws IOException {
        Optional<Path> program = Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst();
        if (program.isEmpty()) {
            return Optional.empty();
        }
        Path profile = Files.createTempDirectory(directory, "chromium");
        Process process = new ProcessBuilder(
                        program.get().toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--disable-background-networking",
                        "--no-first-run",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("chromium.log").toFile())
                .start();
        Path port = profile.resolve("DevToolsActivePort");
        try {
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> Files.exists(port) && Files.readAllLines(port).size() > 1);
            List<String> lines = Files.readAllLines(port);
            return Optional.of(new Browser(process, URI.create("ws://127.0.0.1:" + lines.get(0) + lines.get(1))));
        } catch (RuntimeException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                String whole = text.toString();
                text.setLength(0);
                received(whole);
            }
            from.request(1);
            return CompletableFuture.completedFuture(null);
        }
    }

    private void received(String text) {
        JsonNode message;
        try {
            message = MAPPER.readTree(text);
        } catch (IOException e) {
            errors.add("unreadable: " + text);
            return;
        }
        if (message.has("id")) {
            CompletableFuture<JsonNode> answer =
                    answers.remove(message.get("id").intValue());
            if (answer != null && message.has("error")) {
                answer.completeExceptionally(
                        new IllegalStateException(message.get("error").toString()));
            } else if (answer != null) {
                answer.complete(message.path("result"));
            }
            return;
        }
        JsonNode params = message.path("params");
        switch (message.path("method").asText()) {
            case "Runtime.exceptionThrown" -> errors.add(params.toString());
            case "Runtime.consoleAPICalled" -> {
                if (List.of("error", "warning", "assert")
                        .contains(params.path("type").asText())) {
                    errors.add(params.toString());
                }
            }
            case "Log.entryAdded" -> {
                if (!"verbose".equals(params.at("/entry/level").asText())) {
                    errors.add(params.toString());
                }
            }
            case "Network.requestWillBeSent" ->
                requested.add(params.at("/request/url").asText());
            default -> {}
        }
    }

    private JsonNode call(String method, Map<String, Object> params) {
        return call(session, method, params);
    }

    private JsonNode call(String inSession, String method, Map<String, Object> params) {
        int id = nextId.incrementAndGet();
        ObjectNode message = MAPPER.createObjectNode().put("id", id).put("method", method);
        message.set("params", MAPPER.valueToTree(params));
        if (!inSession.isEmpty()) {
            message.put("sessionId", inSession);
        }
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(id, answer);
        socket.sendText(message.toString(), true).join();
        return answer.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }

    public void open(String url) {
        call("Page.navigate", Map.of("url", url));
    }

    /** The value of an expression in the page; a promise is waited for. */
    public JsonNode evaluate(String expression) {
        JsonNode result =
                call("Runtime.evaluate", Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
        if (result.has("exceptionDetails")) {
            throw new IllegalStateException(result.get("exceptionDetails").toString());
        }
        return result.at("/result/value");
    }

    /** Waits until an expression is true in the page. */
    public void await(String expression) {
        Awaitility.await(expression)
                .atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> evaluate("Boolean(" + expression + ")").booleanValue());
    }

    public void press(String key) {
        call("Input.dispatchKeyEvent", Map.of("type", "keyDown", "key", key));
        call("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key));
    }

    public void look(int width, int height, boolean dark) {
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        call(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    public void screenshot(Path file) throws IOException {
        String data = call("Page.captureScreenshot", Map.of("format", "png"))
                .required("data")
                .textValue();
        Files.createDirectories(file.getParent());
        Files.write(file, Base64.getDecoder().decode(data));
    }

    /** Whatever went to the console as an error or a warning, and exceptions that nobody caught. */
    public List<String> errors() {
        return List.copyOf(errors);
    }

    /** Addresses that were asked for. */
    public List<String> requested() {
        return List.copyOf(requested);
    }

    @Override
    public void close() {
        socket.abort();
        // Its helpers still write to the profile when the first process has gone.
        List<ProcessHandle> all = Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(each -> each.onExit().orTimeout(10, TimeUnit.SECONDS).join());
    }
}
