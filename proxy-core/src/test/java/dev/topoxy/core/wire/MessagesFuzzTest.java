package dev.topoxy.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.topoxy.core.filter.BrokerApis;
import dev.topoxy.core.support.AllocationMeter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.junit.jupiter.api.Timeout;

/** Answers that are read here are decoded or malformed, and what they announce is not allocated before it is there. */
class MessagesFuzzTest {

    private static final ApiKeys[] READ_HERE = {
        ApiKeys.API_VERSIONS,
        ApiKeys.METADATA,
        ApiKeys.SASL_HANDSHAKE,
        ApiKeys.SASL_AUTHENTICATE,
        ApiKeys.DELETE_GROUPS,
        ApiKeys.DESCRIBE_GROUPS,
        ApiKeys.STREAMS_GROUP_HEARTBEAT,
        ApiKeys.STREAMS_GROUP_DESCRIBE,
        ApiKeys.STREAMS_GROUP_TOPOLOGY_DESCRIPTION_UPDATE
    };

    private static final int BYTES_PER_BYTE = 256;
    private static final int BYTES_BESIDES = 32 * 1024;

    @FuzzTest(maxDuration = "3s")
    @Timeout(10)
    void an_answer_is_read_or_malformed(FuzzedDataProvider data) {
        ApiKeys api = data.pickValue(READ_HERE);
        short version = (short) data.consumeInt(api.oldestVersion(), api.latestVersion());
        byte[] bytes = data.consumeRemainingAsBytes();
        ByteBuf frame = Unpooled.wrappedBuffer(bytes);

        AllocationMeter.assertTakesAtMost(
                (long) BYTES_PER_BYTE * bytes.length + BYTES_BESIDES,
                MalformedFrameException.class,
                () -> read(api, version, frame.readerIndex(0)));
    }

    private static void read(ApiKeys api, short version, ByteBuf frame) {
        ApiMessage response = Messages.readResponse(api, version, frame);
        if (response instanceof ApiVersionsResponseData apiVersions) {
            BrokerApis.of(apiVersions)
                    .ranges()
                    .forEach((key, range) -> assertThat(range.min()).isBetween((short) 0, range.max()));
        }
    }
}
