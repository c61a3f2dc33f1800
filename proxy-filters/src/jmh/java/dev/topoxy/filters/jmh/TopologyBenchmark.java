package dev.topoxy.filters.jmh;

import dev.topoxy.core.filter.Filter;
import dev.topoxy.core.wire.Messages;
import dev.topoxy.filters.TopologyDescriptionFilters;
import dev.topoxy.filters.TopologyDescriptionSettings;
import dev.topoxy.filters.plugin.TopologyDescriptionService;
import dev.topoxy.filters.plugin.TopologyVersion;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.List;
import dev.topoxy.filters.store.TopologyHistory;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.message.StreamsGroupDescribeRequestData;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData;
import org.apache.kafka.common.message.StreamsGroupHeartbeatResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Requests through the filters: decoded, sent on in the broker's version, decided on, answered and encoded. */
@Fork(jvmArgsAppend = {"-Djmh.executor=CUSTOM", "-Djmh.executor.class=dev.topoxy.filters.jmh.EventLoopThreads"})
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class TopologyBenchmark {

    private static final PooledByteBufAllocator ALLOCATOR = PooledByteBufAllocator.DEFAULT;
    private static final String GROUP = "orders";

    /** Of the description; heartbeats do not depend on it. */
    @Param({"50", "500"})
    public int nodes;

    private StubConnection heartbeats;
    private StubConnection describes;
    private Filter<StreamsGroupHeartbeatRequestData, StreamsGroupHeartbeatResponseData> heartbeatFilter;
    private Filter<StreamsGroupDescribeRequestData, StreamsGroupDescribeResponseData> describeFilter;
    private ByteBuf heartbeat;
    private ByteBuf heartbeatAnswer;
    private ByteBuf describe;
    private ByteBuf describeAnswer;

    @Setup
    public void fill() {
        TopologyDescriptionFilters filters =
                new TopologyDescriptionFilters(new Stored(description()), TopologyDescriptionSettings.memory());
        StreamsGroupHeartbeatRequestData request = new StreamsGroupHeartbeatRequestData()
                .setGroupId(GROUP)
                .setMemberId("member-1")
                .setMemberEpoch(0)
                .setTopology(topology());
        StreamsGroupHeartbeatResponseData accepted = new StreamsGroupHeartbeatResponseData()
                .setMemberId("member-1")
                .setMemberEpoch(1)
                .setHeartbeatIntervalMs(5000)
                .setStatus(List.of());
        heartbeats = new StubConnection(accepted);
        heartbeatFilter = find(filters, heartbeats, ApiKeys.STREAMS_GROUP_HEARTBEAT);
        heartbeatFilter.handle(request, heartbeats).join();
        heartbeat = encode(request.setMemberEpoch(1).setTopology(null), ApiKeys.STREAMS_GROUP_HEARTBEAT, 1);
        heartbeatAnswer = response(ApiKeys.STREAMS_GROUP_HEARTBEAT, accepted);

        StreamsGroupDescribeResponseData described = new StreamsGroupDescribeResponseData()
                .setGroups(List.of(new StreamsGroupDescribeResponseData.DescribedGroup()
                        .setGroupId(GROUP)
                        .setGroupState("Stable")
                        .setTopology(new StreamsGroupDescribeResponseData.Topology()
                                .setEpoch(0)
                                .setSubtopologies(List.of(new StreamsGroupDescribeResponseData.Subtopology()
                                        .setSubtopologyId("0")
                                        .setSourceTopics(List.of("in")))))));
        describes = new StubConnection(described);
        describeFilter = find(filters, heartbeats, ApiKeys.STREAMS_GROUP_DESCRIBE);
        describe = encode(
                new StreamsGroupDescribeRequestData()
                        .setGroupIds(List.of(GROUP))
                        .setIncludeTopologyDescription(true),
                ApiKeys.STREAMS_GROUP_DESCRIBE,
                1);
        describeAnswer = response(ApiKeys.STREAMS_GROUP_DESCRIBE, described);
    }

    @Benchmark
    public void heartbeatInTheSteadyState() {
        heartbeats.answer =
                Messages.readResponse(ApiKeys.STREAMS_GROUP_HEARTBEAT, (short) 0, heartbeatAnswer.duplicate());
        through(heartbeatFilter, new StreamsGroupHeartbeatRequestData(), heartbeat, heartbeats);
    }

    @Benchmark
    public void describeWithDescription() {
        describes.answer =
                Messages.readResponse(ApiKeys.STREAMS_GROUP_DESCRIBE, (short) 0, describeAnswer.duplicate());
        through(describeFilter, new StreamsGroupDescribeRequestData(), describe, describes);
    }

    private static <Q extends ApiMessage, R extends ApiMessage> void through(
            Filter<Q, R> filter, Q request, ByteBuf frame, StubConnection connection) {
        ApiKeys api = filter.apiKey();
        ByteBuf bytes = frame.duplicate();
        bytes.skipBytes(Integer.BYTES);
        Messages.read(new RequestHeaderData(), bytes, api.requestHeaderVersion((short) 1));
        Messages.read(request, bytes, (short) 1);
        R answer = filter.handle(request, connection).join();
        encode(request, api, 0).release();
        Messages.responseFrame(ALLOCATOR, api, (short) 1, 1, answer).release();
    }

    private static ByteBuf encode(ApiMessage request, ApiKeys api, int version) {
        RequestHeaderData header = new RequestHeaderData()
                .setRequestApiKey(api.id)
                .setRequestApiVersion((short) version)
                .setClientId("bench");
        return Messages.requestFrame(ALLOCATOR, header, request);
    }

    /** As the broker sends it, without the size field. */
    private static ByteBuf response(ApiKeys api, ApiMessage message) {
        return Messages.responseFrame(ALLOCATOR, api, (short) 0, 1, message).skipBytes(Integer.BYTES);
    }

    @SuppressWarnings("unchecked")
    private static <Q extends ApiMessage, R extends ApiMessage> Filter<Q, R> find(
            TopologyDescriptionFilters filters, StubConnection connection, ApiKeys api) {
        return (Filter<Q, R>) filters.create(connection).stream()
                .filter(each -> each.apiKey() == api)
                .findFirst()
                .orElseThrow();
    }

    private static StreamsGroupHeartbeatRequestData.Topology topology() {
        return new StreamsGroupHeartbeatRequestData.Topology()
                .setEpoch(0)
                .setSubtopologies(List.of(new StreamsGroupHeartbeatRequestData.Subtopology()
                        .setSubtopologyId("0")
                        .setSourceTopics(List.of("in"))));
    }

    private StreamsGroupTopologyDescription description() {
        List<StreamsGroupTopologyDescription.Node> all = IntStream.range(0, nodes)
                .<StreamsGroupTopologyDescription.Node>mapToObj(i -> new StreamsGroupTopologyDescription.Processor(
                        "KSTREAM-AGGREGATE-" + i, Set.of("KSTREAM-MAPVALUES-" + (i + 1)), Set.of("store-" + i)))
                .toList();
        return new StreamsGroupTopologyDescription(
                List.of(new StreamsGroupTopologyDescription.Subtopology("0", all)), List.of());
    }

    private record Stored(Optional<StreamsGroupTopologyDescription> description) implements TopologyDescriptionService {

        Stored(StreamsGroupTopologyDescription description) {
            this(Optional.of(description));
        }

        @Override
        public boolean requiresTopologyPush(
                AuthorizableRequestContext context, TopologyVersion topology, boolean joined) {
            return false;
        }

        @Override
        public CompletableFuture<Void> setTopology(
                AuthorizableRequestContext context,
                TopologyVersion topology,
                StreamsGroupTopologyDescription description) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public boolean canRefresh() {
            return true;
        }

        @Override
        public CompletableFuture<Void> refreshTopology(
                AuthorizableRequestContext context,
                TopologyVersion topology,
                StreamsGroupTopologyDescription description) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public Optional<TopologyHistory> history() {
            return Optional.empty();
        }

        @Override
        public CompletableFuture<Optional<StreamsGroupTopologyDescription>> getTopology(
                AuthorizableRequestContext context, TopologyVersion topology) {
            return CompletableFuture.completedFuture(description);
        }

        @Override
        public CompletableFuture<Void> deleteTopology(AuthorizableRequestContext context, String groupId) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void close() {}
    }
}
