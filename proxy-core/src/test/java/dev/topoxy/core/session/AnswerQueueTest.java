package dev.topoxy.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.core.event.RelayListener;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class AnswerQueueTest {

    private final EmbeddedChannel client = new EmbeddedChannel();
    private final AnswerQueue answers = new AnswerQueue(client, RelayListener.NONE, () -> {});
    private final Exchange first = new Exchange((short) 0);
    private final Exchange second = new Exchange((short) 0);
    private final Exchange third = new Exchange((short) 0);

    private static ByteBuf text(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    }

    private String sent() {
        answers.flush();
        StringBuilder all = new StringBuilder();
        for (ByteBuf next = client.readOutbound(); next != null; next = client.readOutbound()) {
            all.append(new String(ByteBufUtil.getBytes(next), StandardCharsets.US_ASCII));
            next.release();
        }
        return all.toString();
    }

    private void expectThree() {
        answers.expect(first);
        answers.expect(second);
        answers.expect(third);
    }

    @Test
    void answers_leave_in_the_order_of_the_requests() {
        expectThree();
        answers.deliver(third, text("3"));
        answers.complete(third);
        answers.deliver(second, text("2a"));
        answers.deliver(second, text("2b"));
        answers.complete(second);
        assertThat(sent()).isEmpty();
        assertThat(answers.heldBytes()).isEqualTo(5);
        answers.deliver(first, text("1"));
        assertThat(sent()).isEqualTo("1");
        answers.complete(first);
        assertThat(sent()).isEqualTo("2a2b3");
        assertThat(answers.heldBytes()).isZero();
        assertThat(answers.isEmpty()).isTrue();
    }

    @Test
    void an_answer_whose_turn_comes_while_it_arrives_streams_on() {
        expectThree();
        answers.deliver(second, text("2a"));
        answers.complete(first);
        assertThat(sent()).isEqualTo("2a");
        answers.deliver(second, text("2b"));
        assertThat(sent()).isEqualTo("2b");
        answers.deliver(third, text("3"));
        assertThat(answers.heldBytes()).isEqualTo(1);
        answers.complete(second);
        assertThat(sent()).isEqualTo("3");
    }

    @Test
    void the_end_of_the_connection_releases_what_is_held() {
        expectThree();
        ByteBuf held = text("3");
        answers.deliver(third, held);
        answers.release();
        assertThat(held.refCnt()).isZero();
        assertThat(answers.heldBytes()).isZero();
    }

    @Test
    void what_arrives_after_the_end_of_the_connection_is_released() {
        expectThree();
        answers.release();
        ByteBuf late = text("2");
        answers.deliver(second, late);
        answers.complete(second);
        assertThat(late.refCnt()).isZero();
        answers.expect(third);
        answers.expect(second);
        ByteBuf later = text("2");
        answers.deliver(second, later);
        assertThat(later.refCnt()).isZero();
    }
}
