package dev.topoxy.core.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.topoxy.core.wire.MalformedFrameException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.message.DescribeClusterResponseData;
import org.apache.kafka.common.message.FindCoordinatorResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.protocol.types.RawTaggedField;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GatheredRewriterTest {

    private final Feed feed = new Feed();
    private final TestMap map = new TestMap();

    @AfterEach
    void everyBufferIsGivenBack() {
        assertThat(feed.bytesHeld()).isZero();
    }

    @Test
    void a_coordinator_that_clients_cannot_reach_is_not_available() {
        FindCoordinatorResponseData one = through(
                3, new FindCoordinatorResponseData().setNodeId(4).setHost("b").setPort(9092));
        assertThat(Errors.forCode(one.errorCode())).isEqualTo(Errors.COORDINATOR_NOT_AVAILABLE);
        assertThat(one.errorMessage()).contains("node 4");
        assertThat(one.nodeId()).isEqualTo(-1);
        assertThat(one.host()).isEmpty();
        assertThat(one.port()).isEqualTo(-1);
    }

    @Test
    void an_answer_that_can_be_read_but_not_written_again_is_malformed() {
        FindCoordinatorResponseData data = new FindCoordinatorResponseData();
        data.unknownTaggedFields().add(new RawTaggedField(7, new byte[0]));
        data.unknownTaggedFields().add(new RawTaggedField(8, new byte[0]));
        byte[] frame = new SampleResponse((short) 4, data, List.of()).frame();
        frame[frame.length - 2] = 7;
        FrameRewriter rewriter = AddressRewriters.forResponse(
                        ApiKeys.FIND_COORDINATOR.id, (short) 4, map, feed.allocator())
                .orElseThrow();
        assertThatThrownBy(() -> feed.through(rewriter, frame)).isInstanceOf(MalformedFrameException.class);
    }

    @Test
    void an_error_without_a_node_stays_as_it_is() {
        FindCoordinatorResponseData error = new FindCoordinatorResponseData()
                .setErrorCode(Errors.GROUP_AUTHORIZATION_FAILED.code())
                .setErrorMessage("no")
                .setNodeId(-1)
                .setHost("")
                .setPort(-1);
        assertThat(through(3, error.duplicate())).isEqualTo(error);
        assertThat(map.met).isEmpty();
    }

    @Test
    void an_address_that_comes_without_a_node_does_not_get_out() {
        FindCoordinatorResponseData data = new FindCoordinatorResponseData();
        data.coordinators()
                .add(new FindCoordinatorResponseData.Coordinator()
                        .setKey("g")
                        .setNodeId(-1)
                        .setHost("b")
                        .setPort(9092));
        FindCoordinatorResponseData.Coordinator coordinator =
                through(6, data).coordinators().get(0);
        assertThat(coordinator.host()).isEmpty();
        assertThat(coordinator.key()).isEqualTo("g");
        assertThat(Errors.forCode(coordinator.errorCode())).isEqualTo(Errors.COORDINATOR_NOT_AVAILABLE);
    }

    @Test
    void controllers_are_left_out_and_not_learned() {
        DescribeClusterResponseData data =
                new DescribeClusterResponseData().setClusterId("c").setEndpointType((byte) 2);
        data.brokers()
                .add(new DescribeClusterResponseData.DescribeClusterBroker()
                        .setBrokerId(100)
                        .setHost("controller")
                        .setPort(9093));
        assertThat(through(2, data).brokers()).isEmpty();
        assertThat(map.met).isEmpty();
        assertThat(map.clusterIds).containsExactly("c");
    }

    @Test
    void tags_in_the_header_and_bytes_behind_the_body_are_kept() {
        SampleResponse sample = new SampleResponse(
                (short) 6, new FindCoordinatorResponseData(), List.of(new RawTaggedField(9, new byte[] {1, 2})));
        byte[] frame = sample.frame();
        byte[] longer = Arrays.copyOf(frame, frame.length + 3);
        ByteBuffer.wrap(longer).putInt(0, longer.length - 4);
        assertThat(feed.through(rewriter(ApiKeys.FIND_COORDINATOR, 6), longer, Feed.everyByte(longer)))
                .isEqualTo(longer);
    }

    @Test
    void a_frame_beyond_the_limit_is_refused_before_it_is_gathered() {
        byte[] frame = new SampleResponse((short) 6, new FindCoordinatorResponseData(), List.of()).frame();
        ByteBuffer.wrap(frame).putInt(0, GatheredRewriter.MAX_FRAME_BYTES);
        assertThatThrownBy(() -> feed.through(rewriter(ApiKeys.FIND_COORDINATOR, 6), frame))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("FindCoordinatorResponseData")
                .hasMessageContaining("at most");
    }

    @Test
    void what_was_gathered_is_let_go_when_abandoned() {
        byte[] frame = Samples.of(ApiKeys.DESCRIBE_CLUSTER, (short) 2, 1).frame();
        FrameRewriter rewriter = rewriter(ApiKeys.DESCRIBE_CLUSTER, 2);
        rewriter.rewrite(feed.chunk(frame, 0, 10), bytes -> {
            throw new AssertionError("nothing is complete");
        });
        assertThat(feed.bytesHeld()).isPositive();
        rewriter.abandon();
    }

    @Test
    void any_bytes_at_all_either_pass_or_are_refused() {
        Random random = new Random(3);
        for (int i = 0; i < 2_000; i++) {
            ApiKeys api = i % 2 == 0 ? ApiKeys.FIND_COORDINATOR : ApiKeys.DESCRIBE_CLUSTER;
            byte[] frame = Samples.of(api, api.latestVersion(), i % 40).frame();
            for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                frame[Feed.FIRST + random.nextInt(frame.length - Feed.FIRST)] = (byte) random.nextInt();
            }
            try {
                feed.through(rewriter(api, api.latestVersion()), frame, Feed.randomCuts(frame, random));
            } catch (MalformedFrameException e) {
                assertThat(e).hasMessageContaining("not a ");
            }
        }
    }

    @SuppressWarnings("unchecked")
    private <M extends ApiMessage> M through(int version, M body) {
        SampleResponse sample = new SampleResponse((short) version, body, List.of());
        ApiKeys api = ApiKeys.forId(body.apiKey());
        return (M) SampleResponse.read(feed.through(rewriter(api, version), sample.frame()), sample)
                .body();
    }

    private FrameRewriter rewriter(ApiKeys api, int version) {
        return AddressRewriters.forResponse(api.id, (short) version, map, feed.allocator())
                .orElseThrow();
    }
}
