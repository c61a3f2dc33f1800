package dev.topoxy.core.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.topoxy.core.wire.MalformedFrameException;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MetadataRewriterTest {

    private static final short LATEST = 13;

    private final Feed feed = new Feed();
    private final TestMap map = new TestMap();

    @AfterEach
    void everyBufferIsGivenBack() {
        assertThat(feed.bytesHeld()).isZero();
    }

    @Test
    void a_hundred_thousand_partitions_arrive_as_they_were() {
        for (short version : new short[] {0, 8, LATEST}) {
            SampleResponse sample = metadata(version, 3, 100_000);
            byte[] frame = sample.frame();
            int[] cuts = new Random(version)
                    .ints(200, Feed.FIRST, frame.length)
                    .sorted()
                    .distinct()
                    .toArray();
            byte[] out = feed.through(rewriter(version), frame, cuts);
            assertThat(SampleResponse.read(out, sample).frame())
                    .isEqualTo(Expected.translated(sample).frame());
        }
    }

    @Test
    void what_stands_behind_the_front_passes_as_the_very_buffers_it_came_in() {
        byte[] frame = metadata(LATEST, 3, 1000).frame();
        FrameRewriter rewriter = rewriter(LATEST);
        ByteBuf first = feed.chunk(frame, 0, 1000);
        ByteBuf second = feed.chunk(frame, 1000, frame.length);
        List<ByteBuf> out = new ArrayList<>();
        rewriter.rewrite(first, out::add);
        rewriter.rewrite(second, out::add);
        assertThat(out).hasSize(3);
        assertThat(out.get(1)).isSameAs(first);
        assertThat(out.get(2)).isSameAs(second);
        out.forEach(ByteBuf::release);
    }

    @Test
    void a_front_is_held_by_no_more_than_the_bytes_that_came_and_is_let_go_when_abandoned() {
        byte[] frame = metadata(LATEST, 50, 10).frame();
        ByteBuffer.wrap(frame).putInt(0, 100_000_000);
        FrameRewriter rewriter = rewriter(LATEST);
        rewriter.rewrite(feed.chunk(frame, 0, 200), bytes -> {
            throw new AssertionError("nothing is complete");
        });
        assertThat(feed.bytesHeld()).isBetween(200L, 400L);
        rewriter.abandon();
        rewriter.abandon();
        assertThat(feed.bytesHeld()).isZero();
    }

    @Test
    void a_front_beyond_its_limit_is_refused() {
        MetadataResponseData data = new MetadataResponseData().setClusterId("c");
        for (int i = 0; i < 200; i++) {
            data.brokers()
                    .add(new MetadataResponseData.MetadataResponseBroker()
                            .setNodeId(i)
                            .setHost("h".repeat(30_000))
                            .setPort(1));
        }
        byte[] frame = new SampleResponse(LATEST, data, List.of()).frame();
        assertThatThrownBy(() -> feed.through(rewriter(LATEST), frame))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("bytes of brokers");
        FrameRewriter rewriter = rewriter(LATEST);
        assertThatThrownBy(() -> {
                    for (int at = 0; at < frame.length; at += 65536) {
                        rewriter.rewrite(feed.chunk(frame, at, Math.min(frame.length, at + 65536)), ByteBuf::release);
                    }
                })
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("bytes of brokers");
    }

    @Test
    void frames_that_end_too_early_are_refused_in_every_version() {
        for (short version = 0; version <= LATEST; version++) {
            short v = version;
            byte[] frame = metadata(version, 1, 0).frame();
            for (int length = Feed.FIRST; length < Feed.FIRST + 14; length++) {
                byte[] cut = Arrays.copyOf(frame, length);
                ByteBuffer.wrap(cut).putInt(0, length - 4);
                assertThatThrownBy(() -> feed.through(rewriter(v), cut)).isInstanceOf(MalformedFrameException.class);
            }
        }
    }

    @Test
    void a_null_list_of_brokers_and_a_null_host_are_refused() {
        byte[] classic = metadata(5, 1, 0).frame();
        ByteBuffer.wrap(classic).putInt(Feed.FIRST + 4, -1);
        refuses((short) 5, classic, "-1 brokers");
        byte[] nullHost = metadata(5, 1, 0).frame();
        ByteBuffer.wrap(nullHost).putShort(Feed.FIRST + 12, (short) -1);
        refuses((short) 5, nullHost, "");
        byte[] compact = metadata(LATEST, 1, 0).frame();
        compact[Feed.FIRST + 1 + 4] = 0;
        refuses(LATEST, compact, "-1 brokers");
    }

    @Test
    void counts_and_lengths_that_lie_are_refused() {
        byte[] count = metadata(5, 1, 0).frame();
        ByteBuffer.wrap(count).putInt(Feed.FIRST + 4, Integer.MAX_VALUE);
        refuses((short) 5, count, "bytes left");
        ByteBuffer.wrap(count).putInt(Feed.FIRST + 4, -2);
        refuses((short) 5, count, "bytes left");
        byte[] host = metadata(5, 1, 0).frame();
        ByteBuffer.wrap(host).putShort(Feed.FIRST + 12, Short.MAX_VALUE);
        refuses((short) 5, host, "bytes left");
        ByteBuffer.wrap(host).putShort(Feed.FIRST + 12, (short) -2);
        refuses((short) 5, host, "bytes left");
    }

    @Test
    void any_bytes_at_all_either_pass_or_are_refused() {
        Random random = new Random(2);
        for (int i = 0; i < 6_000; i++) {
            short version = (short) (i % (LATEST + 1));
            byte[] frame = Samples.of(ApiKeys.METADATA, version, i % 40).frame();
            int reach = Math.min(frame.length - Feed.FIRST, 150);
            for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                frame[Feed.FIRST + random.nextInt(reach)] = (byte) random.nextInt();
            }
            FrameRewriter rewriter = rewriter(version);
            try {
                feed.through(rewriter, frame, random.nextBoolean() ? new int[0] : Feed.randomCuts(frame, random));
            } catch (MalformedFrameException e) {
                assertThat(e).hasMessageNotContaining("IndexOutOfBounds");
            }
        }
    }

    private void refuses(short version, byte[] frame, String message) {
        assertThatThrownBy(() -> feed.through(rewriter(version), frame))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining(message);
    }

    private static SampleResponse metadata(int version, int brokers, int partitions) {
        MetadataResponseData data = new MetadataResponseData().setClusterId("c");
        for (int i = 0; i < brokers; i++) {
            data.brokers()
                    .add(new MetadataResponseData.MetadataResponseBroker()
                            .setNodeId(i)
                            .setHost(SampleFields.HOST_MARK)
                            .setPort(9092));
        }
        if (partitions > 0) {
            MetadataResponseData.MetadataResponseTopic topic =
                    new MetadataResponseData.MetadataResponseTopic().setName("t");
            for (int i = 0; i < partitions; i++) {
                topic.partitions()
                        .add(new MetadataResponseData.MetadataResponsePartition()
                                .setPartitionIndex(i)
                                .setReplicaNodes(List.of(0, 1, 2))
                                .setIsrNodes(List.of(0, 1, 2)));
            }
            data.topics().add(topic);
        }
        return new SampleResponse((short) version, data, List.of());
    }

    private FrameRewriter rewriter(short version) {
        return AddressRewriters.forResponse(ApiKeys.METADATA.id, version, map, feed.allocator())
                .orElseThrow();
    }
}
