package dev.topoxy.core.session;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.topoxy.core.support.AllocationMeter;
import dev.topoxy.core.wire.MalformedFrameException;
import dev.topoxy.core.wire.Messages;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.apache.kafka.common.protocol.ApiKeys;
import org.junit.jupiter.api.Timeout;

/** No request that filters read takes more heap than the budget is asked for, well-formed or not. */
class DecodeBudgetFuzzTest {

    private static final ApiKeys[] READ_HERE = {
        ApiKeys.API_VERSIONS,
        ApiKeys.SASL_HANDSHAKE,
        ApiKeys.SASL_AUTHENTICATE,
        ApiKeys.DELETE_GROUPS,
        ApiKeys.STREAMS_GROUP_HEARTBEAT,
        ApiKeys.STREAMS_GROUP_DESCRIBE,
        ApiKeys.STREAMS_GROUP_TOPOLOGY_DESCRIPTION_UPDATE
    };

    /** A message without anything in it, and an exception with its trace. */
    private static final int BYTES_BESIDES = 16 * 1024;

    @FuzzTest(maxDuration = "3s")
    @Timeout(10)
    void decoding_takes_no_more_than_the_estimate(FuzzedDataProvider data) {
        ApiKeys api = data.pickValue(READ_HERE);
        short version = (short) data.consumeInt(api.oldestVersion(), api.latestVersion());
        ByteBuf body = Unpooled.wrappedBuffer(data.consumeRemainingAsBytes());

        AllocationMeter.assertTakesAtMost(
                DecodeBudget.cost(body) + BYTES_BESIDES,
                MalformedFrameException.class,
                () -> Messages.read(api.messageType.newRequest(), body.readerIndex(0), version));
    }
}
