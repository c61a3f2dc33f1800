package dev.topoxy.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.ClusterSpec;
import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.ProxyProcess;
import dev.topoxy.testkit.SharedBrokers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.protocol.Errors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whole proxies with the kafka store. */
class KafkaStoreFleetIT {

    private static final Logger log = LoggerFactory.getLogger(KafkaStoreFleetIT.class);
    private static final int PUSHES = 1_000;
    private static final int KILLS = 5;
    private static final int APPLICATIONS = 20;
    private static final int PROXIES = 3;

    @TempDir
    Path directory;

    private ProxyProcess proxy(KafkaCluster cluster, String name, String topic) throws IOException {
        String listen = "127.0.0.1:" + FreePorts.consecutive(ProxyProcess.PORTS);
        Path config =
                Files.writeString(directory.resolve(name + ".yaml"), """
                clusters:
                  - bootstrap.servers: %s
                    listen: %s
                    topology.description:
                      group.streams.topology.description.class: kafka
                      plugin.config:
                        topic: %s
                """.formatted(cluster.bootstrap(), listen, topic));
        return ProxyProcess.withConfig(config, listen, directory.resolve(name + ".log"));
    }

    @Test
    void every_acknowledged_push_is_there_after_a_proxy_was_killed() throws Exception {
        KafkaCluster cluster = SharedBrokers.of(KafkaArtifacts.V4_3);
        Random random = new Random(42);
        try (ProxyProcess proxy = proxy(cluster, "killed", "store-killed")) {
            List<RawMember> members = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                members.add(new RawMember(proxy.bootstrap(), "killed-" + i));
                members.get(i).heartbeat();
            }
            Map<String, String> acknowledged = new HashMap<>();
            Map<String, String> attempted = new HashMap<>();
            int pushed = 0;
            for (int kill = 0; kill <= KILLS; kill++) {
                AtomicBoolean killed = new AtomicBoolean();
                Thread killer = new Thread(() -> {
                    killed.set(true);
                    proxy.kill9();
                });
                int until = kill == KILLS ? PUSHES : (kill + 1) * PUSHES / (KILLS + 1) + random.nextInt(50);
                try {
                    while (pushed < PUSHES) {
                        if (pushed == until && !killed.get() && kill < KILLS) {
                            killer.start();
                        }
                        RawMember member = members.get(pushed % members.size());
                        String source = "source-" + pushed++;
                        attempted.put(member.group(), source);
                        assertThat(member.push(source)).isEqualTo(Errors.NONE);
                        acknowledged.put(member.group(), source);
                    }
                } catch (IOException e) {
                    assertThat(killed).isTrue();
                }
                killer.join();
                if (kill < KILLS) {
                    proxy.restart();
                }
                for (RawMember member : members) {
                    if (kill < KILLS) {
                        member.reconnect();
                    }
                    String group = member.group();
                    assertThat(member.describedSource())
                            .isIn(acknowledged.getOrDefault(group, ""), attempted.getOrDefault(group, ""));
                }
            }
            assertThat(pushed).isEqualTo(PUSHES);
            for (RawMember member : members) {
                member.close();
            }
        }
    }

    @Test
    void a_fleet_asks_for_a_handful_of_pushes_and_answers_with_one_voice() throws Exception {
        ClusterSpec spec = ClusterSpec.of(KafkaArtifacts.V4_3).withNodes(1, 2, 3);
        ExecutorService threads = Executors.newFixedThreadPool(APPLICATIONS * PROXIES);
        List<ProxyProcess> proxies = new ArrayList<>();
        AtomicInteger[] asked = new AtomicInteger[APPLICATIONS];
        AtomicBoolean ended = new AtomicBoolean();
        try (KafkaCluster cluster = KafkaCluster.start(spec)) {
            for (int i = 0; i < PROXIES; i++) {
                proxies.add(proxy(cluster, "fleet-" + i, "store-fleet"));
            }
            for (int i = 0; i < APPLICATIONS; i++) {
                asked[i] = new AtomicInteger();
                for (ProxyProcess proxy : proxies) {
                    int application = i;
                    threads.submit(() -> run(proxy.bootstrap(), application, asked[application], ended));
                }
            }
            for (int i = 0; i < APPLICATIONS; i++) {
                String group = "fleet-" + i;
                for (ProxyProcess proxy : proxies) {
                    try (RawMember reader = new RawMember(proxy.bootstrap(), group)) {
                        Awaitility.await()
                                .atMost(Duration.ofSeconds(90))
                                .ignoreExceptions()
                                .until(() -> reader.describedSource().equals("source-of-" + group));
                    }
                }
            }
            int before = sum(asked);
            Awaitility.await().during(Duration.ofSeconds(5)).until(() -> sum(asked) == before);
            log.info("{} groups were asked for {} pushes: {}", APPLICATIONS, before, List.of(asked));
            // Each proxy may ask at its first join, and once more where it found the group empty before that join.
            assertThat(asked).allSatisfy(pushes -> assertThat(pushes.get()).isBetween(1, 2 * PROXIES));
        } finally {
            ended.set(true);
            threads.shutdown();
            proxies.forEach(ProxyProcess::kill9);
        }
    }

    private static int sum(AtomicInteger[] counts) {
        int sum = 0;
        for (AtomicInteger count : counts) {
            sum += count.get();
        }
        return sum;
    }

    /** A member that beats quickly, as many members would together, and pushes what it is asked for. */
    private static boolean run(String proxy, int application, AtomicInteger asked, AtomicBoolean ended)
            throws IOException, InterruptedException {
        String group = "fleet-" + application;
        try (RawMember member = new RawMember(proxy, group)) {
            while (!ended.get()) {
                try {
                    if (member.heartbeat()) {
                        asked.incrementAndGet();
                        member.push("source-of-" + group);
                    }
                } catch (RetriableException e) {
                    // Coordinators of a new cluster take a while to come up.
                    member.reconnect();
                }
                TimeUnit.MILLISECONDS.sleep(500);
            }
        }
        return true;
    }
}
