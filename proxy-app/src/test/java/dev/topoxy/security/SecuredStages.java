package dev.topoxy.security;

import dev.topoxy.testkit.BrokerSasl;
import dev.topoxy.testkit.ClusterSpec;
import dev.topoxy.testkit.Coordinators;
import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.ProxyProcess;
import dev.topoxy.testkit.SharedBrokers;
import dev.topoxy.testkit.Workspace;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;

/** A native 4.4 broker with a plugin, and the proxy before 4.3: both with the users and ACLs of every {@link Case}. */
final class SecuredStages implements AutoCloseable {

    /**
     * Where a case is played.
     *
     * @param bootstrap where clients log in
     */
    record Stage(String name, KafkaCluster cluster, String bootstrap) {

        @Override
        public String toString() {
            return name;
        }
    }

    private static final Set<KafkaCluster> PREPARED = new HashSet<>();

    private final Stage reference;
    private final Stage proxied;
    private final ProxyProcess proxy;

    private SecuredStages(Stage reference, Stage proxied, ProxyProcess proxy) {
        this.reference = reference;
        this.proxied = proxied;
        this.proxy = proxy;
    }

    static SecuredStages start() throws Exception {
        KafkaCluster v44 = SharedBrokers.of(spec(KafkaArtifacts.V4_4).withTopologyPlugin());
        KafkaCluster v43 = SharedBrokers.of(spec(KafkaArtifacts.V4_3));
        prepare(v44);
        prepare(v43);
        ProxyProcess proxy =
                ProxyProcess.inFrontOf(v43.bootstrap(), Workspace.target("logs").resolve("secured-proxy.log"));
        return new SecuredStages(
                new Stage("native", v44, v44.bootstrap()), new Stage("proxy", v43, proxy.bootstrap()), proxy);
    }

    /** The cluster alone, for a proxy with other settings. */
    static KafkaCluster behindTheProxy() throws Exception {
        KafkaCluster v43 = SharedBrokers.of(spec(KafkaArtifacts.V4_3));
        prepare(v43);
        return v43;
    }

    /** What all test classes of this JVM share is made once. */
    private static synchronized void prepare(KafkaCluster cluster) throws Exception {
        if (PREPARED.add(cluster)) {
            Coordinators.awaitReady(cluster);
            cluster.createTopics(2, Case.INPUT);
            try (Admin admin = cluster.admin()) {
                for (Case each : Case.values()) {
                    Grant.give(admin, each.user(), each.grants);
                }
            }
        }
    }

    private static ClusterSpec spec(String version) {
        BrokerSasl sasl = BrokerSasl.withAdmin();
        for (Case each : Case.values()) {
            sasl = sasl.withPlainUser(each.user(), each.password()).withScramUser(each.user(), each.password());
        }
        sasl = new BrokerSasl(sasl.plain(), sasl.scram(), Set.of("admin", Case.SUPER_USER.user()));
        return ClusterSpec.of(version).withSasl(sasl);
    }

    Stage reference() {
        return reference;
    }

    Stage proxied() {
        return proxied;
    }

    List<Stage> both() {
        return List.of(reference, proxied);
    }

    @Override
    public void close() {
        proxy.close();
    }
}
