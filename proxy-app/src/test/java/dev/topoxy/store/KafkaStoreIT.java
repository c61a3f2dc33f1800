package dev.topoxy.store;

import static dev.topoxy.store.StoreUnderTest.description;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.topoxy.plugin.TopologyDescriptionTooLargeException;
import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.SharedBrokers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Stores of several proxies on topics of one broker. */
class KafkaStoreIT {

    private static final Uuid FIRST = new Uuid(1, 1);
    private static final Uuid SECOND = new Uuid(2, 2);

    private final KafkaCluster cluster = SharedBrokers.of(KafkaArtifacts.V4_3);

    private StoreUnderTest open(String topic, String... settings) {
        return StoreUnderTest.open(cluster.bootstrap(), topic, settings);
    }

    @Test
    void what_one_proxy_stores_all_others_have_within_a_second_and_do_not_ask_for() throws Exception {
        try (StoreUnderTest one = open("store-fleet");
                StoreUnderTest other = open("store-fleet")) {
            one.push("warm-up", FIRST, description("w", 1));
            for (int i = 0; i < 20; i++) {
                String group = "g" + i;
                one.push(group, FIRST, description(group, 5));
                assertThat(one.get(group, FIRST)).contains(description(group, 5));
                Awaitility.await()
                        .atMost(Duration.ofSeconds(1))
                        .pollInterval(Duration.ofMillis(5))
                        .until(() -> other.get(group, FIRST).isPresent());

                assertThat(other.get(group, FIRST)).contains(description(group, 5));
                assertThat(other.asks(group, FIRST)).isFalse();
            }
            other.push("g0", SECOND, description("changed", 5));
            Awaitility.await().until(() -> one.get("g0", SECOND).isPresent());
            assertThat(one.get("g0", FIRST)).isEmpty();
            assertThat(one.versions("g0")).isEqualTo(2);

            other.delete("g1");
            Awaitility.await().until(() -> one.get("g1", FIRST).isEmpty());
        }
    }

    @Test
    void a_restarted_proxy_has_all_that_was_stored_and_nothing_that_was_deleted() throws Exception {
        try (StoreUnderTest before = open("store-restart", "partitions", "3")) {
            for (String group : List.of("plain", "../../x", "grüße 温度", "a:b\n", "gone")) {
                before.push(group, FIRST, description("p", 3));
            }
            before.push("plain", SECOND, description("q", 3));
            before.delete("gone");
        }
        try (StoreUnderTest after = open("store-restart")) {
            assertThat(after.get("plain", SECOND)).contains(description("q", 3));
            assertThat(after.versions("plain")).isEqualTo(2);
            assertThat(after.get("../../x", FIRST)).contains(description("p", 3));
            assertThat(after.get("grüße 温度", FIRST)).isPresent();
            assertThat(after.get("a:b\n", FIRST)).isPresent();
            assertThat(after.get("gone", FIRST)).isEmpty();
            assertThat(after.groups()).isEqualTo(4);
        }
    }

    @Test
    void damaged_foreign_and_newer_records_cost_only_themselves() throws Exception {
        try (StoreUnderTest store = open("store-damaged")) {
            store.push("good", FIRST, description("p", 3));
            produce("store-damaged", "topology:good", "{\"format\":99,\"unheard\":\"of\"}");
            produce("store-damaged", "topology:good", "{\"format\":1,\"groupId\":\"good\",\"vers");
            produce("store-damaged", "topology:bad", "no JSON");
            produce("store-damaged", "seen:good", "no time");
            produce("store-damaged", "something else", "x");
            store.push("after", FIRST, description("p", 3));
            assertThat(store.get("good", FIRST)).isPresent();
        }
        try (StoreUnderTest store = open("store-damaged")) {
            assertThat(store.get("after", FIRST)).isPresent();
            assertThat(store.get("good", FIRST)).isPresent();
            assertThat(store.groups()).isEqualTo(2);
        }
    }

    @Test
    void a_description_larger_than_the_topic_takes_is_refused_with_both_sizes_and_the_setting() throws Exception {
        create("store-small", Map.of("cleanup.policy", "compact", "max.message.bytes", "20000"));
        try (StoreUnderTest store = open("store-small")) {
            assertThatThrownBy(() -> store.push("large", FIRST, description("p", 500)))
                    .hasCauseInstanceOf(TopologyDescriptionTooLargeException.class)
                    .hasMessageMatching(
                            ".*takes \\d{5} bytes in the store, more than max.message.bytes \\(20000\\) of topic"
                                    + " store-small allows.*");
            assertThat(store.asks("large", FIRST)).isFalse();
            store.push("small", FIRST, description("p", 5));
            assertThat(store.get("small", FIRST)).isPresent();
        }
    }

    @Test
    void two_descriptions_stored_at_the_same_moment_are_both_in_the_history_of_every_proxy() throws Exception {
        int groups = 20;
        try (StoreUnderTest one = open("store-at-once");
                StoreUnderTest other = open("store-at-once")) {
            one.push("warm-up", FIRST, description("w", 1));
            other.push("warm-up", FIRST, description("w", 1));
            List<CompletableFuture<?>> pushes = new ArrayList<>();
            for (int i = 0; i < groups; i++) {
                pushes.add(one.pushing("g" + i, FIRST, description("p", 3)));
                pushes.add(other.pushing("g" + i, SECOND, description("q", 3)));
            }
            CompletableFuture.allOf(pushes.toArray(CompletableFuture<?>[]::new)).get(30, TimeUnit.SECONDS);
            // A proxy that starts anew knows only what the records say.
            Awaitility.await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
                try (StoreUnderTest anew = open("store-at-once")) {
                    assertThat(anew.get("warm-up", FIRST)).isPresent();
                    for (int i = 0; i < groups; i++) {
                        String group = "g" + i;
                        assertThat(anew.versions(group)).isEqualTo(2);
                        assertThat(one.history(group)).isEqualTo(anew.history(group));
                        assertThat(other.history(group)).isEqualTo(anew.history(group));
                    }
                }
            });
        }
    }

    @Test
    void a_history_larger_than_the_topic_takes_loses_its_oldest_versions_and_no_push_fails() throws Exception {
        create("store-short", Map.of("cleanup.policy", "compact", "max.message.bytes", "20000"));
        try (StoreUnderTest store = open("store-short")) {
            for (int i = 1; i <= 6; i++) {
                store.push("g", new Uuid(i, i), description("p" + i, 60));
            }
            assertThat(store.get("g", new Uuid(6, 6))).contains(description("p6", 60));
            assertThat(store.versions("g")).isBetween(2, 5);
        }
    }

    @Test
    void a_topic_that_is_deleted_is_created_again_and_filled_by_the_applications() throws Exception {
        try (StoreUnderTest one = open("store-deleted");
                StoreUnderTest other = open("store-deleted")) {
            for (int i = 0; i < 5; i++) {
                one.push("g" + i, FIRST, description("p", 3));
            }
            Awaitility.await().until(() -> other.get("g4", FIRST).isPresent());
            try (Admin admin = cluster.admin()) {
                admin.deleteTopics(List.of("store-deleted")).all().get(30, TimeUnit.SECONDS);
            }
            Awaitility.await().atMost(Duration.ofSeconds(45)).until(() -> one.asks("g0", FIRST));
            Awaitility.await().atMost(Duration.ofSeconds(45)).until(() -> other.asks("g1", FIRST));
            assertThat(one.groups()).isZero();

            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .ignoreExceptions()
                    .untilAsserted(() -> one.push("g0", FIRST, description("p", 3)));
            Awaitility.await().until(() -> other.get("g0", FIRST).isPresent());
            assertThat(other.groups()).isEqualTo(1);
        }
    }

    @Test
    void a_description_of_megabytes_fits_a_topic_that_the_store_created() throws Exception {
        try (StoreUnderTest store = open("store-large")) {
            store.push("large", FIRST, description("p".repeat(300), 2_500));
            assertThat(store.get("large", FIRST)).contains(description("p".repeat(300), 2_500));
        }
    }

    @Test
    void a_topic_that_is_not_compacted_is_no_place_for_descriptions() throws Exception {
        create("store-uncompacted", Map.of("cleanup.policy", "delete"));
        assertThatThrownBy(() -> open("store-uncompacted"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("topic store-uncompacted has cleanup.policy=delete")
                .hasMessageContaining("set it to compact");
    }

    @Test
    void partitions_that_are_added_are_read_too() throws Exception {
        String quick = "client.metadata.max.age.ms";
        try (StoreUnderTest one = open("store-grows", quick, "500");
                StoreUnderTest other = open("store-grows", quick, "500")) {
            one.push("before", FIRST, description("p", 3));
            try (Admin admin = cluster.admin()) {
                admin.createPartitions(Map.of("store-grows", NewPartitions.increaseTo(8)))
                        .all()
                        .get(30, TimeUnit.SECONDS);
            }
            Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                for (int i = 0; i < 16; i++) {
                    one.push("g" + i, FIRST, description("p", 3));
                }
                for (int i = 0; i < 16; i++) {
                    assertThat(other.get("g" + i, FIRST)).isPresent();
                }
            });
            one.push("before", SECOND, description("q", 3));
            one.delete("g3");
        }
        try (StoreUnderTest after = open("store-grows")) {
            assertThat(after.get("before", SECOND)).contains(description("q", 3));
            assertThat(after.get("g3", FIRST)).isEmpty();
            assertThat(after.groups()).isEqualTo(16);
        }
    }

    @Test
    void a_group_that_another_proxy_sees_alive_does_not_expire() throws Exception {
        String[] soon = {"expiry.ms", "6000"};
        try (StoreUnderTest one = open("store-expiry", soon);
                StoreUnderTest other = open("store-expiry", soon)) {
            one.push("alive", FIRST, description("p", 3));
            one.push("dead", FIRST, description("p", 3));
            Awaitility.await()
                    .atMost(Duration.ofSeconds(40))
                    .pollInterval(Duration.ofMillis(200))
                    .until(() -> {
                        assertThat(one.asks("alive", FIRST)).isFalse();
                        assertThat(other.get("alive", FIRST)).isPresent();
                        return other.get("dead", FIRST).isEmpty();
                    });
            Awaitility.await()
                    .during(Duration.ofSeconds(8))
                    .atMost(Duration.ofSeconds(20))
                    .pollInterval(Duration.ofMillis(200))
                    .until(() -> !one.asks("alive", FIRST)
                            && other.get("alive", FIRST).isPresent());
        }
    }

    @Test
    void five_hundred_groups_are_read_in_a_moment() throws Exception {
        try (StoreUnderTest store = open("store-many")) {
            for (int from = 0; from < 500; from += 50) {
                CompletableFuture<?>[] pushes = IntStream.range(from, from + 50)
                        .mapToObj(i -> store.pushing("g" + i, FIRST, description("processor-" + i, 50)))
                        .toArray(CompletableFuture<?>[]::new);
                CompletableFuture.allOf(pushes).get(60, TimeUnit.SECONDS);
            }
        }
        long start = System.nanoTime();
        try (StoreUnderTest store = open("store-many")) {
            assertThat(store.get("g499", FIRST)).isPresent();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
            assertThat(store.groups()).isEqualTo(500);
        }
    }

    private void create(String topic, Map<String, String> configs) throws Exception {
        try (Admin admin = cluster.admin()) {
            admin.createTopics(List.of(new NewTopic(topic, Optional.of(1), Optional.<Short>empty()).configs(configs)))
                    .all()
                    .get(30, TimeUnit.SECONDS);
        }
    }

    private void produce(String topic, String key, String value) throws InterruptedException, ExecutionException {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", cluster.bootstrap()), new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(topic, key, value)).get();
        }
    }
}
