package dev.topoxy.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.core.address.NodePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** {@code docs/configuration.md} is written from the schema: run with {@code -Dtopoxy.write.docs=true} to renew it. */
class ReferenceTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "configuration.md");

    @Test
    void the_reference_is_what_the_schema_says() throws IOException {
        if (Boolean.getBoolean("topoxy.write.docs")) {
            Files.createDirectories(DOCUMENT.getParent());
            Files.writeString(DOCUMENT, Reference.markdown());
        }
        assertThat(Files.readString(DOCUMENT)).isEqualTo(Reference.markdown());
    }

    @Test
    void every_default_is_a_value_that_its_key_accepts() {
        for (Section section : Schema.SECTIONS) {
            for (Key<?> key : section.keys()) {
                key.defaultValue().ifPresent(written -> {
                    Faults faults = new Faults();
                    key.type().read(new Node.Scalar(new Origin.Default(), written), key.name(), faults);
                    assertThat(faults.none()).as(key.name()).isTrue();
                });
            }
        }
    }

    @Test
    void the_ports_that_are_checked_are_the_ports_that_are_bound() {
        assertThat(NodePorts.automatic(19092).ports())
                .hasSize(BrokerPorts.AUTOMATIC_PORTS)
                .startsWith(19093)
                .endsWith(19153);
    }
}
