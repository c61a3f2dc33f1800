package dev.topoxy.filters.store;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.Uuid;

/**
 * Reads of a document's JSON only what a store remembers. Descriptions are skipped over, which yet finds whatever is cut
 * off or not JSON.
 */
public final class GroupSummaryJson {

    private GroupSummaryJson() {}

    /**
     * The summary of what {@link GroupDocumentJson#write} wrote.
     *
     * @return empty where it is of a newer format than this program knows
     * @throws DamagedDocumentException if it is not a document
     */
    public static Optional<GroupSummary> read(byte[] bytes) throws DamagedDocumentException {
        GroupDocumentJson.requireBounded(bytes.length);
        Map<String, String> values = new HashMap<>();
        try (JsonParser json = GroupDocumentJson.MAPPER.createParser(bytes)) {
            json.nextToken();
            readObject(json, values);
            if (json.nextToken() != null) {
                throw new DamagedDocumentException("something follows the document");
            }
            if (Integer.parseInt(text(values, GroupDocumentJson.FORMAT)) > GroupDocumentJson.NEWEST_FORMAT) {
                return Optional.empty();
            }
            return Optional.of(new GroupSummary(
                    text(values, GroupDocumentJson.GROUP_ID),
                    Instant.parse(text(values, GroupDocumentJson.LAST_SEEN)),
                    Uuid.fromString(text(values, GroupDocumentJson.ID)),
                    Uuid.fromString(text(values, GroupDocumentJson.BASE_ID)),
                    text(values, GroupDocumentJson.DIGEST)));
        } catch (IOException | RuntimeException e) {
            throw new DamagedDocumentException("not a document of a group", e);
        }
    }

    private static void readObject(JsonParser json, Map<String, String> values) throws IOException {
        if (!json.isExpectedStartObjectToken()) {
            throw new IOException("an object is missing");
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            JsonToken value = json.nextToken();
            if (value == JsonToken.START_ARRAY && name.equals(GroupDocumentJson.VERSIONS)) {
                readFirst(json, values);
            } else if (value.isScalarValue()) {
                values.put(name, json.getText());
            } else {
                json.skipChildren();
            }
        }
    }

    private static void readFirst(JsonParser json, Map<String, String> values) throws IOException {
        json.nextToken();
        readObject(json, values);
        while (json.nextToken() != JsonToken.END_ARRAY) {
            json.skipChildren();
        }
    }

    private static String text(Map<String, String> values, String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return value;
    }
}
