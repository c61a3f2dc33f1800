package dev.topoxy.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.core.event.PauseReason;
import dev.topoxy.core.event.RelayListener;
import dev.topoxy.core.event.Side;
import dev.topoxy.core.frame.FrameRouter;
import dev.topoxy.core.frame.FrameSink;
import dev.topoxy.core.frame.Framer;
import dev.topoxy.core.limit.GatherBudget;
import dev.topoxy.core.support.Frames;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Time stands still here unless a test lets it pass. */
class StallWatchTest {

    private static final byte[] FRAME = Frames.opaqueRequest(1, 0, 7, 100);

    private final List<String> stalled = new ArrayList<>();
    private final GatherBudget budget = new GatherBudget(10);
    private final Framer framer = Framer.ofRequests(10_000, new Discarding());
    private final EmbeddedChannel channel = new EmbeddedChannel(framer);
    private final ReadGate gate = new ReadGate(channel, Side.CLIENT, RelayListener.NONE);
    private final GatherAccount account = new GatherAccount("test", budget, channel.eventLoop(), gate);
    private final StallWatch watch =
            new StallWatch(channel.eventLoop(), Duration.ofSeconds(30), framer, gate, account, stalled::add);

    StallWatchTest() {
        channel.freezeTime();
    }

    @AfterEach
    void noBufferIsLeft() {
        watch.release();
        channel.finishAndReleaseAll();
    }

    private void receive(int from, int to) {
        channel.writeInbound(Unpooled.copiedBuffer(FRAME, from, to - from));
        watch.moved();
    }

    private void seconds(int count) {
        for (int i = 0; i < count; i++) {
            channel.advanceTimeBy(1, TimeUnit.SECONDS);
            channel.runScheduledPendingTasks();
        }
    }

    @Test
    void a_client_that_stops_amid_a_request_is_told_of() {
        receive(0, 50);
        seconds(29);
        assertThat(stalled).isEmpty();
        seconds(1);
        assertThat(stalled)
                .containsExactly("it sent nothing for 30000 ms in the middle of a request: the limit is"
                        + " limits.request.stall.timeout.ms");
    }

    @Test
    void one_byte_of_a_size_is_the_middle_of_a_request() {
        receive(0, 1);
        seconds(30);
        assertThat(stalled).hasSize(1);
    }

    @Test
    void between_requests_a_client_may_be_silent_for_ever_and_costs_no_timer() {
        receive(0, FRAME.length);
        assertThat(channel.runScheduledPendingTasks())
                .as("until the next timer")
                .isEqualTo(-1);
    }

    @Test
    void a_request_may_take_as_long_as_it_wants_if_it_goes_on() {
        for (int at = 0; at < FRAME.length; at++) {
            receive(at, at + 1);
            seconds(29);
        }
        assertThat(stalled).isEmpty();
    }

    @Test
    void time_in_which_the_client_is_not_read_does_not_count() {
        receive(0, 50);
        gate.set(PauseReason.OTHER_SIDE_FULL, true);
        seconds(3000);
        gate.set(PauseReason.OTHER_SIDE_FULL, false);
        seconds(29);
        assertThat(stalled).isEmpty();
        seconds(60);
        assertThat(stalled).hasSize(1);
    }

    @Test
    void a_trickle_that_keeps_others_waiting_for_memory_is_told_of() {
        receive(0, 20);
        account.holds(1000);
        budget.share(() -> {}).holds(1000);
        for (int second = 0; second < 30; second++) {
            receive(20 + second, 21 + second);
            seconds(1);
        }
        assertThat(stalled)
                .singleElement()
                .asString()
                .contains("while others waited for the memory it held of limits.queued.max.request.bytes");
    }

    @Test
    void a_trickle_that_waits_itself_is_left_alone() {
        budget.share(() -> {}).holds(1000);
        receive(0, 20);
        account.holds(1000);
        seconds(3000);
        assertThat(stalled).isEmpty();
    }

    private static final class Discarding implements FrameRouter {
        @Override
        public FrameSink frameStarts(ByteBuf bytes, int index, int frameBytes) {
            return (part, last) -> part.release();
        }

        @Override
        public void readComplete() {}
    }
}
