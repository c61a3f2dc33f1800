package dev.topoxy.filters.support;

import dev.topoxy.core.filter.BrokerApis;
import dev.topoxy.core.wire.ApiVersionRange;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.MessageUtil;

/** Answers requests from a script. Requests and answers go through their wire form, at the version they are sent in. */
public final class ScriptedBroker {

    /** A request as the broker received it. */
    public record Received(ApiKeys api, short version, ApiMessage body) {}

    private final Map<ApiKeys, Function<ApiMessage, CompletableFuture<? extends ApiMessage>>> answers =
            new EnumMap<>(ApiKeys.class);
    private final List<Received> received = new ArrayList<>();
    private final Map<Short, ApiVersionRange> ranges = new HashMap<>();

    /** Speaks the APIs of the flow as Kafka 4.3 does. */
    public static ScriptedBroker kafka43() {
        ScriptedBroker broker = new ScriptedBroker();
        broker.speaks(ApiKeys.STREAMS_GROUP_HEARTBEAT, 0, 0);
        broker.speaks(ApiKeys.STREAMS_GROUP_DESCRIBE, 0, 0);
        broker.speaks(ApiKeys.DESCRIBE_GROUPS, 0, 6);
        broker.speaks(ApiKeys.DELETE_GROUPS, 0, 2);
        return broker;
    }

    /** Speaks the APIs of the flow as Kafka 4.4 does, with a plugin or without. */
    public static ScriptedBroker kafka44() {
        ScriptedBroker broker = kafka43();
        broker.speaks(ApiKeys.STREAMS_GROUP_HEARTBEAT, 0, 1);
        broker.speaks(ApiKeys.STREAMS_GROUP_DESCRIBE, 0, 1);
        broker.speaks(ApiKeys.STREAMS_GROUP_TOPOLOGY_DESCRIPTION_UPDATE, 0, 0);
        broker.speaks(ApiKeys.DELETE_GROUPS, 0, 3);
        return broker;
    }

    public void speaks(ApiKeys api, int min, int max) {
        ranges.put(api.id, ApiVersionRange.of(min, max));
    }

    public BrokerApis apis() {
        return new BrokerApis(ranges);
    }

    @SuppressWarnings("unchecked")
    public <Q extends ApiMessage> void answer(ApiKeys api, Function<Q, ? extends ApiMessage> answer) {
        answers.put(api, request -> CompletableFuture.completedFuture(answer.apply((Q) request)));
    }

    public void answerLater(ApiKeys api, CompletableFuture<? extends ApiMessage> answer) {
        answers.put(api, request -> answer);
    }

    public List<Received> received() {
        return received;
    }

    public List<Received> received(ApiKeys api) {
        return received.stream().filter(each -> each.api() == api).toList();
    }

    @SuppressWarnings("unchecked")
    <R extends ApiMessage> CompletableFuture<R> send(ApiMessage request, short version) {
        ApiKeys api = ApiKeys.forId(request.apiKey());
        if (!apis().speaks(api, version)) {
            throw new AssertionError("this broker does not speak " + api + " v" + version);
        }
        ApiMessage arrived = reread(request, api.messageType.newRequest(), version);
        received.add(new Received(api, version, arrived));
        var answer = answers.get(api);
        if (answer == null) {
            throw new AssertionError("nobody expected " + api + " v" + version);
        }
        return answer.apply(arrived)
                .thenApply(response -> (R) reread(response, api.messageType.newResponse(), version));
    }

    /** The message as the other side reads it. */
    static <M extends ApiMessage> M reread(ApiMessage from, M into, short version) {
        into.read(
                new ByteBufferAccessor(
                        MessageUtil.toByteBufferAccessor(from, version).buffer()),
                version);
        return into;
    }
}
