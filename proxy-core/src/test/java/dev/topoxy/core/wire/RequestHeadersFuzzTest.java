package dev.topoxy.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.topoxy.core.support.AllocationMeter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.junit.jupiter.api.Timeout;

/** Headers are read as kafka-clients reads them, and whatever is none is malformed. */
class RequestHeadersFuzzTest {

    private static final ApiKeys[] APIS = ApiKeys.clientApis().toArray(ApiKeys[]::new);

    private static final int BYTES_PER_BYTE = 16;
    private static final int BYTES_BESIDES = 32 * 1024;

    @FuzzTest(maxDuration = "3s")
    @Timeout(10)
    void a_header_is_what_kafka_reads_or_malformed(FuzzedDataProvider data) {
        ApiKeys api = data.pickValue(APIS);
        byte[] bytes = data.consumeRemainingAsBytes();
        if (bytes.length >= 2 * Short.BYTES) {
            ByteBuffer.wrap(bytes).putShort(api.id);
        }
        ByteBuf frame = Unpooled.wrappedBuffer(bytes);
        RequestHeaderData[] read = new RequestHeaderData[1];

        AllocationMeter.assertTakesAtMost(
                (long) BYTES_PER_BYTE * bytes.length + BYTES_BESIDES,
                MalformedFrameException.class,
                () -> read[0] = RequestHeaders.read(api, frame.readerIndex(0)));

        // What is refused though kafka-clients reads it has numbers that no client writes.
        readByKafka(api, bytes).filter(expected -> read[0] != null).ifPresent(expected -> {
            assertThat(read[0].toString()).isEqualTo(expected.header().toString());
            assertThat(frame.readerIndex()).isEqualTo(expected.bytes());
        });
    }

    private record Read(RequestHeaderData header, int bytes) {}

    private static Optional<Read> readByKafka(ApiKeys api, byte[] bytes) {
        if (bytes.length < 2 * Short.BYTES) {
            return Optional.empty();
        }
        short version = ByteBuffer.wrap(bytes).getShort(Short.BYTES);
        ByteBuffer from = ByteBuffer.wrap(bytes);
        RequestHeaderData header = new RequestHeaderData();
        try {
            header.read(new ByteBufferAccessor(from), api.requestHeaderVersion(version));
        } catch (RuntimeException e) {
            return Optional.empty();
        }
        header.unknownTaggedFields().clear();
        return Optional.of(new Read(header, from.position()));
    }
}
