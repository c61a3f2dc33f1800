package dev.topoxy.core.arrival;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.topoxy.core.event.RelayListener;
import dev.topoxy.core.support.Pieces;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;

/** Whatever a connection begins with: the client comes in, with all that follows its header, or is closed. */
class ProxyHeaderFuzzTest {

    private static final InetSocketAddress SOURCE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 40_000);

    @FuzzTest(maxDuration = "3s")
    @Timeout(10)
    void a_client_comes_in_with_what_follows_or_is_closed(FuzzedDataProvider data) {
        boolean required = data.consumeBoolean();
        int[] cuts = Pieces.cuts(data, 0, 1);
        byte[] bytes = data.consumeRemainingAsBytes();
        UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false, true);
        EmbeddedChannel channel = new EmbeddedChannel();
        channel.config().setAllocator(allocator);
        AtomicReference<@Nullable Arrived> arrived = new AtomicReference<>();
        new Arrival(reception(required), channel, 9092, SOURCE, arrived::set).begin(true);

        int from = 0;
        for (int piece = 0; piece <= cuts.length && channel.isOpen(); piece++) {
            int to = piece < cuts.length ? cuts[piece] : bytes.length;
            channel.writeInbound(allocator.heapBuffer(Math.max(1, to - from)).writeBytes(bytes, from, to - from));
            from = to;
        }

        byte[] passed = passed(channel);
        if (arrived.get() == null) {
            assertThat(passed).isEmpty();
        } else {
            assertThat(arrived.get().address().getAddress()).isNotNull();
            assertThat(passed).isEqualTo(Arrays.copyOfRange(bytes, bytes.length - passed.length, bytes.length));
            boolean began = bytes.length > 0 && (bytes[0] == 'P' || bytes[0] == '\r');
            assertThat(began || (!required && passed.length == bytes.length)).isTrue();
        }
        channel.close();
        assertThat(allocator.metric().usedHeapMemory() + allocator.metric().usedDirectMemory())
                .isZero();
    }

    private static Reception reception(boolean required) {
        return new Reception(
                "fuzzed",
                Optional.empty(),
                Optional.empty(),
                new ProxyHeaders(required ? ProxyHeaders.Mode.REQUIRED : ProxyHeaders.Mode.ALLOWED, List.of()),
                Duration.ofMinutes(1),
                RelayListener.NONE);
    }

    private static byte[] passed(EmbeddedChannel channel) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (ByteBuf bytes = channel.readInbound(); bytes != null; bytes = channel.readInbound()) {
            byte[] copy = new byte[bytes.readableBytes()];
            bytes.readBytes(copy).release();
            all.writeBytes(copy);
        }
        return all.toByteArray();
    }
}
