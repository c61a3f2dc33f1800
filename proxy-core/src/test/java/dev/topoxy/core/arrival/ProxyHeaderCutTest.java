package dev.topoxy.core.arrival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.core.event.RelayListener;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Headers of both versions and all kinds of addresses, in two pieces however they are cut, and byte by byte. */
class ProxyHeaderCutTest {

    private static final InetSocketAddress BALANCER = new InetSocketAddress(InetAddress.getLoopbackAddress(), 40_000);
    private static final String SIGNATURE = "0d0a0d0a000d0a515549540a";
    private static final String REQUEST = "0000000c00120000000000010001610000000000";

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
                    1, TCP4         | PROXY TCP4 192.0.2.7 198.51.100.1 4711 9092 | 192.0.2.7 | 4711
                    1, TCP6         | PROXY TCP6 2001:db8::7 2001:db8::1 4711 9092 | 2001:db8::7 | 4711
                    1, UNKNOWN      | PROXY UNKNOWN | 127.0.0.1 | 40000
                    2, TCP4         | 2111000cc0000207c633640112672384 | 192.0.2.7 | 4711
                    2, TCP4 and more| 21110014c0000207c63364011267238404000500000000ff | 192.0.2.7 | 4711
                    2, TCP6         | 2121002420010db800000000000000000000000720010db800000000000000000000000112672384 | 2001:db8::7 | 4711
                    2, LOCAL        | 20000000 | 127.0.0.1 | 40000
                    """)
    void a_header_says_the_same_however_it_is_cut(String name, String header, String host, int port) throws Exception {
        byte[] first = name.startsWith("1")
                ? (header + "\r\n").getBytes(StandardCharsets.US_ASCII)
                : HexFormat.of().parseHex(SIGNATURE + header);
        byte[] request = HexFormat.of().parseHex(REQUEST);
        byte[] bytes = Unpooled.wrappedBuffer(first, request).copy().array();
        InetSocketAddress source = new InetSocketAddress(InetAddress.getByName(host), port);
        for (int cut = 0; cut <= bytes.length; cut++) {
            assertThat(source(bytes, request, cut)).as("cut at %d", cut).isEqualTo(source);
        }
        int[] everywhere = new int[bytes.length];
        for (int i = 0; i < everywhere.length; i++) {
            everywhere[i] = i;
        }
        assertThat(source(bytes, request, everywhere)).isEqualTo(source);
    }

    /** Where the client is said to be, when it has come in with its request unharmed. */
    private static InetSocketAddress source(byte[] bytes, byte[] request, int... cuts) {
        EmbeddedChannel channel = new EmbeddedChannel();
        AtomicReference<@Nullable Arrived> arrived = new AtomicReference<>();
        Reception reception = new Reception(
                "cut",
                Optional.empty(),
                Optional.empty(),
                new ProxyHeaders(ProxyHeaders.Mode.REQUIRED, List.of()),
                Duration.ofMinutes(1),
                RelayListener.NONE);
        new Arrival(reception, channel, 9092, BALANCER, arrived::set).begin(true);
        int from = 0;
        for (int cut : cuts) {
            channel.writeInbound(Unpooled.copiedBuffer(bytes, from, cut - from));
            from = cut;
        }
        channel.writeInbound(Unpooled.copiedBuffer(bytes, from, bytes.length - from));
        ByteBuf passed = Unpooled.buffer();
        for (ByteBuf each = channel.readInbound(); each != null; each = channel.readInbound()) {
            passed.writeBytes(each);
            each.release();
        }
        channel.finishAndReleaseAll();
        assertThat(passed).isEqualTo(Unpooled.wrappedBuffer(request));
        return Objects.requireNonNull(arrived.get(), "the client has not come in")
                .address();
    }
}
