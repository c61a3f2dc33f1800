package dev.topoxy.core.address;

import java.util.List;
import java.util.Random;
import java.util.function.IntConsumer;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.types.RawTaggedField;

/** Makes up fields: from a seed, so that each can be had again. Arrays are empty, small or larger. */
class SampleFields {

    static final String HOST_MARK = "secret-broker";

    final Random random;
    final short version;
    final boolean flexible;
    private final boolean small;

    SampleFields(int seed, ApiKeys api, short version) {
        this.random = new Random(seed);
        this.version = version;
        this.flexible = api.responseHeaderVersion(version) >= 1;
        this.small = seed % 2 == 0;
    }

    final void some(IntConsumer element) {
        int count = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(small ? 2 : 6);
        int first = random.nextInt(5);
        for (int i = 0; i < count; i++) {
            element.accept(first + i);
        }
    }

    final void tags(List<RawTaggedField> to) {
        if (flexible && random.nextInt(3) == 0) {
            to.add(new RawTaggedField(200 + random.nextInt(20000), bytes(random.nextInt(small ? 4 : 200))));
        }
    }

    final String host() {
        return HOST_MARK
                + switch (random.nextInt(4)) {
                    case 0 -> "-bücher-日本";
                    case 1 -> "-long".repeat(small ? 2 : 60);
                    default -> ".example";
                };
    }

    final int port() {
        return 1 + random.nextInt(65535);
    }

    final String text() {
        return "text" + random.nextInt(1000);
    }

    @SuppressWarnings("NullAway") // the messages' own setters take null, which is what is to be tested
    final String nullableText() {
        return random.nextBoolean() ? null : text();
    }

    final byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }
}
