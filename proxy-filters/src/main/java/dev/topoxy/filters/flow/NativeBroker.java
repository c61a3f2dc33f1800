package dev.topoxy.filters.flow;

import dev.topoxy.core.filter.BrokerApis;
import dev.topoxy.core.filter.Call;
import dev.topoxy.filters.NativeMode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescription;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;

/**
 * Who serves topology descriptions on one connection: the proxy, or a broker that speaks KIP-1331 itself. Such a broker
 * looks the same with and without a plugin, so it is asked with a push that cannot succeed: it has no member id. Used on
 * the connection's event loop only.
 */
final class NativeBroker {

    enum Server {
        /** The proxy serves. */
        PROXY,
        /** The broker serves: nothing is touched. */
        BROKER,
        /** The broker did not tell; it will be asked again later, and nothing is touched until then. */
        UNKNOWN
    }

    private static final long ASK_AGAIN_NANOS = Duration.ofSeconds(10).toNanos();

    private final NativeMode mode;
    private final LongSupplier nanoTime;
    private Server answered = Server.UNKNOWN;
    private @Nullable CompletableFuture<Server> asking;
    private boolean askedInVain;
    private long askAgainAt;

    NativeBroker(NativeMode mode, LongSupplier nanoTime) {
        this.mode = mode;
        this.nanoTime = nanoTime;
    }

    /** Who serves, as far as it is known without asking. */
    Server known(BrokerApis apis) {
        if (!isNative(apis)) {
            return Server.PROXY;
        }
        return switch (mode) {
            case ALWAYS_PROXY -> Server.PROXY;
            case NEVER -> Server.BROKER;
            case AUTO -> answered;
        };
    }

    /**
     * Who serves; the broker is asked where that is not known.
     *
     * @param groupId a group on which the client has, presumably, READ: without it the broker does not tell
     */
    CompletableFuture<Server> decide(Call call, BrokerApis apis, String groupId) {
        Server known = known(apis);
        if (known != Server.UNKNOWN) {
            return CompletableFuture.completedFuture(known);
        }
        if (asking != null) {
            return asking;
        }
        if (askedInVain && nanoTime.getAsLong() - askAgainAt < 0) {
            return CompletableFuture.completedFuture(Server.UNKNOWN);
        }
        CompletableFuture<Server> answer = call.<StreamsGroupTopologyDescriptionUpdateResponseData>toBroker(
                        pushWithoutMember(groupId), (short) 0)
                .handle((response, failure) -> {
                    asking = null;
                    learn(failure == null ? Errors.forCode(response.errorCode()) : Errors.NETWORK_EXCEPTION);
                    return answered;
                });
        if (!answer.isDone()) {
            asking = answer;
        }
        return answer;
    }

    static boolean isNative(BrokerApis apis) {
        return apis.range(ApiKeys.STREAMS_GROUP_TOPOLOGY_DESCRIPTION_UPDATE).isPresent();
    }

    private void learn(Errors error) {
        if (error == Errors.UNSUPPORTED_VERSION) {
            answered = Server.PROXY;
        } else if (error == Errors.INVALID_REQUEST) {
            answered = Server.BROKER;
        } else {
            askedInVain = true;
            askAgainAt = nanoTime.getAsLong() + ASK_AGAIN_NANOS;
        }
    }

    private static StreamsGroupTopologyDescriptionUpdateRequestData pushWithoutMember(String groupId) {
        return new StreamsGroupTopologyDescriptionUpdateRequestData()
                .setGroupId(groupId)
                .setMemberId("")
                .setTopologyDescription(new TopologyDescription());
    }
}
