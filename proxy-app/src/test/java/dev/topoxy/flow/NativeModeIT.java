package dev.topoxy.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.ProxyConfigFile;
import dev.topoxy.testkit.ProxyProcess;
import dev.topoxy.testkit.RawClient;
import dev.topoxy.testkit.RawMember;
import dev.topoxy.testkit.SharedBrokers;
import dev.topoxy.testkit.Workspace;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.message.StreamsGroupDescribeRequestData;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who serves topology descriptions where the broker could, too. */
class NativeModeIT {

    /**
     * One way to be set up.
     *
     * @param asked whether the member is asked to push
     * @param pushed how its push is answered
     * @param throughProxy the status in a describe through the proxy afterwards: 1 not stored, 3 available
     * @param direct the status in a describe at the broker
     */
    @ParameterizedTest
    @CsvSource({
        "auto,         true,  true,  NONE,                3, 3",
        "auto,         false, true,  NONE,                3, 1",
        "never,        true,  true,  NONE,                3, 3",
        "never,        false, false, UNSUPPORTED_VERSION, 1, 1",
        "always-proxy, true,  true,  NONE,                3, 1",
        "always-proxy, false, true,  NONE,                3, 1",
    })
    void before_a_broker_of_4_4(
            String mode,
            boolean brokerHasPlugin,
            boolean asked,
            Errors pushed,
            byte throughProxy,
            byte direct,
            @TempDir Path directory)
            throws Exception {
        KafkaCluster cluster = Brisk.prepared(
                brokerHasPlugin ? SharedBrokers.nativeWithPlugin() : SharedBrokers.of(KafkaArtifacts.V4_4));
        String listen = "127.0.0.1:" + FreePorts.consecutive(ProxyProcess.PORTS);
        Path config = ProxyConfigFile.write(directory, "main", cluster.bootstrap(), listen, Map.of("native", mode));
        String group = "mode-" + mode;
        try (ProxyProcess proxy = ProxyProcess.withConfig(
                        config, listen, Workspace.target("logs").resolve("native-mode-proxy.log"));
                RawClient client = RawClient.connect(proxy.bootstrap());
                RawClient atBroker = RawClient.connect(cluster.bootstrap())) {
            client.apiVersions(4);
            RawMember member = RawMember.of(client, group, "member");
            assertThat(member.join(Brisk.INPUT).topologyDescriptionRequired()).isEqualTo(asked);

            assertThat(Errors.forCode(member.push(Brisk.INPUT).errorCode())).isEqualTo(pushed);

            assertThat(status(client, group)).isEqualTo(throughProxy);
            assertThat(status(atBroker, group)).isEqualTo(direct);
        }
    }

    private static byte status(RawClient client, String group) throws Exception {
        return client.call(
                        new StreamsGroupDescribeRequestData()
                                .setGroupIds(List.of(group))
                                .setIncludeTopologyDescription(true),
                        1)
                .as(StreamsGroupDescribeResponseData.class)
                .groups()
                .get(0)
                .topologyDescriptionStatus();
    }
}
