package dev.topoxy.conformance;

import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.RawClient;
import java.io.IOException;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;

/**
 * Where a scenario is played.
 *
 * @param bootstrap what clients connect to
 * @param secured the same for clients that log in, which then may do what the authorizer lets them
 * @param cluster what is behind it
 */
record Target(String name, String bootstrap, String secured, KafkaCluster cluster) {

    /** An existing topic with two partitions, which raw members name as their source. */
    static final String INPUT = "conformance-input";

    RawClient connect() throws IOException {
        return RawClient.connect(bootstrap);
    }

    Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", bootstrap));
    }
}
