package dev.topoxy.app.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.core.event.CloseReason;
import dev.topoxy.filters.plugin.PluginOperation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsReferenceTest {

    private static final Path DOCS = Path.of("..", "docs");

    /** Names of series as they stand in a scrape of a proxy to which everything has happened once. */
    private static Set<String> series() {
        Metrics metrics = new Metrics();
        RelayMetrics relay = new RelayMetrics("main");
        relay.connectionOpened();
        relay.connectionClosed(CloseReason.Kind.CLIENT_CLOSED);
        relay.connectionRefused(CloseReason.Kind.NOT_TLS);
        relay.requestReceived(ApiKeys.FETCH.id);
        relay.requestAnswered(ApiKeys.FETCH.id, 1);
        relay.filterAnswered(ApiKeys.FETCH, 1, true);
        TopologyMetrics topology = new TopologyMetrics("main");
        topology.pushRefused(Errors.GROUP_ID_NOT_FOUND);
        topology.called(PluginOperation.SET, 1, true);
        metrics.add(relay);
        metrics.add(topology);
        metrics.add(MetricsReferenceTest::singles);
        return metrics.scrape()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.replaceAll("[{ ].*", ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** What whoever wires the program together adds. */
    private static void singles(Samples out) {
        out.add(Metric.BUILD, 1, "1.0", "17");
        out.add(Metric.READY, 1);
        out.add(Metric.TLS_EXPIRY, 1, "cluster main: tls");
        out.add(Metric.DIRECT_MEMORY, 1);
        out.add(Metric.DIRECT_MEMORY_USED, 1);
        out.add(Metric.TLS_RELOAD_FAILURES, 1, "cluster main: tls");
        out.add(Metric.GATHER_BUDGET, 1);
        out.add(Metric.GATHER_USED, 1);
        out.add(Metric.DECODE_BUDGET, 1);
        out.add(Metric.DECODE_USED, 1);
        out.add(Metric.DECODE_WAITING, 1);
        out.add(Metric.GROUPS, 1, "main", "stored");
        out.add(Metric.DESCRIPTIONS, 1, "main");
        out.add(Metric.DESCRIPTIONS_BYTES, 1, "main");
        out.add(Metric.STORE_LOADED, 1, "main");
        out.add(Metric.STORE_LAG_RECORDS, 1, "main");
        out.add(Metric.STORE_LAG, 1, "main");
    }

    @Test
    void the_reference_is_what_the_code_says() throws IOException {
        Path document = DOCS.resolve("metrics.md");
        if (Boolean.getBoolean("topoxy.write.docs")) {
            Files.writeString(document, MetricsReference.markdown());
        }
        assertThat(Files.readString(document)).isEqualTo(MetricsReference.markdown());
    }

    @Test
    void what_is_documented_is_what_is_shown() {
        Set<String> shown = series().stream()
                .map(name -> name.replaceAll("_(bucket|sum|count)$", ""))
                .filter(name -> name.startsWith("topoxy_"))
                .collect(Collectors.toSet());
        assertThat(shown)
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(Metric.values()).map(Metric::exposedName).toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"monitoring/grafana-dashboard.json", "monitoring/prometheus-alerts.yaml", "metrics.md"})
    void dashboard_alerts_and_reference_name_only_series_that_exist(String file) throws IOException {
        Set<String> shown = series();
        Matcher names = Pattern.compile("\\b(topoxy|jvm|process|netty_allocator)_[a-z_]*[a-z]\\b(?!\\*)")
                .matcher(Files.readString(DOCS.resolve(file)));
        Set<String> named =
                names.results().map(result -> result.group()).collect(Collectors.toCollection(TreeSet::new));
        assertThat(named).hasSizeGreaterThan(5);
        named.removeIf(name -> Arrays.stream(Metric.values())
                .anyMatch(metric -> metric.kind() == Metric.Kind.HISTOGRAM
                        && metric.exposedName().equals(name)
                        && file.endsWith(".md")));
        assertThat(shown).containsAll(named);
    }
}
