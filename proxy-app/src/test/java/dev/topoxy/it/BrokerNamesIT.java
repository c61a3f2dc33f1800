package dev.topoxy.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.ProxyProcess;
import dev.topoxy.testkit.RawClient;
import dev.topoxy.testkit.SharedBrokers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker's name and its addresses, told by a hosts file of the test's own. */
class BrokerNamesIT {

    private static final String NAME = "brokers.test";
    private static final String NOBODY = "127.0.0.77 " + NAME + "\n";
    private static final String BROKER = "127.0.0.1 " + NAME + "\n";

    @TempDir
    Path directory;

    @Test
    void each_address_of_a_name_is_tried_and_names_are_looked_up_anew() throws Exception {
        Path hosts = Files.writeString(directory.resolve("hosts"), NOBODY + BROKER);
        String address = SharedBrokers.of(KafkaArtifacts.V4_3).bootstrap();
        String named = NAME + address.substring(address.lastIndexOf(':'));
        String listen = "127.0.0.1:" + FreePorts.consecutive(ProxyProcess.PORTS);
        String options = "-XX:+UseSerialGC -Xmx64m -Xshare:auto -Djdk.net.hosts.file=" + hosts
                + " -Dsun.net.inetaddr.ttl=0 -Dsun.net.inetaddr.negative.ttl=0";
        try (ProxyProcess proxy = ProxyProcess.start(
                List.of("--bootstrap-servers", named, "--listen", listen),
                Map.of("TOPOXY_JVM_OPTS", options),
                listen,
                directory.resolve("proxy.log"))) {
            assertAnswered(proxy);
            Files.writeString(hosts, NOBODY);
            assertThatThrownBy(() -> assertAnswered(proxy)).isInstanceOf(IOException.class);
            Files.writeString(hosts, BROKER);
            assertAnswered(proxy);
        }
    }

    private static void assertAnswered(ProxyProcess proxy) throws IOException {
        try (RawClient client = RawClient.connect(proxy.bootstrap())) {
            assertThat(client.apiVersions(3).as(ApiVersionsResponseData.class).errorCode())
                    .isZero();
        }
    }
}
