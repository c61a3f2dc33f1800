package dev.topoxy.filters.store;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/** A document in little memory: its JSON, deflated. Descriptions are many times larger as objects. */
final class PackedDocument {

    private final byte[] deflated;

    private PackedDocument(byte[] deflated) {
        this.deflated = deflated;
    }

    static PackedDocument of(GroupDocument document) {
        return ofJson(GroupDocumentJson.write(document));
    }

    /** Packs what {@link GroupDocumentJson#write} wrote. */
    static PackedDocument ofJson(byte[] json) {
        var bytes = new ByteArrayOutputStream();
        try (var deflater = new DeflaterOutputStream(bytes)) {
            deflater.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new PackedDocument(bytes.toByteArray());
    }

    /** As {@link GroupDocumentJson#read}. */
    Optional<GroupDocument> unpack() throws DamagedDocumentException {
        try (var inflater = new InflaterInputStream(new ByteArrayInputStream(deflated))) {
            return GroupDocumentJson.read(inflater.readNBytes(GroupDocumentJson.MOST_BYTES + 1));
        } catch (IOException e) {
            throw new DamagedDocumentException("cannot be inflated", e);
        }
    }

    /** How many bytes it takes, object headers aside. */
    int bytes() {
        return deflated.length;
    }
}
