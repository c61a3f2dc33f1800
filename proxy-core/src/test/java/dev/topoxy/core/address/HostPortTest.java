package dev.topoxy.core.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostPortTest {

    @ParameterizedTest
    @CsvSource({
        "broker1:9092,broker1,9092",
        "'  broker1:9092 ',broker1,9092",
        "10.0.0.1:0,10.0.0.1,0",
        "[::1]:65535,::1,65535",
        "[fe80::1%eth0]:9092,fe80::1%eth0,9092"
    })
    void reads_names_and_address_literals(String text, String host, int port) {
        HostPort read = HostPort.parse(text);
        assertThat(read).isEqualTo(new HostPort(host, port));
        assertThat(HostPort.parse(read.toString())).isEqualTo(read);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "broker1",
                "broker1:",
                ":9092",
                " :9092",
                "[]:9092",
                "::1:9092",
                "broker1:65536",
                "broker1:-1",
                "broker1:+1",
                "broker1: 1",
                "broker1:9092x",
                "broker1:99999999999"
            })
    void refuses_what_is_no_address(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> HostPort.parse(text));
    }

    @Test
    void an_ipv6_address_without_brackets_is_refused_with_the_remedy() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HostPort.parse("fe80::1:9092"))
                .withMessageContainingAll("fe80::1:9092", "brackets");
    }

    @Test
    void a_list_ignores_blanks_and_empty_parts() {
        assertThat(HostPort.parseList(" a:1 ,, b:2,[::1]:3 , "))
                .containsExactly(new HostPort("a", 1), new HostPort("b", 2), new HostPort("::1", 3));
        assertThat(HostPort.parseList("")).isEmpty();
        assertThat(HostPort.parseList(" , ")).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> HostPort.parseList("a:1,b"));
    }

    @Test
    void the_same_place_is_known_whatever_its_case_and_trailing_dot() {
        HostPort place = new HostPort("Broker1.Example", 9092);
        assertThat(place.sameAs(new HostPort("broker1.example.", 9092))).isTrue();
        assertThat(place.sameAs(new HostPort("broker1.example", 9093))).isFalse();
        assertThat(place.sameAs(new HostPort("broker2.example", 9092))).isFalse();
    }
}
