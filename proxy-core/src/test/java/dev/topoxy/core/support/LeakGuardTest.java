package dev.topoxy.core.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import org.junit.jupiter.api.Test;

class LeakGuardTest {

    private static int lose() {
        ByteBuf lost = PooledByteBufAllocator.DEFAULT.directBuffer(10).writeInt(1);
        return lost.readableBytes();
    }

    @Test
    void a_lost_buffer_is_noticed() throws InterruptedException {
        assertThat(lose()).isEqualTo(4);
        assertThat(LeakGuard.leaks()).hasSize(1);
        assertThat(LeakGuard.leaks()).isEmpty();
    }
}
