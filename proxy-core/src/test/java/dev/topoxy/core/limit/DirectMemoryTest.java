package dev.topoxy.core.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DirectMemoryTest {

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final List<Long> relief = new ArrayList<>();
    private long used;
    private final DirectMemory memory = new DirectMemory(() -> used, 1000);

    DirectMemoryTest() {
        memory.onShort(relief::add);
        channel.freezeTime();
    }

    private void fill(int connections) {
        for (int i = 0; i < connections; i++) {
            memory.filled(channel.eventLoop());
        }
        channel.advanceTimeBy(10, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
    }

    @Test
    void connections_may_fill_up_while_there_is_plenty() {
        used = 750;
        fill(3);
        assertThat(relief).isEmpty();
    }

    @Test
    void many_that_fill_up_at_once_lead_to_one_look_that_asks_for_enough() {
        used = 800;
        fill(100);
        assertThat(relief).containsExactly(175L);
        fill(1);
        assertThat(relief).hasSize(2);
    }

    @Test
    void whoever_gets_none_has_some_set_free_whatever_the_figures_say() {
        memory.exhausted();
        assertThat(relief).containsExactly(125L);
    }
}
