package dev.topoxy.core.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodePortsTest {

    @Test
    void automatic_ports_hold_the_usual_node_ids_without_a_setting() {
        for (int[] ids : new int[][] {{0, 1, 2}, {1001, 1002, 1003}, {1, 5, 4711}}) {
            NodePorts ports = NodePorts.automatic(19092);
            assertThat(IntStream.of(ids).map(id -> ports.portOf(id).orElseThrow()))
                    .doesNotHaveDuplicates()
                    .allMatch(port -> ports.ports().contains(port));
        }
    }

    @Test
    void automatic_ports_are_the_61_after_the_bootstrap_port_and_the_same_everywhere() {
        NodePorts ports = NodePorts.automatic(9092);
        assertThat(ports.ports()).hasSize(61).startsWith(9093).endsWith(9153);
        assertThat(ports.portOf(0)).hasValue(9093);
        assertThat(ports.portOf(60)).hasValue(9153);
        assertThat(ports.portOf(61)).hasValue(9093);
        assertThat(ports.portOf(Integer.MAX_VALUE)).hasValue(9093 + Integer.MAX_VALUE % 61);
        assertThat(ports.portOf(-1)).isEmpty();
        assertThat(ports.tolerant()).isTrue();
        assertThat(ports).isEqualTo(NodePorts.automatic(9092)).hasToString("9093-9153 (automatic)");
        assertThat(ports.outsideHint(62)).contains("brokers.ports", "62", "port for each node id");
    }

    @Test
    void automatic_ports_end_at_65535_at_the_latest() {
        assertThat(NodePorts.automatic(65474).ports()).endsWith(65535);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NodePorts.automatic(65475))
                .withMessageContainingAll("65475", "65535", "up to 65474");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 65536})
    void an_ephemeral_or_impossible_bootstrap_port_has_no_automatic_ports(int port) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NodePorts.automatic(port))
                .withMessageContaining("port " + port);
    }

    @Test
    void a_range_counts_from_its_first_node_id() {
        NodePorts ports = NodePorts.range(9093, 9095, 1001);
        assertThat(ports.ports()).containsExactly(9093, 9094, 9095);
        assertThat(ports.portOf(1000)).isEmpty();
        assertThat(ports.portOf(1001)).hasValue(9093);
        assertThat(ports.portOf(1003)).hasValue(9095);
        assertThat(ports.portOf(1004)).isEmpty();
        assertThat(ports.portOf(-1)).isEmpty();
        assertThat(ports.portOf(Integer.MAX_VALUE)).isEmpty();
        assertThat(ports.tolerant()).isFalse();
        assertThat(ports).hasToString("9093-9095");
    }

    @Test
    void the_hint_of_a_range_names_the_remedy() {
        assertThat(NodePorts.range(9093, 9094, 1).outsideHint(3))
                .isEqualTo("brokers.ports: 9093-9094 holds 2 brokers, but node id 3 exists: widen the range");
        assertThat(NodePorts.range(9093, 9093, 1).outsideHint(0))
                .isEqualTo("brokers.ports: 9093-9093 holds 1 broker, but node id 0 exists:"
                        + " lower the first node id, which is 1");
    }

    @Test
    void impossible_ranges_are_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> NodePorts.range(9094, 9093, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> NodePorts.range(0, 9093, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> NodePorts.range(9093, 65536, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> NodePorts.range(9093, 9094, -1));
    }

    @Test
    void explicit_ports_hold_what_is_listed_and_do_not_change() {
        TreeMap<Integer, Integer> listed = new TreeMap<>(Map.of(1, 9101, 4711, 9100));
        NodePorts ports = NodePorts.explicit(listed);
        listed.put(2, 9102);
        assertThat(ports.ports()).containsExactly(9101, 9100);
        assertThat(ports.portOf(4711)).hasValue(9100);
        assertThat(ports.portOf(2)).isEmpty();
        assertThat(ports.tolerant()).isFalse();
        assertThat(ports).hasToString("{1=9101, 4711=9100}");
        assertThat(ports.outsideHint(2))
                .isEqualTo("brokers.ports: {1=9101, 4711=9100} lists no port for node id 2, which exists: add one");
    }

    @Test
    void impossible_lists_are_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> NodePorts.explicit(new TreeMap<>()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NodePorts.explicit(new TreeMap<>(Map.of(1, 9100, 2, 9100))))
                .withMessageContaining("9100 is listed for two");
        assertThatIllegalArgumentException().isThrownBy(() -> NodePorts.explicit(new TreeMap<>(Map.of(-1, 9100))));
        assertThatIllegalArgumentException().isThrownBy(() -> NodePorts.explicit(new TreeMap<>(Map.of(1, 0))));
    }
}
