package dev.topoxy.filters.lineage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.topoxy.filters.TopologyDescriptionFilters;
import dev.topoxy.filters.TopologyDescriptionSettings;
import dev.topoxy.filters.group.TopologyListener;
import dev.topoxy.filters.plugin.PluginListener;
import dev.topoxy.filters.support.ScriptedBroker;
import dev.topoxy.filters.support.ScriptedConnection;
import dev.topoxy.filters.support.StreamsGroup;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;

/** The whole way: a client's push, the flow, the store, the catalog. */
class PushToCatalogTest {

    @Test
    void a_push_that_a_client_is_answered_reaches_the_catalog() throws Exception {
        var broker = ScriptedBroker.kafka43();
        var group = new StreamsGroup("g1").on(broker);
        try (var receiver = new Receiver();
                var filters = TopologyDescriptionFilters.create(
                        "c",
                        "",
                        TopologyDescriptionSettings.memory(),
                        Optional.of(new OpenLineageSettings(
                                receiver.url(), Optional.empty(), "n", "d", Duration.ofSeconds(20), 10)),
                        PluginListener.NONE,
                        TopologyListener.NONE)) {
            var connection = new ScriptedConnection(broker, filters);

            StreamsGroupTopologyDescriptionUpdateResponseData answer = connection
                    .<StreamsGroupTopologyDescriptionUpdateResponseData>send(group.push("m1"), 0)
                    .join();

            assertThat(Errors.forCode(answer.errorCode())).isEqualTo(Errors.NONE);
            await().untilAsserted(() -> assertThat(receiver.received())
                    .singleElement()
                    .satisfies(request -> {
                        assertThat(request.body()).contains("\"namespace\":\"n\",\"name\":\"g1\"");
                        assertThat(request.authorization())
                                .as("without a token")
                                .isEqualTo("null");
                    }));
        }
    }
}
