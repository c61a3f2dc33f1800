package dev.topoxy.filters.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.message.ResponseHeaderData;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;

/** Frames captured between released clients and brokers, read from the test resources. */
public final class Frames {

    private Frames() {}

    public static <M extends ApiMessage> M request(String name, M body, int version) {
        ByteBufferAccessor frame = frame(name);
        new RequestHeaderData().read(frame, (short) 2);
        body.read(frame, (short) version);
        return body;
    }

    public static <M extends ApiMessage> M response(String name, M body, int version) {
        ByteBufferAccessor frame = frame(name);
        new ResponseHeaderData().read(frame, (short) 1);
        body.read(frame, (short) version);
        return body;
    }

    private static ByteBufferAccessor frame(String name) {
        try (InputStream in = Frames.class.getResourceAsStream("/frames/" + name)) {
            if (in == null) {
                throw new IllegalArgumentException("no frame " + name);
            }
            String hex = new String(in.readAllBytes(), StandardCharsets.US_ASCII).strip();
            ByteBuffer bytes = ByteBuffer.wrap(HexFormat.of().parseHex(hex));
            bytes.getInt();
            return new ByteBufferAccessor(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
