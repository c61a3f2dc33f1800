package dev.topoxy.filters.description;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.topoxy.core.wire.MalformedFrameException;
import dev.topoxy.core.wire.Messages;
import dev.topoxy.filters.diff.TopologyDiff;
import io.netty.buffer.Unpooled;
import java.util.Optional;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.junit.jupiter.api.Timeout;

/** Whatever a client pushes is refused in words or can be described, told apart and compared. */
class PushedDescriptionFuzzTest {

    @FuzzTest(maxDuration = "3s")
    @Timeout(10)
    void any_push_is_refused_or_can_be_described_and_compared(FuzzedDataProvider data) {
        byte[] first = data.consumeBytes(data.consumeInt(0, data.remainingBytes()));
        Optional<StreamsGroupTopologyDescription> before = pushed(first);
        Optional<StreamsGroupTopologyDescription> after = pushed(data.consumeRemainingAsBytes());
        before.ifPresent(PushedDescriptionFuzzTest::assertDescribable);
        if (before.isPresent() && after.isPresent()) {
            assertComparable(before.get(), after.get());
            assertComparable(after.get(), before.get());
        }
    }

    private static Optional<StreamsGroupTopologyDescription> pushed(byte[] body) {
        try {
            StreamsGroupTopologyDescriptionUpdateRequestData request = Messages.read(
                    new StreamsGroupTopologyDescriptionUpdateRequestData(), Unpooled.wrappedBuffer(body), (short) 0);
            return Optional.of(PushedDescription.toRecord(request.topologyDescription()));
        } catch (MalformedFrameException | InvalidRequestException e) {
            return Optional.empty();
        }
    }

    private static void assertDescribable(StreamsGroupTopologyDescription description) {
        assertThat(DescribedDescription.fromRecord(description).subtopologies())
                .hasSameSizeAs(description.subtopologies());
        assertThat(DescriptionDigest.of(description)).hasSize(64);
        assertThat(TopologyDiff.between("app", description, description).isEmpty())
                .isTrue();
    }

    private static void assertComparable(
            StreamsGroupTopologyDescription before, StreamsGroupTopologyDescription after) {
        TopologyDiff diff = TopologyDiff.between("app", before, after);
        assertThat(diff.toString().chars().filter(c -> c != '\n' && Character.isISOControl(c)))
                .isEmpty();
        if (DescriptionDigest.of(before).equals(DescriptionDigest.of(after))) {
            assertThat(diff.isEmpty()).isTrue();
        }
    }
}
