package dev.topoxy.filters.store;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/** A document in little memory: its JSON, deflated. Descriptions are many times larger as objects. */
public final class PackedDocument {

    private final byte[] deflated;

    private PackedDocument(byte[] deflated) {
        this.deflated = deflated;
    }

    public static PackedDocument of(GroupDocument document) {
        return ofJson(GroupDocumentJson.write(document));
    }

    /** Packs what {@link GroupDocumentJson#write} wrote. */
    public static PackedDocument ofJson(byte[] json) {
        var bytes = new ByteArrayOutputStream();
        // A store packs thousands of documents as it starts.
        var deflater = new Deflater(Deflater.BEST_SPEED);
        try (var out = new DeflaterOutputStream(bytes, deflater)) {
            out.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            deflater.end();
        }
        return new PackedDocument(bytes.toByteArray());
    }

    /** As {@link GroupDocumentJson#read}. */
    public Optional<GroupDocument> unpack() throws DamagedDocumentException {
        try (var inflater = new InflaterInputStream(new ByteArrayInputStream(deflated))) {
            return GroupDocumentJson.read(inflater.readNBytes(GroupDocumentJson.MOST_BYTES + 1));
        } catch (IOException e) {
            throw new DamagedDocumentException("cannot be inflated", e);
        }
    }

    /** How many bytes it takes, object headers aside. */
    public int bytes() {
        return deflated.length;
    }
}
