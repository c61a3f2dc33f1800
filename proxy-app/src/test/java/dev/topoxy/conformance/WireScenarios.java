package dev.topoxy.conformance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.topoxy.testkit.RawClient;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.Errors;

/** What is offered, requests in a row, and bytes that are no proper request. */
final class WireScenarios {

    private static final int VERSION_AT = 6;
    private static final int LARGER_THAN_DEFAULT_LIMIT = 400_000;

    private WireScenarios() {}

    static List<Scenario> all() {
        return List.of(
                new Scenario("wire-api-versions-v4", stage -> apiVersions(stage, 4)),
                new Scenario("wire-api-versions-v5", stage -> apiVersions(stage, 5)),
                new Scenario("wire-heartbeat-push-and-describe-in-a-row", stage -> {
                    RawClient client = stage.client();
                    Member member = Member.of(stage, stage.group()).joined();
                    client.send(Requests.heartbeat(stage.group(), member.id(), 1), 1);
                    client.send(Requests.push(stage.group(), member.id(), 0, Descriptions.chain(50)), 0);
                    client.send(Requests.heartbeat(stage.group(), member.id(), 2), 1);
                    client.send(Requests.describe(stage.group()), 1);
                    client.send(Requests.delete(stage.group()), 2);
                    for (int version : List.of(1, 0, 1, 1, 2)) {
                        stage.note(client.read().body(), version);
                    }
                }),
                new Scenario("wire-push-while-a-slow-one-is-under-way", stage -> {
                    String slow = stage.group("slow-");
                    Member first = Member.of(stage, slow).joined();
                    Member second = Member.of(stage, stage.group()).joined();
                    stage.client().send(Requests.push(slow, first.id(), 0, Descriptions.small()), 0);
                    stage.client().send(Requests.push(stage.group(), second.id(), 0, Descriptions.small()), 0);
                    stage.note(stage.client().read().body(), 0);
                    stage.note(stage.client().read().body(), 0);
                    Description.of(stage, slow, stage.group());
                }),
                newerVersion("wire-push-of-a-version-to-come", WireScenarios::push, 0),
                newerVersion("wire-heartbeat-of-a-version-to-come", group -> Requests.join(group, "m"), 1),
                newerVersion("wire-describe-of-a-version-to-come", group -> Requests.describe(group), 1),
                cut("wire-push-cut-short", WireScenarios::push, 0),
                cut("wire-heartbeat-cut-short", group -> Requests.join(group, "m"), 1),
                cut("wire-describe-cut-short", group -> Requests.describe(group), 1),
                new Scenario("wire-push-with-bytes-behind", stage -> {
                    byte[] frame = RawClient.frame(push(stage.group()), (short) 0, 1, "raw-client");
                    byte[] longer = Arrays.copyOf(frame, frame.length + 3);
                    ByteBuffer.wrap(longer).putInt(0, longer.length - Integer.BYTES);
                    sendAndSee(stage, longer);
                }),
                new Scenario("wire-push-larger-than-the-limit", stage -> {
                    Member member = Member.of(stage, stage.group()).joined();
                    member.push(Descriptions.of(Descriptions.source(
                            "in", List.of("t".repeat(30_000)), names(LARGER_THAN_DEFAULT_LIMIT / 30_000))));
                    member.beat();
                }));
    }

    private static ApiMessage push(String group) {
        return Requests.push(group, "nobody", 0, Descriptions.small());
    }

    private static String[] names(int count) {
        String[] names = new String[count];
        for (int i = 0; i < count; i++) {
            names[i] = i + "n".repeat(30_000);
        }
        return names;
    }

    private static void apiVersions(Stage stage, int version) throws IOException {
        ApiVersionsResponseData answer = stage.client().apiVersions(version).as(ApiVersionsResponseData.class);
        ObjectNode ranges = Normalizer.JSON.createObjectNode();
        ranges.put("error", Errors.forCode(answer.errorCode()).name());
        ranges.put("throttleTimeMs", answer.throttleTimeMs());
        answer.apiKeys()
                .forEach(api ->
                        ranges.put(ApiKeys.forId(api.apiKey()).name, api.minVersion() + " to " + api.maxVersion()));
        stage.note("ApiVersions v" + version, ranges);
    }

    @FunctionalInterface
    private interface ToGroup {
        ApiMessage request(String group);
    }

    private static Scenario newerVersion(String name, ToGroup to, int newest) {
        return new Scenario(name, stage -> {
            byte[] frame = RawClient.frame(to.request(stage.group()), (short) newest, 1, "raw-client");
            ByteBuffer.wrap(frame).putShort(VERSION_AT, (short) (newest + 1));
            sendAndSee(stage, frame);
        });
    }

    /** A frame that ends before its message does. */
    private static Scenario cut(String name, ToGroup to, int version) {
        return new Scenario(name, stage -> {
            byte[] frame = RawClient.frame(to.request(stage.group()), (short) version, 1, "raw-client");
            byte[] shorter = Arrays.copyOf(frame, frame.length - 3);
            ByteBuffer.wrap(shorter).putInt(0, shorter.length - Integer.BYTES);
            sendAndSee(stage, shorter);
        });
    }

    private static void sendAndSee(Stage stage, byte[] frame) throws IOException {
        stage.client().sendBytes(frame);
        String seen;
        try {
            seen = "answer " + Arrays.toString(stage.client().readFrame());
        } catch (EOFException | SocketException e) {
            seen = "connection closed";
        }
        stage.note("bytes", seen);
    }
}
