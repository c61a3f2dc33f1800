package dev.topoxy.core.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.topoxy.core.wire.MalformedFrameException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.message.ShareFetchResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointsRewriterTest {

    private static final short FETCH = 18;
    private static final int CHUNK = 64 << 10;

    private final Feed feed = new Feed();
    private final TestMap map = new TestMap();

    @AfterEach
    void everyBufferIsGivenBack() {
        assertThat(feed.bytesHeld()).isZero();
    }

    @Test
    void records_of_megabytes_pass_as_the_very_buffers_they_came_in() {
        byte[] frame = fetch(5, 1 << 20, 0).frame();
        FrameRewriter rewriter = rewriter(ApiKeys.FETCH, FETCH);
        List<ByteBuf> in = new ArrayList<>();
        List<ByteBuf> out = new ArrayList<>();
        long before = 0;
        for (int at = 0; at < frame.length; at += CHUNK) {
            ByteBuf chunk = feed.chunk(frame, at, Math.min(frame.length, at + CHUNK));
            in.add(chunk);
            before += chunk.capacity();
            rewriter.rewrite(chunk, out::add);
            assertThat(feed.bytesHeld()).as("nothing is allocated").isEqualTo(before);
        }
        assertThat(out).hasSameSizeAs(in);
        for (int i = 0; i < in.size(); i++) {
            assertThat(out.get(i)).isSameAs(in.get(i));
        }
        out.forEach(ByteBuf::release);
    }

    @Test
    void a_whole_frame_without_endpoints_passes_as_the_very_buffer_it_came_in() {
        byte[] frame = fetch(2, 100, 0).frame();
        ByteBuf chunk = feed.chunk(frame, 0, frame.length);
        List<ByteBuf> out = new ArrayList<>();
        rewriter(ApiKeys.FETCH, FETCH).rewrite(chunk, out::add);
        assertThat(out).singleElement().isSameAs(chunk);
        chunk.release();
    }

    @Test
    void endpoints_behind_streamed_records_are_an_unknown_tag_to_kafka_clients() {
        SampleResponse sample = fetch(3, 100_000, 2);
        byte[] frame = sample.frame();
        byte[] out = feed.through(rewriter(ApiKeys.FETCH, FETCH), frame, 50_000, 200_000);
        FetchResponseData read =
                (FetchResponseData) SampleResponse.read(out, sample).body();
        assertThat(read.nodeEndpoints()).isEmpty();
        assertThat(read.unknownTaggedFields()).singleElement().satisfies(tag -> {
            assertThat(tag.tag()).isEqualTo(EndpointsMask.UNKNOWN_TAG);
            assertThat(tag.data()).containsOnly(0);
        });
        assertThat(read.responses()).isEqualTo(((FetchResponseData) sample.body()).responses());
        assertThat(map.met).isEmpty();
    }

    @Test
    void many_endpoints_with_long_counts_are_translated_and_masked_alike() {
        ShareFetchResponseData data = new ShareFetchResponseData();
        IntStream.range(0, 1000)
                .forEach(id -> data.nodeEndpoints()
                        .add(new ShareFetchResponseData.NodeEndpoint()
                                .setNodeId(id)
                                .setHost("b")
                                .setPort(1)));
        SampleResponse sample = new SampleResponse((short) 2, data, List.of());
        byte[] frame = sample.frame();
        ShareFetchResponseData whole = (ShareFetchResponseData) SampleResponse.read(
                        feed.through(rewriter(ApiKeys.SHARE_FETCH, 2), frame), sample)
                .body();
        assertThat(whole.nodeEndpoints())
                .hasSize(800)
                .allSatisfy(node -> assertThat(node.host()).isEqualTo("proxy-" + node.nodeId()));
        byte[] out = feed.through(rewriter(ApiKeys.SHARE_FETCH, 2), frame, Feed.everyByte(frame));
        assertThat(((ShareFetchResponseData) SampleResponse.read(out, sample).body()).nodeEndpoints())
                .isEmpty();
    }

    /** Every length in turn, so that the places where the tag's own size field grows are among them. */
    @Test
    void share_endpoints_of_every_length_can_be_masked_without_changing_it() {
        for (int length = 1; length < 17_000; length += length < 300 || length > 16_200 ? 1 : 97) {
            ShareFetchResponseData data = new ShareFetchResponseData();
            data.nodeEndpoints()
                    .add(new ShareFetchResponseData.NodeEndpoint()
                            .setNodeId(1)
                            .setHost("h".repeat(length))
                            .setPort(1));
            SampleResponse sample = new SampleResponse((short) 2, data, List.of());
            byte[] frame = sample.frame();
            byte[] out = feed.through(rewriter(ApiKeys.SHARE_FETCH, 2), frame, Feed.FIRST);
            ShareFetchResponseData read =
                    (ShareFetchResponseData) SampleResponse.read(out, sample).body();
            assertThat(out).hasSameSizeAs(frame);
            assertThat(read.nodeEndpoints()).isEmpty();
        }
    }

    @Test
    void brokers_that_no_client_could_use_are_left_out_of_a_whole_frame() {
        ProduceResponseData data = new ProduceResponseData();
        data.nodeEndpoints().add(endpoint(1, "b", 9092));
        data.nodeEndpoints().add(endpoint(2, "", 9092));
        data.nodeEndpoints().add(endpoint(3, "b", -1));
        data.nodeEndpoints().add(endpoint(-1, "b", 9092));
        data.nodeEndpoints().add(endpoint(5, "b", 65536));
        SampleResponse sample = new SampleResponse((short) 13, data, List.of());
        ProduceResponseData read = (ProduceResponseData) SampleResponse.read(
                        feed.through(rewriter(ApiKeys.PRODUCE, 13), sample.frame()), sample)
                .body();
        assertThat(read.nodeEndpoints())
                .singleElement()
                .satisfies(node -> assertThat(node.nodeId()).isEqualTo(1));
    }

    @Test
    void bytes_behind_the_last_field_pass() {
        byte[] frame = fetch(1, 10, 0).frame();
        byte[] longer = Arrays.copyOf(frame, frame.length + 5);
        ByteBuffer.wrap(longer).putInt(0, longer.length - 4);
        assertThat(feed.through(rewriter(ApiKeys.FETCH, FETCH), longer)).isEqualTo(longer);
        assertThat(feed.through(rewriter(ApiKeys.FETCH, FETCH), longer, Feed.everyByte(longer)))
                .isEqualTo(longer);
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 3})
    void an_impossible_size_is_refused(int size) {
        byte[] frame = fetch(1, 10, 0).frame();
        ByteBuffer.wrap(frame).putInt(0, size);
        refuses(frame, "size " + size);
    }

    @Test
    void a_size_that_ends_within_the_fields_is_refused() {
        byte[] frame = fetch(1, 10, 1).frame();
        for (int length = Feed.FIRST; length < frame.length; length++) {
            byte[] cut = Arrays.copyOf(frame, length);
            ByteBuffer.wrap(cut).putInt(0, length - 4);
            refuses(cut, "");
        }
    }

    @Test
    void bytes_of_another_frame_are_refused() {
        byte[] frame = fetch(1, 10, 0).frame();
        refuses(Arrays.copyOf(frame, frame.length + 1), "bytes left");
    }

    /** Lies of two gigabytes, negative and over-long numbers in front of where topics are counted. */
    @ParameterizedTest
    @ValueSource(strings = {"ffffffff07", "ffffffff0f", "8080808008", "ffffffffff01", "8000", "ffffffff7f", "ff7f"})
    void lengths_that_lead_out_of_the_frame_are_refused_without_being_allocated(String varint) {
        byte[] head = new byte[4 + 4 + 1 + 10];
        byte[] lie = ByteBufUtil.decodeHexDump(varint);
        byte[] frame = Arrays.copyOf(head, head.length + lie.length + 20);
        System.arraycopy(lie, 0, frame, head.length, lie.length);
        ByteBuffer.wrap(frame).putInt(0, frame.length - 4);
        refuses(frame, "");
    }

    @Test
    void a_second_spelling_of_the_endpoints_tag_is_refused() {
        byte[] frame = fetch(0, 0, 1).frame();
        int tagAt = 4 + 4 + 1 + 10 + 1 + 1;
        assertThat(frame[tagAt]).isZero();
        byte[] longer = new byte[frame.length + 1];
        System.arraycopy(frame, 0, longer, 0, tagAt);
        longer[tagAt] = (byte) 0x80;
        System.arraycopy(frame, tagAt, longer, tagAt + 1, frame.length - tagAt);
        ByteBuffer.wrap(longer).putInt(0, longer.length - 4);
        refuses(longer, "varint");
    }

    @Test
    void endpoints_that_come_twice_are_refused_in_a_whole_frame_and_masked_in_a_streamed_one() {
        byte[] frame = fetch(0, 0, 1).frame();
        int countAt = 4 + 4 + 1 + 10 + 1;
        byte[] tag = Arrays.copyOfRange(frame, countAt + 1, frame.length);
        byte[] twice = Arrays.copyOf(frame, frame.length + tag.length);
        System.arraycopy(tag, 0, twice, frame.length, tag.length);
        twice[countAt] = 2;
        ByteBuffer.wrap(twice).putInt(0, twice.length - 4);
        assertThatThrownBy(() -> feed.through(rewriter(ApiKeys.FETCH, FETCH), twice))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("twice");
        byte[] out = feed.through(rewriter(ApiKeys.FETCH, FETCH), twice, Feed.FIRST);
        assertThat(out[countAt + 1]).isEqualTo((byte) EndpointsMask.UNKNOWN_TAG);
        assertThat(out[frame.length]).isEqualTo((byte) EndpointsMask.UNKNOWN_TAG);
    }

    @Test
    void any_bytes_at_all_either_pass_or_are_refused_in_every_api() {
        Random random = new Random(1);
        for (int i = 0; i < 8_000; i++) {
            ApiKeys api = List.of(ApiKeys.FETCH, ApiKeys.PRODUCE, ApiKeys.SHARE_FETCH, ApiKeys.SHARE_ACKNOWLEDGE)
                    .get(i % 4);
            byte[] frame = Samples.of(api, api.latestVersion(), i % 40).frame();
            for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                frame[Feed.FIRST + random.nextInt(frame.length - Feed.FIRST)] = (byte) random.nextInt();
            }
            try {
                feed.through(
                        rewriter(api, api.latestVersion()),
                        frame,
                        random.nextBoolean() ? new int[0] : Feed.randomCuts(frame, random));
            } catch (MalformedFrameException e) {
                assertThat(e).hasMessageNotContaining("IndexOutOfBounds");
            }
        }
    }

    private void refuses(byte[] frame, String message) {
        assertThatThrownBy(() -> feed.through(rewriter(ApiKeys.FETCH, FETCH), frame))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining(message);
        FrameRewriter rewriter = rewriter(ApiKeys.FETCH, FETCH);
        assertThatThrownBy(() -> {
                    for (int at = 0; at < frame.length; at = at == 0 ? Feed.FIRST : at + 1) {
                        int to = at == 0 ? Feed.FIRST : at + 1;
                        rewriter.rewrite(feed.chunk(frame, at, to), ByteBuf::release);
                    }
                })
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining(message);
        rewriter.abandon();
    }

    private static ProduceResponseData.NodeEndpoint endpoint(int id, String host, int port) {
        return new ProduceResponseData.NodeEndpoint()
                .setNodeId(id)
                .setHost(host)
                .setPort(port);
    }

    private static SampleResponse fetch(int partitions, int recordBytes, int endpoints) {
        FetchResponseData data = new FetchResponseData();
        if (partitions > 0) {
            FetchResponseData.FetchableTopicResponse topic =
                    new FetchResponseData.FetchableTopicResponse().setTopicId(new Uuid(1, 2));
            for (int i = 0; i < partitions; i++) {
                topic.partitions()
                        .add(new FetchResponseData.PartitionData()
                                .setPartitionIndex(i)
                                .setRecords(MemoryRecords.readableRecords(ByteBuffer.allocate(recordBytes))));
            }
            data.responses().add(topic);
        }
        for (int i = 0; i < endpoints; i++) {
            data.nodeEndpoints()
                    .add(new FetchResponseData.NodeEndpoint()
                            .setNodeId(i)
                            .setHost(SampleFields.HOST_MARK)
                            .setPort(9092));
        }
        return new SampleResponse(FETCH, data, List.of());
    }

    private FrameRewriter rewriter(ApiKeys api, int version) {
        return AddressRewriters.forResponse(api.id, (short) version, map, feed.allocator())
                .orElseThrow();
    }
}
