package dev.topoxy.core.address;

import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * The forms of the responses that end in {@code NodeEndpoints}, from behind the correlation id on. Field names stand
 * beside the bytes they take, in the words of Kafka's message schemas.
 */
final class EndpointLayouts {

    private static final int INT16 = 2;
    private static final int INT32 = 4;
    private static final int INT64 = 8;
    private static final int UUID = 16;

    private static final short PRODUCE_WITH_ENDPOINTS = 10;
    private static final short PRODUCE_WITH_TOPIC_IDS = 13;
    private static final short FETCH_WITH_ENDPOINTS = 16;
    private static final short SHARE_ACKNOWLEDGE_WITH_LOCK_TIMEOUT = 2;

    private static final Layout FETCH = Layout.of(response -> response.tags() // header
            .skip(INT32 + INT16 + INT32) // ThrottleTimeMs, ErrorCode, SessionId
            .compactArray(topic -> topic.skip(UUID)
                    .compactArray(partition -> partition
                            .skip(INT32 + INT16) // PartitionIndex, ErrorCode
                            .skip(INT64 + INT64 + INT64) // HighWatermark, LastStableOffset, LogStartOffset
                            .compactArray(aborted -> aborted.skip(INT64 + INT64).tags())
                            .skip(INT32) // PreferredReadReplica
                            .compact() // Records
                            .tags())
                    .tags())
            .markedTags());

    private static final Layout PRODUCE_BY_NAME = produce(Layout.Builder::compact);
    private static final Layout PRODUCE_BY_ID = produce(topic -> topic.skip(UUID));

    private static final Layout SHARE_FETCH = Layout.of(response -> response.tags() // header
            .skip(INT32 + INT16) // ThrottleTimeMs, ErrorCode
            .compact() // ErrorMessage
            .skip(INT32) // AcquisitionLockTimeoutMs
            .compactArray(topic -> topic.skip(UUID)
                    .compactArray(partition -> partition
                            .skip(INT32 + INT16) // PartitionIndex, ErrorCode
                            .compact() // ErrorMessage
                            .skip(INT16) // AcknowledgeErrorCode
                            .compact() // AcknowledgeErrorMessage
                            .skip(INT32 + INT32) // CurrentLeader
                            .tags()
                            .compact() // Records
                            .compactArray(acquired ->
                                    acquired.skip(INT64 + INT64 + INT16).tags())
                            .tags())
                    .tags())
            .markByte());

    private static final Layout SHARE_ACKNOWLEDGE_1 = shareAcknowledge(0);
    private static final Layout SHARE_ACKNOWLEDGE_2 = shareAcknowledge(INT32);

    private EndpointLayouts() {}

    /** The layout of a version; empty where that version carries no endpoints. */
    static Optional<Layout> of(ApiKeys api, short version) {
        return switch (api) {
            case PRODUCE ->
                version < PRODUCE_WITH_ENDPOINTS
                        ? Optional.empty()
                        : Optional.of(version < PRODUCE_WITH_TOPIC_IDS ? PRODUCE_BY_NAME : PRODUCE_BY_ID);
            case FETCH -> version < FETCH_WITH_ENDPOINTS ? Optional.empty() : Optional.of(FETCH);
            case SHARE_FETCH -> Optional.of(SHARE_FETCH);
            case SHARE_ACKNOWLEDGE ->
                Optional.of(version < SHARE_ACKNOWLEDGE_WITH_LOCK_TIMEOUT ? SHARE_ACKNOWLEDGE_1 : SHARE_ACKNOWLEDGE_2);
            default -> Optional.empty();
        };
    }

    static EndpointsRewriter.Place place(ApiKeys api) {
        return api == ApiKeys.PRODUCE || api == ApiKeys.FETCH
                ? EndpointsRewriter.Place.TAG
                : EndpointsRewriter.Place.FIELD;
    }

    private static Layout produce(Consumer<Layout.Builder> topicKey) {
        return Layout.of(response -> response.tags() // header
                .compactArray(topic -> {
                    topicKey.accept(topic);
                    topic.compactArray(partition -> partition
                                    .skip(INT32 + INT16) // Index, ErrorCode
                                    .skip(INT64 + INT64 + INT64) // BaseOffset, LogAppendTimeMs, LogStartOffset
                                    .compactArray(
                                            error -> error.skip(INT32).compact().tags()) // RecordErrors
                                    .compact() // ErrorMessage
                                    .tags())
                            .tags();
                })
                .skip(INT32) // ThrottleTimeMs
                .markedTags());
    }

    private static Layout shareAcknowledge(int lockTimeoutBytes) {
        return Layout.of(response -> response.tags() // header
                .skip(INT32 + INT16) // ThrottleTimeMs, ErrorCode
                .compact() // ErrorMessage
                .skip(lockTimeoutBytes) // AcquisitionLockTimeoutMs
                .compactArray(topic -> topic.skip(UUID)
                        .compactArray(partition -> partition
                                .skip(INT32 + INT16) // PartitionIndex, ErrorCode
                                .compact() // ErrorMessage
                                .skip(INT32 + INT32) // CurrentLeader
                                .tags()
                                .tags())
                        .tags())
                .markByte());
    }
}
