package dev.topoxy.core.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.common.protocol.types.RawTaggedField;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestHeadersTest {

    @ParameterizedTest
    @CsvSource(
            nullValues = "null",
            value = {"0, null", "0, ''", "1, app-1", "1, übergröße"})
    void reads_what_kafka_clients_write_and_skips_tagged_fields(short version, String clientId) {
        RequestHeaderData written = new RequestHeaderData()
                .setRequestApiKey(ApiKeys.STREAMS_GROUP_HEARTBEAT.id)
                .setRequestApiVersion(version)
                .setCorrelationId(-7)
                .setClientId(clientId);
        written.unknownTaggedFields().add(new RawTaggedField(3, new byte[200]));
        ByteBuf frame = bytes(written, (short) 2);
        RequestHeaderData read = RequestHeaders.read(ApiKeys.STREAMS_GROUP_HEARTBEAT, frame);
        assertThat(frame.isReadable()).isFalse();
        assertThat(read.correlationId()).isEqualTo(-7);
        assertThat(read.requestApiVersion()).isEqualTo(version);
        assertThat(read.clientId()).isEqualTo(clientId);
    }

    @Test
    void a_header_before_tagged_fields_existed_ends_with_the_client_id() {
        RequestHeaderData written = new RequestHeaderData()
                .setRequestApiKey(ApiKeys.SASL_HANDSHAKE.id)
                .setRequestApiVersion((short) 1)
                .setClientId("c");
        ByteBuf frame = Unpooled.wrappedBuffer(bytes(written, (short) 1), Unpooled.wrappedBuffer(new byte[5]));
        RequestHeaders.read(ApiKeys.SASL_HANDSHAKE, frame);
        assertThat(frame.readableBytes()).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "005800010000",
                "005800010000000100",
                "005800010000000100054142",
                "0058000100000001ffff01",
                "0058000100000001ffff010102ff",
                "0058000100000001ffffffffffffffff",
                "0058000100000001ffff0100ffffffff7f"
            })
    void a_header_that_lies_about_lengths_is_malformed(String hex) {
        ByteBuf frame = Unpooled.wrappedBuffer(HexFormat.of().parseHex(hex));
        assertThatThrownBy(() -> RequestHeaders.read(ApiKeys.STREAMS_GROUP_HEARTBEAT, frame))
                .isInstanceOf(MalformedFrameException.class);
    }

    private static ByteBuf bytes(RequestHeaderData header, short headerVersion) {
        ObjectSerializationCache cache = new ObjectSerializationCache();
        ByteBuffer bytes = ByteBuffer.allocate(header.size(cache, headerVersion));
        header.write(new ByteBufferAccessor(bytes), cache, headerVersion);
        bytes.flip();
        return Unpooled.wrappedBuffer(bytes);
    }
}
