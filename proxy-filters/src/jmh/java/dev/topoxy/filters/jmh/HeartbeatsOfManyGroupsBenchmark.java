package dev.topoxy.filters.jmh;

import dev.topoxy.core.filter.Filter;
import dev.topoxy.core.wire.Messages;
import dev.topoxy.filters.TopologyDescriptionFilters;
import dev.topoxy.filters.TopologyDescriptionSettings;
import dev.topoxy.filters.group.TopologyDescriptionIds;
import dev.topoxy.filters.plugin.PluginServices;
import dev.topoxy.filters.plugin.TopologyDescriptionService;
import dev.topoxy.filters.store.GroupDocument;
import dev.topoxy.filters.store.ManyGroups;
import dev.topoxy.filters.store.kafka.FilledTopic;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData;
import org.apache.kafka.common.message.StreamsGroupHeartbeatResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Whole heartbeats of 10,000 members in turn, each on its own connection: decoded, sent on in the broker's version, decided
 * on by the store, answered and encoded. They belong to few groups or to many; the store knows the description of each. On a
 * machine that does other things too, compare the lowest times, {@code p0.00}.
 */
@Fork(jvmArgsAppend = {
    "-Xmx256m",
    "-Djmh.executor=CUSTOM",
    "-Djmh.executor.class=dev.topoxy.filters.jmh.EventLoopThreads"
})
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class HeartbeatsOfManyGroupsBenchmark {

    private static final PooledByteBufAllocator ALLOCATOR = PooledByteBufAllocator.DEFAULT;
    private static final ApiKeys API = ApiKeys.STREAMS_GROUP_HEARTBEAT;

    private static final int MEMBERS = 10_000;

    @Param({"file", "kafka"})
    public String store;

    @Param({"10", "10000"})
    public int groups;

    private Path directory;
    private TopologyDescriptionFilters filters;
    private Member[] members;

    /** One member's connection, and what it sends and is answered each time. */
    private record Member(
            StubConnection connection,
            Filter<StreamsGroupHeartbeatRequestData, StreamsGroupHeartbeatResponseData> filter,
            ByteBuf heartbeat,
            ByteBuf answer) {}

    @Setup
    public void fill() throws Exception {
        directory = Files.createTempDirectory("topoxy-jmh-");
        List<GroupDocument> documents = Stream.iterate(0, i -> i + 1)
                .limit(groups)
                .map(i -> document("com.example.department.application-" + i))
                .toList();
        if (store.equals("file")) {
            for (GroupDocument document : documents) {
                ManyGroups.write(directory, document);
            }
        }
        TopologyDescriptionService service = PluginServices.create("main", "127.0.0.1:1", settings());
        if (store.equals("kafka")) {
            for (int i = 0; i < groups; i++) {
                FilledTopic.read(service.history().orElseThrow(), documents.get(i), i);
            }
        }
        filters = new TopologyDescriptionFilters(service, TopologyDescriptionSettings.memory());
        members = new Member[MEMBERS];
        for (int i = 0; i < MEMBERS; i++) {
            members[i] = member(documents.get(i % groups), i);
        }
    }

    private TopologyDescriptionSettings settings() {
        TopologyDescriptionSettings defaults = TopologyDescriptionSettings.memory();
        return new TopologyDescriptionSettings(
                store,
                Optional.empty(),
                store.equals("file")
                        ? Map.of("directory", directory.toString())
                        : Map.of("start.timeout.ms", "0", "client.reconnect.backoff.ms", "60000"),
                defaults.maxBytes(),
                defaults.nativeMode(),
                defaults.pluginTimeout(),
                defaults.pluginThreads(),
                defaults.pluginQueue(),
                defaults.refresh(),
                defaults.describeTopics());
    }

    private static GroupDocument document(String group) {
        return ManyGroups.document(
                group,
                TopologyDescriptionIds.of(StubConnection.CLUSTER_ID, group, topology()).id());
    }

    private static StreamsGroupHeartbeatRequestData.Topology topology() {
        return new StreamsGroupHeartbeatRequestData.Topology()
                .setEpoch(0)
                .setSubtopologies(List.of(new StreamsGroupHeartbeatRequestData.Subtopology()
                        .setSubtopologyId("0")
                        .setSourceTopics(List.of("in"))));
    }

    /** It has joined, and was not asked for what is stored. */
    private Member member(GroupDocument document, int number) {
        String id = "member-" + number;
        StreamsGroupHeartbeatRequestData request = new StreamsGroupHeartbeatRequestData()
                .setGroupId(document.groupId())
                .setMemberId(id)
                .setMemberEpoch(0)
                .setTopology(topology());
        StreamsGroupHeartbeatResponseData accepted = new StreamsGroupHeartbeatResponseData()
                .setMemberId(id)
                .setMemberEpoch(1)
                .setHeartbeatIntervalMs(5000)
                .setStatus(List.of());
        StubConnection connection = new StubConnection(accepted);
        Filter<StreamsGroupHeartbeatRequestData, StreamsGroupHeartbeatResponseData> filter = filter(connection);
        if (filter.handle(request, connection).join().topologyDescriptionRequired()) {
            throw new IllegalStateException("the store does not know " + document.groupId());
        }
        RequestHeaderData header = new RequestHeaderData()
                .setRequestApiKey(API.id)
                .setRequestApiVersion((short) 1)
                .setClientId("bench");
        return new Member(
                connection,
                filter,
                Messages.requestFrame(ALLOCATOR, header, request.setMemberEpoch(1).setTopology(null)),
                Messages.responseFrame(ALLOCATOR, API, (short) 0, 1, accepted).skipBytes(Integer.BYTES));
    }

    @SuppressWarnings("unchecked")
    private Filter<StreamsGroupHeartbeatRequestData, StreamsGroupHeartbeatResponseData> filter(
            StubConnection connection) {
        return (Filter<StreamsGroupHeartbeatRequestData, StreamsGroupHeartbeatResponseData>)
                filters.create(connection).stream()
                        .filter(each -> each.apiKey() == API)
                        .findFirst()
                        .orElseThrow();
    }

    @Benchmark
    @OperationsPerInvocation(MEMBERS)
    public void heartbeats() {
        for (Member member : members) {
            heartbeat(member);
        }
    }

    private static void heartbeat(Member member) {
        ApiMessage answer = Messages.readResponse(API, (short) 0, member.answer().duplicate());
        member.connection().answer = answer;
        ByteBuf bytes = member.heartbeat().duplicate();
        bytes.skipBytes(Integer.BYTES);
        RequestHeaderData header = new RequestHeaderData();
        Messages.read(header, bytes, API.requestHeaderVersion((short) 1));
        StreamsGroupHeartbeatRequestData request = new StreamsGroupHeartbeatRequestData();
        Messages.read(request, bytes, (short) 1);
        StreamsGroupHeartbeatResponseData response =
                member.filter().handle(request, member.connection()).join();
        Messages.requestFrame(ALLOCATOR, header.setRequestApiVersion((short) 0), request)
                .release();
        Messages.responseFrame(ALLOCATOR, API, (short) 1, 1, response).release();
    }

    @TearDown
    public void empty() throws IOException {
        filters.close();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }
}
