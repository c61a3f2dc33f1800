package dev.topoxy.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class DecodeBudgetTest {

    private final DecodeBudget budget = new DecodeBudget(256_000);

    @Test
    void empty_elements_cost_many_times_their_bytes_and_text_does_not() {
        ByteBuf empties = Unpooled.wrappedBuffer(new byte[1000]);
        ByteBuf text = Unpooled.wrappedBuffer("x".repeat(1000).getBytes(StandardCharsets.US_ASCII));
        assertThat(DecodeBudget.cost(empties)).isEqualTo(75_000);
        assertThat(DecodeBudget.cost(text)).isEqualTo(3_000);
    }

    @Test
    void what_does_not_fit_waits_until_enough_is_given_back() {
        assertThat(budget.take(200_000)).isCompleted();
        CompletableFuture<Void> second = budget.take(100_000);
        CompletableFuture<Void> third = budget.take(50_000);
        assertThat(second).isNotDone();
        assertThat(third).as("comes after who waited before").isNotDone();
        budget.giveBack(200_000);
        assertThat(second).isCompleted();
        assertThat(third).isCompleted();
    }

    @Test
    void what_is_small_never_waits() {
        assertThat(budget.take(256_000)).isCompleted();
        assertThat(budget.take(200_000)).isNotDone();
        assertThat(budget.take(1_000)).isCompleted();
    }

    @Test
    void what_never_fits_is_told_apart() {
        assertThat(budget.canHold(256_000)).isTrue();
        assertThat(budget.canHold(256_001)).isFalse();
    }
}
