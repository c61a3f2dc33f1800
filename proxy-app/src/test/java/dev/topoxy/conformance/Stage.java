package dev.topoxy.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.topoxy.testkit.RawClient;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.Objects;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;

/** One target while one scenario is played to it: writes down every answer in the order of the questions. */
final class Stage implements AutoCloseable {

    private static final int APIVERSIONS_VERSION = 4;

    private final Scenario scenario;
    private final Target target;
    private final RawClient client;
    private final ObjectNode transcript = Normalizer.JSON.createObjectNode();

    Stage(Scenario scenario, Target target) throws IOException {
        this.scenario = scenario;
        this.target = target;
        this.client = target.connect();
    }

    Target target() {
        return target;
    }

    /** The connection that {@link #ask} uses. */
    RawClient client() {
        return client;
    }

    /** The scenario's own group, for which the plugin does as it should. */
    String group() {
        return group("c-");
    }

    /** A group of the scenario that starts with a prefix by which the plugin is steered. */
    String group(String prefix) {
        return prefix + scenario.name();
    }

    /** Sends a request on the scenario's connection and notes its answer. */
    <M extends ApiMessage> M ask(ApiMessage request, int version, Class<M> type) throws IOException {
        return ask(client, request, version, type);
    }

    <M extends ApiMessage> M ask(RawClient over, ApiMessage request, int version, Class<M> type) throws IOException {
        M answer = over.call(request, version).as(type);
        note(answer, version);
        return answer;
    }

    /** Sends a request that need not be answered, and notes the answer or what came instead. */
    void askInVain(RawClient over, ApiMessage request, int version, int timeoutMs) throws IOException {
        String api = ApiKeys.forId(request.apiKey()).name + " v" + version;
        over.socket().setSoTimeout(timeoutMs);
        try {
            note(over.call(request, version).body(), version);
        } catch (SocketTimeoutException e) {
            note(api, "no answer");
        } catch (EOFException | SocketException e) {
            note(api, "connection closed");
        }
    }

    /** The newest version of an API that the target offers. */
    int newestVersion(short apiKey) throws IOException {
        return client.apiVersions(APIVERSIONS_VERSION)
                .as(ApiVersionsResponseData.class)
                .apiKeys()
                .find(apiKey)
                .maxVersion();
    }

    void note(ApiMessage answer, int version) {
        note(ApiKeys.forId(answer.apiKey()).name + " v" + version, Normalizer.json(answer, (short) version));
    }

    void note(String label, String text) {
        note(label, TextNode.valueOf(Normalizer.text(text)));
    }

    void note(String label, JsonNode answer) {
        transcript.set("%02d %s".formatted(transcript.size() + 1, label), answer);
    }

    /** What the scenario's name claims, so that it cannot agree on something else. */
    void expect(Object expected, Object actual) {
        if (!Objects.equals(expected, actual)) {
            throw new AssertionError("expected " + expected + " but was " + actual);
        }
    }

    ObjectNode transcript() {
        return transcript;
    }

    @Override
    public void close() throws IOException {
        client.close();
    }
}
