package dev.topoxy.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;

class ErrorCodesTest {

    @Test
    void the_numbers_are_those_of_kafka() {
        assertThat(ErrorCodes.NONE).isEqualTo(Errors.NONE.code());
        assertThat(ErrorCodes.UNSUPPORTED_VERSION).isEqualTo(Errors.UNSUPPORTED_VERSION.code());
    }
}
