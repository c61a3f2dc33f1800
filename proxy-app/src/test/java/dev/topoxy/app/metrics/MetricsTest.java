package dev.topoxy.app.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.core.event.CloseReason;
import dev.topoxy.core.event.PauseReason;
import dev.topoxy.core.event.Side;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;

class MetricsTest {

    private final Metrics metrics = new Metrics();
    private final RelayMetrics relay = new RelayMetrics("main");
    private final TopologyMetrics topology = new TopologyMetrics("main");

    MetricsTest() {
        metrics.add(relay);
        metrics.add(topology);
    }

    private List<String> scrape() {
        return metrics.scrape().lines().toList();
    }

    @Test
    void connections_are_counted_from_beginning_to_end() {
        relay.connectionOpened();
        relay.connectionOpened();
        relay.connectionClosed(CloseReason.Kind.MALFORMED_REQUEST);
        assertThat(scrape())
                .contains(
                        "topoxy_connections{cluster=\"main\"} 1.0",
                        "topoxy_connections_opened_total{cluster=\"main\"} 2.0",
                        "topoxy_connections_closed_total{cluster=\"main\",reason=\"malformed_request\"} 1.0",
                        "topoxy_connections_closed_total{cluster=\"main\",reason=\"client_closed\"} 0.0");
    }

    @Test
    void connections_that_fail_in_their_handshake_are_counted_apart() {
        relay.connectionRefused(CloseReason.Kind.NOT_TLS);
        assertThat(scrape())
                .contains(
                        "topoxy_connections_refused_total{cluster=\"main\",reason=\"not_tls\"} 1.0",
                        "topoxy_connections{cluster=\"main\"} 0.0");
    }

    @Test
    void requests_are_counted_and_timed_by_api() {
        relay.requestReceived(ApiKeys.FETCH.id);
        relay.requestAnswered(ApiKeys.FETCH.id, Duration.ofMillis(3).toNanos());
        relay.requestAnswered(ApiKeys.FETCH.id, Duration.ofMinutes(3).toNanos());
        assertThat(scrape())
                .contains(
                        "topoxy_requests_total{api=\"Fetch\",cluster=\"main\"} 1.0",
                        "topoxy_request_seconds_bucket{api=\"Fetch\",cluster=\"main\",le=\"0.0025\"} 0",
                        "topoxy_request_seconds_bucket{api=\"Fetch\",cluster=\"main\",le=\"0.005\"} 1",
                        "topoxy_request_seconds_bucket{api=\"Fetch\",cluster=\"main\",le=\"30.0\"} 1",
                        "topoxy_request_seconds_bucket{api=\"Fetch\",cluster=\"main\",le=\"+Inf\"} 2",
                        "topoxy_request_seconds_count{api=\"Fetch\",cluster=\"main\"} 2",
                        "topoxy_request_seconds_sum{api=\"Fetch\",cluster=\"main\"} 180.003");
    }

    @Test
    void whatever_a_client_sends_as_api_key_makes_no_more_than_one_series() {
        for (int key = Short.MIN_VALUE; key <= Short.MAX_VALUE; key++) {
            relay.requestReceived((short) key);
        }
        int apis = ApiKeys.values().length;
        assertThat(scrape().stream().filter(line -> line.startsWith("topoxy_requests_total{")))
                .hasSizeLessThanOrEqualTo(apis + 1)
                .contains("topoxy_requests_total{api=\"other\",cluster=\"main\"} " + (65_536.0 - apis));
    }

    @Test
    void pauses_are_counted_and_those_that_last_are_shown() {
        relay.readingPaused(Side.CLIENT, PauseReason.OTHER_SIDE_FULL);
        relay.readingPaused(Side.CLIENT, PauseReason.OTHER_SIDE_FULL);
        relay.readingResumed(Side.CLIENT, PauseReason.OTHER_SIDE_FULL);
        assertThat(scrape())
                .contains(
                        "topoxy_reading_pauses_total{cluster=\"main\",reason=\"other_side_full\",side=\"client\"} 2.0",
                        "topoxy_reading_paused{cluster=\"main\",reason=\"other_side_full\",side=\"client\"} 1.0");
    }

    @Test
    void refused_pushes_are_told_apart_by_their_error() {
        topology.pushReceived();
        topology.pushRefused(Errors.UNKNOWN_MEMBER_ID);
        assertThat(scrape())
                .contains(
                        "topoxy_pushes_received_total{cluster=\"main\"} 1.0",
                        "topoxy_pushes_refused_total{cluster=\"main\",reason=\"unknown_member_id\"} 1.0");
    }

    @Test
    void java_and_netty_are_shown_too() {
        assertThat(scrape())
                .anyMatch(line -> line.startsWith("jvm_memory_used_bytes{"))
                .anyMatch(line -> line.startsWith("process_cpu_usage "))
                .anyMatch(line -> line.startsWith("netty_allocator_memory_used"));
    }
}
