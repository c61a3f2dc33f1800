package dev.topoxy.core.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.topoxy.core.wire.ApiVersionRange;
import dev.topoxy.core.wire.MalformedFrameException;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.protocol.ApiKeys;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AddressRewritersTest {

    private static final Set<ApiKeys> APIS = EnumSet.of(
            ApiKeys.METADATA,
            ApiKeys.FIND_COORDINATOR,
            ApiKeys.DESCRIBE_CLUSTER,
            ApiKeys.PRODUCE,
            ApiKeys.FETCH,
            ApiKeys.SHARE_FETCH,
            ApiKeys.SHARE_ACKNOWLEDGE);
    private static final int SEEDS = 16;
    private static final int SMALL_FRAME = 500;

    private final Feed feed = new Feed();

    record Case(ApiKeys api, short version) {
        SampleResponse sample(int seed) {
            return Samples.of(api, version, seed);
        }

        boolean streamed() {
            return api != ApiKeys.METADATA && api != ApiKeys.FIND_COORDINATOR && api != ApiKeys.DESCRIBE_CLUSTER;
        }
    }

    static Stream<Case> everyVersion() {
        return APIS.stream()
                .flatMap(api -> Stream.iterate(api.oldestVersion(), v -> v <= api.latestVersion(), v -> (short) (v + 1))
                        .map(version -> new Case(api, version)));
    }

    static Stream<Case> gatheredFronts() {
        return everyVersion().filter(c -> !c.streamed());
    }

    static Stream<Case> streamedEndpoints() {
        return everyVersion().filter(c -> c.streamed() && rewriter(c, new TestMap(), new Feed()) != null);
    }

    @AfterEach
    void everyBufferIsGivenBack() {
        assertThat(feed.bytesHeld()).isZero();
    }

    @ParameterizedTest
    @MethodSource("everyVersion")
    void a_frame_in_one_piece_carries_the_clients_addresses(Case c) {
        for (int seed = 0; seed < SEEDS; seed++) {
            SampleResponse sample = c.sample(seed);
            byte[] frame = sample.frame();
            FrameRewriter rewriter = rewriter(c, new TestMap(), feed);
            byte[] out = rewriter == null ? frame : feed.through(rewriter, frame);
            assertTranslated(sample, out);
        }
    }

    @ParameterizedTest
    @MethodSource("gatheredFronts")
    void a_frame_cut_anywhere_carries_the_clients_addresses(Case c) {
        for (int seed = 0; seed < SEEDS; seed++) {
            SampleResponse sample = c.sample(seed);
            byte[] frame = sample.frame();
            for (int[] cuts : waysToCut(frame, seed)) {
                assertTranslated(sample, feed.through(rewriterOf(c, new TestMap()), frame, cuts));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("streamedEndpoints")
    void endpoints_of_a_frame_cut_anywhere_become_an_unknown_tag_without_a_byte_of_them(Case c) {
        for (int seed = 0; seed < SEEDS; seed++) {
            SampleResponse sample = c.sample(seed);
            byte[] frame = sample.frame();
            for (int[] cuts : waysToCut(frame, seed)) {
                byte[] out = feed.through(rewriterOf(c, new TestMap()), frame, cuts);
                assertThat(out).hasSameSizeAs(frame);
                assertThat(new String(out, StandardCharsets.ISO_8859_1)).doesNotContain(SampleFields.HOST_MARK);
                SampleResponse read = SampleResponse.read(out, sample);
                SampleResponse expected = sample.copy();
                boolean masked = read.body().unknownTaggedFields().stream()
                        .anyMatch(tag -> tag.tag() == EndpointsMask.UNKNOWN_TAG && isZeros(tag.data()));
                boolean hadEndpoints = Expected.strip(expected.body());
                assertThat(masked).isEqualTo(hadEndpoints);
                assertThat(Expected.strip(read.body()))
                        .as("endpoints that a client would use")
                        .isFalse();
                assertThat(read.frame()).isEqualTo(expected.frame());
                if (!masked) {
                    assertThat(out).isEqualTo(frame);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("everyVersion")
    void addresses_are_learned_from_whole_frames(Case c) {
        TestMap map = new TestMap();
        for (int seed = 0; seed < SEEDS; seed++) {
            FrameRewriter rewriter = rewriter(c, map, feed);
            if (rewriter != null) {
                feed.through(rewriter, c.sample(seed).frame());
                assertThat(map.met)
                        .allSatisfy((id, address) -> assertThat(address.host()).startsWith(SampleFields.HOST_MARK));
            }
        }
        boolean carriesAddresses = rewriter(c, map, feed) != null;
        assertThat(map.met.isEmpty()).isNotEqualTo(carriesAddresses);
        boolean carriesClusterId = c.api == ApiKeys.DESCRIBE_CLUSTER || (c.api == ApiKeys.METADATA && c.version >= 2);
        assertThat(map.clusterIds.isEmpty()).isNotEqualTo(carriesClusterId);
    }

    @Test
    void what_is_understood_is_what_this_kafka_clients_reads() {
        for (ApiKeys api : ApiKeys.values()) {
            assertThat(AddressRewriters.understood(api).isPresent()).isEqualTo(APIS.contains(api));
        }
        for (ApiKeys api : APIS) {
            ApiVersionRange range = AddressRewriters.understood(api).orElseThrow();
            assertThat(range.max()).isEqualTo(api.latestVersion());
            assertThat(range.min()).isLessThanOrEqualTo(api.oldestVersion());
        }
    }

    @Test
    void apis_without_addresses_and_unknown_apis_have_no_rewriter() {
        ByteBufAllocator alloc = ByteBufAllocator.DEFAULT;
        assertThat(AddressRewriters.forResponse(ApiKeys.HEARTBEAT.id, (short) 4, new TestMap(), alloc))
                .isEmpty();
        assertThat(AddressRewriters.forResponse((short) 9999, (short) 0, new TestMap(), alloc))
                .isEmpty();
        assertThat(AddressRewriters.forResponse(ApiKeys.FETCH.id, (short) 15, new TestMap(), alloc))
                .isEmpty();
        assertThat(AddressRewriters.forResponse(ApiKeys.PRODUCE.id, (short) 9, new TestMap(), alloc))
                .isEmpty();
    }

    @Test
    void a_version_that_is_not_understood_never_passes() {
        assertThatThrownBy(() -> AddressRewriters.forResponse(
                        ApiKeys.METADATA.id, (short) 14, new TestMap(), ByteBufAllocator.DEFAULT))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("METADATA v14")
                .hasMessageContaining("0-13");
    }

    private static void assertTranslated(SampleResponse sample, byte[] out) {
        SampleResponse read = SampleResponse.read(out, sample);
        assertThat(read.frame()).isEqualTo(Expected.translated(sample).frame());
        assertThat(new String(out, StandardCharsets.ISO_8859_1)).doesNotContain(SampleFields.HOST_MARK);
    }

    private static Stream<int[]> cuts(byte[] frame) {
        return Stream.iterate(Feed.FIRST, at -> at < frame.length, at -> at + 1).map(at -> new int[] {at});
    }

    private static List<int[]> waysToCut(byte[] frame, int seed) {
        Random random = new Random(seed);
        Stream<int[]> ways = Stream.concat(
                Stream.of(Feed.everyByte(frame)),
                frame.length <= SMALL_FRAME
                        ? cuts(frame)
                        : Stream.generate(() -> Feed.randomCuts(frame, random)).limit(40));
        return ways.toList();
    }

    private static boolean isZeros(byte[] bytes) {
        for (byte b : bytes) {
            if (b != 0) {
                return false;
            }
        }
        return true;
    }

    private FrameRewriter rewriterOf(Case c, AddressMap map) {
        return AddressRewriters.forResponse(c.api.id, c.version, map, feed.allocator())
                .orElseThrow();
    }

    @SuppressWarnings("NullAway")
    private static FrameRewriter rewriter(Case c, AddressMap map, Feed feed) {
        return AddressRewriters.forResponse(c.api.id, c.version, map, feed.allocator())
                .orElse(null);
    }
}
