package dev.topoxy.filters.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.topoxy.core.wire.MalformedFrameException;
import dev.topoxy.core.wire.Messages;
import io.netty.buffer.Unpooled;
import java.util.Collections;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData;
import org.junit.jupiter.api.Timeout;

/** Any topology that a member joins with has a fingerprint, in which order and repetition do not count. */
class TopologyFingerprintFuzzTest {

    @FuzzTest(maxDuration = "3s")
    @Timeout(10)
    void any_join_has_a_fingerprint(byte[] body) {
        StreamsGroupHeartbeatRequestData.Topology topology;
        try {
            topology = Messages.read(new StreamsGroupHeartbeatRequestData(), Unpooled.wrappedBuffer(body), (short) 0)
                    .topology();
        } catch (MalformedFrameException e) {
            return;
        }
        if (topology != null) {
            byte[] fingerprint = TopologyFingerprint.of(topology);
            assertThat(fingerprint).hasSize(32);
            topology.subtopologies().forEach(subtopology -> Collections.reverse(subtopology.sourceTopics()));
            assertThat(TopologyFingerprint.of(topology)).isEqualTo(fingerprint);
        }
    }
}
