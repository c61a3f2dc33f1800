package dev.topoxy.filters.store.kafka;

import java.nio.ByteBuffer;
import java.util.OptionalLong;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** The header that says which record of its key a record was written in place of. */
final class AfterHeader {

    private static final String NAME = "after";

    private AfterHeader() {}

    static void set(Headers headers, long offset) {
        headers.add(NAME, ByteBuffer.allocate(Long.BYTES).putLong(offset).array());
    }

    /** Empty where there is none, or what somebody else put there. */
    static OptionalLong of(Headers headers) {
        Header header = headers.lastHeader(NAME);
        byte[] value = header == null ? null : header.value();
        return value == null || value.length != Long.BYTES
                ? OptionalLong.empty()
                : OptionalLong.of(ByteBuffer.wrap(value).getLong());
    }
}
