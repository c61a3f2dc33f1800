package dev.topoxy.core.address;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.topoxy.core.support.AllocationMeter;
import dev.topoxy.core.support.Pieces;
import dev.topoxy.core.wire.MalformedFrameException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.common.message.DescribeClusterResponseData;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.FindCoordinatorResponseData;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.message.ShareAcknowledgeResponseData;
import org.apache.kafka.common.message.ShareFetchResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.junit.jupiter.api.Timeout;

/**
 * Whatever bytes a response has and wherever it is cut: what comes out carries no address of a broker in any place where
 * kafka-clients would look for one, and is otherwise what went in.
 */
class AddressRewritersFuzzTest {

    private static final ApiKeys[] APIS = {
        ApiKeys.METADATA,
        ApiKeys.FIND_COORDINATOR,
        ApiKeys.DESCRIBE_CLUSTER,
        ApiKeys.PRODUCE,
        ApiKeys.FETCH,
        ApiKeys.SHARE_FETCH,
        ApiKeys.SHARE_ACKNOWLEDGE
    };

    private static final int BYTES_PER_BYTE = 512;
    private static final int BYTES_BESIDES = 64 * 1024;

    @FuzzTest(maxDuration = "5s")
    @Timeout(10)
    void no_address_passes_and_nothing_else_is_changed(FuzzedDataProvider data) {
        ApiKeys api = data.pickValue(APIS);
        short version = (short) data.consumeInt(api.oldestVersion(), api.latestVersion());
        int[] cuts = Pieces.cuts(data, Feed.FIRST, Feed.FIRST);
        byte[] frame = frame(data.consumeRemainingAsBytes());
        Feed feed = new Feed();
        if (rewriter(api, version, feed).isEmpty()) {
            read(api, version, frame)
                    .ifPresent(passed -> assertThat(hosts(passed.body())).isEmpty());
            return;
        }

        byte[][] out = new byte[1][];
        AllocationMeter.assertTakesAtMost(
                (long) BYTES_PER_BYTE * frame.length + BYTES_BESIDES, MalformedFrameException.class, () -> {
                    FrameRewriter rewriter = rewriter(api, version, feed).orElseThrow();
                    try {
                        out[0] = feed.through(rewriter, frame, cuts);
                    } finally {
                        rewriter.abandon();
                    }
                });

        assertThat(feed.bytesHeld()).isZero();
        if (out[0] != null) {
            Optional<SampleResponse> whole =
                    read(api, version, frame).filter(sample -> Arrays.equals(sample.frame(), frame));
            assertTranslated(api, version, whole, frame, out[0], cuts.length > 0 && streamed(api));
        }
    }

    /**
     * Holds what came out against what went in.
     *
     * @param given what went in, if it is as a broker writes it: kafka-clients also reads what no broker would write
     */
    private static void assertTranslated(
            ApiKeys api, short version, Optional<SampleResponse> given, byte[] frame, byte[] out, boolean masked) {
        Optional<SampleResponse> passed = read(api, version, out);
        passed.ifPresent(response -> assertThat(hosts(response.body()))
                .allSatisfy(host -> assertThat(host).startsWith("proxy-")));
        given.ifPresent(sample -> assertThat(passed).as("still readable").isPresent());
        if (masked) {
            assertThat(out).hasSameSizeAs(frame);
        } else {
            given.ifPresent(sample -> assertThat(passed.orElseThrow().frame())
                    .isEqualTo(Expected.translated(sample).frame()));
        }
    }

    private static Optional<FrameRewriter> rewriter(ApiKeys api, short version, Feed feed) {
        return AddressRewriters.forResponse(api.id, version, new TestMap(), feed.allocator());
    }

    private static boolean streamed(ApiKeys api) {
        return api != ApiKeys.METADATA && api != ApiKeys.FIND_COORDINATOR && api != ApiKeys.DESCRIBE_CLUSTER;
    }

    private static byte[] frame(byte[] content) {
        return ByteBuffer.allocate(Feed.FIRST + content.length)
                .putInt(Integer.BYTES + content.length)
                .putInt(SampleResponse.CORRELATION_ID)
                .put(content)
                .array();
    }

    private static Optional<SampleResponse> read(ApiKeys api, short version, byte[] frame) {
        try {
            SampleResponse read = SampleResponse.read(frame, version, api.messageType.newResponse());
            // Some of what kafka-clients reads it refuses to write.
            return Optional.of(read.copy());
        } catch (RuntimeException | AssertionError e) {
            return Optional.empty();
        }
    }

    /** The hosts that kafka-clients finds in a response. */
    private static List<String> hosts(ApiMessage body) {
        Stream<String> found = Stream.of();
        if (body instanceof MetadataResponseData response) {
            found = response.brokers().stream().map(broker -> broker.host());
        } else if (body instanceof DescribeClusterResponseData response) {
            found = response.brokers().stream().map(broker -> broker.host());
        } else if (body instanceof FindCoordinatorResponseData response) {
            found = Stream.concat(
                    Stream.of(response.host()), response.coordinators().stream().map(one -> one.host()));
        } else if (body instanceof FetchResponseData response) {
            found = response.nodeEndpoints().stream().map(node -> node.host());
        } else if (body instanceof ProduceResponseData response) {
            found = response.nodeEndpoints().stream().map(node -> node.host());
        } else if (body instanceof ShareFetchResponseData response) {
            found = response.nodeEndpoints().stream().map(node -> node.host());
        } else if (body instanceof ShareAcknowledgeResponseData response) {
            found = response.nodeEndpoints().stream().map(node -> node.host());
        }
        return found.filter(host -> !host.isEmpty()).toList();
    }
}
