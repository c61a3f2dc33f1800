package dev.topoxy.it;

import dev.topoxy.testkit.FaultyLink;
import dev.topoxy.testkit.KafkaBroker;
import dev.topoxy.testkit.KafkaCluster;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** Breaks brokers, proxies and the links between them, in ways that clients must outlive, and counts how often. */
final class Chaos {

    private static final Duration WHILE_IT_LASTS = Duration.ofSeconds(2);

    /** What is broken. */
    enum Fault {
        BROKER_KILLED,
        PROXY_DRAINED,
        PROXY_KILLED,
        LINK_RESET,
        LINK_LOST,
        LINK_CUT_IN_MIDDLE
    }

    private final KafkaCluster cluster;
    private final List<FaultyLink> links;
    private final List<CheckedProxy> proxies;
    private final Random random;
    private final Map<Fault, Integer> injected = new EnumMap<>(Fault.class);
    private int round;

    /**
     * @param links before the cluster's brokers, in their order
     * @param proxies none where clients meet the brokers
     */
    Chaos(KafkaCluster cluster, List<FaultyLink> links, List<CheckedProxy> proxies, Random random) {
        this.cluster = cluster;
        this.links = links;
        this.proxies = proxies;
        this.random = random;
    }

    /** A broker dies and comes back, and meanwhile a proxy and links of other brokers fail. */
    void round() {
        int victim = random.nextInt(links.size());
        KafkaBroker broker = cluster.brokers().get(victim);
        broker.kill9();
        count(Fault.BROKER_KILLED);
        links.get((victim + 1) % links.size()).reset();
        count(Fault.LINK_RESET);
        if (!proxies.isEmpty()) {
            breakProxy(proxies.get(round % proxies.size()), (round / proxies.size()) % 2 == 0);
        }
        cluster.restart(broker);
        breakLink(links.get((victim + 2) % links.size()));
        round++;
    }

    private void breakProxy(CheckedProxy proxy, boolean drained) {
        if (drained) {
            proxy.terminate();
            proxy.exitCode();
            count(Fault.PROXY_DRAINED);
        } else {
            proxy.kill9();
            count(Fault.PROXY_KILLED);
        }
        proxy.restart();
    }

    private void breakLink(FaultyLink link) {
        boolean lost = random.nextBoolean();
        link.set(lost ? new FaultyLink.Lost() : new FaultyLink.CutAfter(1 + random.nextInt(20_000)));
        LockSupport.parkNanos(WHILE_IT_LASTS.toNanos());
        link.set(new FaultyLink.Clear());
        // What was lost never comes: the connection it was lost from is of no use.
        link.reset();
        count(lost ? Fault.LINK_LOST : Fault.LINK_CUT_IN_MIDDLE);
    }

    private void count(Fault fault) {
        injected.merge(fault, 1, Integer::sum);
    }

    Map<Fault, Integer> injected() {
        return injected;
    }
}
