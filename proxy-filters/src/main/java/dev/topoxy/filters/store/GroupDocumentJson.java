package dev.topoxy.filters.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.topoxy.filters.description.DescribedDescription;
import dev.topoxy.filters.description.DescriptionDigest;
import dev.topoxy.filters.description.PushedDescription;
import dev.topoxy.plugin.TopologyDescriptionTooLargeException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseDataJsonConverter;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestDataJsonConverter;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;

/**
 * Documents as JSON that people can read. A description has the field names of the protocol's own JSON form, in which
 * pushed and described ones look alike. The members of a version stand in the order that {@link GroupSummaryJson} likes.
 */
public final class GroupDocumentJson {

    /** The largest document that is written or read, in bytes: far more than histories of the largest descriptions. */
    public static final int MOST_BYTES = 64 << 20;

    static final String FORMAT = "format";
    static final String GROUP_ID = "groupId";
    static final String LAST_SEEN = "lastSeen";
    static final String VERSIONS = "versions";
    static final String ID = "topologyDescriptionId";
    static final String BASE_ID = "baseId";
    static final String DIGEST = "digest";

    /** Documents of other proxies may be newer; see {@link #read}. */
    static final int NEWEST_FORMAT = 1;

    private static final String EPOCH = "topologyEpoch";
    private static final String STORED_AT = "storedAt";
    private static final String MEMBER_ID = "memberId";
    private static final String CLIENT_ID = "clientId";
    private static final String PRINCIPAL = "principal";
    private static final String DESCRIPTION = "topologyDescription";

    static final ObjectMapper MAPPER = new ObjectMapper();

    private GroupDocumentJson() {}

    /**
     * The document in UTF-8.
     *
     * @throws TopologyDescriptionTooLargeException if that takes more than {@link #MOST_BYTES}
     */
    public static byte[] write(GroupDocument document) {
        ObjectNode json = MAPPER.createObjectNode()
                .put(FORMAT, NEWEST_FORMAT)
                .put(GROUP_ID, document.groupId())
                .put(LAST_SEEN, document.lastSeen().toString());
        ArrayNode versions = json.putArray(VERSIONS);
        document.versions().forEach(version -> versions.add(json(version)));
        byte[] bytes;
        try {
            bytes = MAPPER.writeValueAsBytes(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the document cannot be written as JSON", e);
        }
        if (bytes.length > MOST_BYTES) {
            throw new TopologyDescriptionTooLargeException("With the group's earlier descriptions it takes "
                    + bytes.length + " bytes, more than the " + MOST_BYTES + " that are kept: lower "
                    + HistoryStore.HISTORY + ".");
        }
        return bytes;
    }

    private static JsonNode json(DescriptionVersion version) {
        ObjectNode json = MAPPER.createObjectNode()
                .put(ID, version.id().toString())
                .put(BASE_ID, version.baseId().toString())
                .put(DIGEST, version.digest())
                .put(EPOCH, version.topologyEpoch())
                .put(STORED_AT, version.storedAt().toString())
                .put(MEMBER_ID, version.memberId())
                .put(CLIENT_ID, version.clientId())
                .put(PRINCIPAL, version.principal());
        return json.set(
                DESCRIPTION,
                StreamsGroupDescribeResponseDataJsonConverter.TopologyDescriptionJsonConverter.write(
                        DescribedDescription.fromRecord(version.description()),
                        ApiKeys.STREAMS_GROUP_DESCRIBE.latestVersion()));
    }

    /**
     * Reads what {@link #write} wrote, and proves that no description was altered since.
     *
     * @return empty where it is of a newer format than this program knows
     * @throws DamagedDocumentException if it is not a document
     */
    public static Optional<GroupDocument> read(byte[] bytes) throws DamagedDocumentException {
        requireBounded(bytes.length);
        try {
            JsonNode json = MAPPER.readTree(bytes);
            if (json.required(FORMAT).asInt() > NEWEST_FORMAT) {
                return Optional.empty();
            }
            List<DescriptionVersion> versions = new ArrayList<>();
            for (JsonNode version : json.required(VERSIONS)) {
                versions.add(version(version));
            }
            return Optional.of(new GroupDocument(text(json, GROUP_ID), Instant.parse(text(json, LAST_SEEN)), versions));
        } catch (IOException | RuntimeException e) {
            throw new DamagedDocumentException("not a document of a group", e);
        }
    }

    private static DescriptionVersion version(JsonNode json) throws DamagedDocumentException {
        StreamsGroupTopologyDescription description = PushedDescription.toRecord(
                StreamsGroupTopologyDescriptionUpdateRequestDataJsonConverter.TopologyDescriptionJsonConverter.read(
                        json.required(DESCRIPTION), ApiKeys.STREAMS_GROUP_TOPOLOGY_DESCRIPTION_UPDATE.latestVersion()));
        String digest = text(json, DIGEST);
        if (!digest.equals(DescriptionDigest.of(description))) {
            throw new DamagedDocumentException("a description does not have its digest");
        }
        return new DescriptionVersion(
                Uuid.fromString(text(json, ID)),
                Uuid.fromString(text(json, BASE_ID)),
                json.required(EPOCH).asInt(),
                Instant.parse(text(json, STORED_AT)),
                text(json, MEMBER_ID),
                text(json, CLIENT_ID),
                text(json, PRINCIPAL),
                digest,
                description);
    }

    private static String text(JsonNode json, String name) {
        JsonNode value = json.required(name);
        if (!value.isTextual()) {
            throw new IllegalArgumentException(name + " is not a text");
        }
        return value.textValue();
    }

    static void requireBounded(long bytes) throws DamagedDocumentException {
        if (bytes > MOST_BYTES) {
            throw new DamagedDocumentException(bytes + " bytes are more than a document takes");
        }
    }
}
