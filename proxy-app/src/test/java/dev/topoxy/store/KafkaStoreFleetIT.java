package dev.topoxy.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.ClusterSpec;
import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.ProxyProcess;
import dev.topoxy.testkit.SharedBrokers;
import dev.topoxy.testkit.StreamsApp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData.TopologyDescription;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole proxies with the kafka store. */
class KafkaStoreFleetIT {

    private static final int PUSHES = 1_000;
    private static final int KILLS = 5;
    private static final int APPLICATIONS = 20;
    private static final int PROXIES = 3;
    private static final Pattern ASKED = Pattern.compile("group 'fleet-(\\d+)' is asked for its topology description");

    @TempDir
    Path directory;

    private ProxyProcess proxy(KafkaCluster cluster, String name, String topic, Map<String, String> environment)
            throws IOException {
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
        return ProxyProcess.start(
                List.of("--config", config.toString()), environment, listen, directory.resolve(name + ".log"));
    }

    @Test
    void every_acknowledged_push_is_there_after_a_proxy_was_killed() throws Exception {
        KafkaCluster cluster = SharedBrokers.of(KafkaArtifacts.V4_3);
        Random random = new Random(42);
        try (ProxyProcess proxy = proxy(cluster, "killed", "store-killed", Map.of())) {
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

    /** Twenty applications, each with two instances at different proxies. */
    @Test
    void a_fleet_asks_for_a_handful_of_pushes_and_answers_with_one_voice() throws Exception {
        ClusterSpec spec = ClusterSpec.of(KafkaArtifacts.V4_3).withNodes(1, 2, 3);
        List<ProxyProcess> proxies = new ArrayList<>();
        List<StreamsApp> instances = new ArrayList<>();
        try (KafkaCluster cluster = KafkaCluster.start(spec)) {
            cluster.createTopics(
                    2,
                    IntStream.range(0, APPLICATIONS)
                            .boxed()
                            .flatMap(i -> Stream.of("fleet-in-" + i, "fleet-out-" + i))
                            .toArray(String[]::new));
            for (int i = 0; i < PROXIES; i++) {
                proxies.add(proxy(cluster, "fleet-" + i, "store-fleet", Map.of("TOPOXY_LOG_LEVEL", "DEBUG")));
            }
            for (int i = 0; i < APPLICATIONS; i++) {
                instances.add(instance(proxies.get(i % PROXIES), i));
                instances.add(instance(proxies.get((i + 1) % PROXIES), i));
            }
            instances.forEach(StreamsApp::awaitRunning);
            for (int i = 0; i < APPLICATIONS; i++) {
                String group = "fleet-" + i;
                Set<TopologyDescription> answers = new HashSet<>();
                for (ProxyProcess proxy : proxies) {
                    try (RawMember reader = new RawMember(proxy.bootstrap(), group)) {
                        answers.add(Awaitility.await()
                                .atMost(Duration.ofSeconds(60))
                                .ignoreExceptions()
                                .until(() -> reader.described().topologyDescription(), Objects::nonNull));
                    }
                }
                assertThat(answers).hasSize(1);
                assertThat(answers.toString()).contains("fleet-in-" + i, "fleet-step-" + i, "fleet-out-" + i);
            }

            int[] before = asked();
            // Two heartbeats of every instance later nobody was asked again.
            Awaitility.await()
                    .during(Duration.ofSeconds(10))
                    .atMost(Duration.ofSeconds(12))
                    .until(() -> Arrays.equals(before, asked()));
            System.out.printf(
                    "%d applications were asked for %d pushes, by application: %s%n",
                    APPLICATIONS, IntStream.of(before).sum(), Arrays.toString(before));
            // Each of an application's two proxies may ask at its first join, and once more where it found the group
            // empty before that.
            assertThat(IntStream.of(before)).allMatch(pushes -> pushes >= 1 && pushes <= 4);
        } finally {
            instances.parallelStream().forEach(StreamsApp::close);
            proxies.forEach(ProxyProcess::kill9);
        }
    }

    private static StreamsApp instance(ProxyProcess proxy, int application) {
        return StreamsApp.startWithoutWaiting(StreamsApp.Setup.of(proxy.bootstrap(), "fleet-" + application)
                .withTopology(topics -> {
                    StreamsBuilder builder = new StreamsBuilder();
                    builder.stream("fleet-in-" + application, Consumed.with(Serdes.String(), Serdes.String()))
                            .mapValues(value -> value, Named.as("fleet-step-" + application))
                            .to("fleet-out-" + application, Produced.with(Serdes.String(), Serdes.String()));
                    return builder.build();
                }));
    }

    /** How many pushes each application was asked for, as the proxies say at DEBUG. */
    private int[] asked() throws IOException {
        int[] asked = new int[APPLICATIONS];
        for (int i = 0; i < PROXIES; i++) {
            for (String line : Files.readAllLines(directory.resolve("fleet-" + i + ".log"))) {
                Matcher matcher = ASKED.matcher(line);
                if (matcher.find()) {
                    asked[Integer.parseInt(matcher.group(1))]++;
                }
            }
        }
        return asked;
    }
}
