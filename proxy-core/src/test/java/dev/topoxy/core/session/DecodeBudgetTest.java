package dev.topoxy.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.core.support.AllocationMeter;
import dev.topoxy.core.support.RandomMessage;
import dev.topoxy.core.wire.MalformedFrameException;
import dev.topoxy.core.wire.Messages;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.protocol.ApiKeys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DecodeBudgetTest {

    private static final int SEEDS = 400;
    private static final int EMPTY_MESSAGE = 2048;

    private final DecodeBudget budget = new DecodeBudget(256_000);

    @Test
    void empty_elements_cost_many_times_their_bytes_and_text_does_not() {
        ByteBuf empties = Unpooled.wrappedBuffer(new byte[1000]);
        ByteBuf text = Unpooled.wrappedBuffer("x".repeat(1000).getBytes(StandardCharsets.US_ASCII));
        assertThat(DecodeBudget.cost(empties)).isEqualTo(104_000);
        assertThat(DecodeBudget.cost(text)).isEqualTo(8_000);
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "API_VERSIONS",
                "SASL_HANDSHAKE",
                "SASL_AUTHENTICATE",
                "DELETE_GROUPS",
                "STREAMS_GROUP_HEARTBEAT",
                "STREAMS_GROUP_DESCRIBE",
                "STREAMS_GROUP_TOPOLOGY_DESCRIPTION_UPDATE"
            })
    void no_message_takes_more_heap_than_it_is_estimated_to(ApiKeys api) {
        for (short version = api.oldestVersion(); version <= api.latestVersion(); version++) {
            for (int seed = 0; seed < SEEDS; seed++) {
                ByteBuf body = RandomMessage.of(api.messageType.requestSchemas()[version], seed);
                short ofVersion = version;
                AllocationMeter.assertTakesAtMost(
                        DecodeBudget.cost(body) + EMPTY_MESSAGE,
                        MalformedFrameException.class,
                        () -> Messages.read(api.messageType.newRequest(), body.readerIndex(0), ofVersion));
            }
        }
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
