package dev.topoxy.filters.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.topoxy.filters.push.PushBackoff;
import dev.topoxy.filters.testplugins.Descriptions;
import dev.topoxy.filters.testplugins.LogLines;
import dev.topoxy.filters.testplugins.ManualClock;
import dev.topoxy.filters.testplugins.TestClient;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescriptionPlugin;
import org.apache.kafka.coordinator.group.api.streams.StreamsTopologyDescriptionPermanentFailureException;
import org.apache.kafka.coordinator.group.api.streams.StreamsTopologyDescriptionTransientFailureException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(30)
class ReleasedPluginServiceTest {

    private static final TopologyVersion VERSION = new TopologyVersion("g", 0, new Uuid(1, 1));
    private static final TopologyVersion RECREATED = new TopologyVersion("g", 0, new Uuid(2, 2));
    private static final TopologyVersion NEXT_EPOCH = new TopologyVersion("g", 1, new Uuid(3, 3));
    private static final StreamsGroupTopologyDescription DESCRIPTION = Descriptions.withProcessor("p");
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final long A_DAY = 24 * 3_600_000L;

    private final ManualClock clock = new ManualClock();
    private final EpochPlugin plugin = new EpochPlugin();
    private ReleasedPluginService service = service(LONG);

    /** Stores by group and epoch, as Kafka's interface asks, unless a test says otherwise. */
    private static final class EpochPlugin implements StreamsGroupTopologyDescriptionPlugin {
        private final ConcurrentHashMap<String, StreamsGroupTopologyDescription> stored = new ConcurrentHashMap<>();
        private final AtomicInteger gets = new AtomicInteger();
        private volatile @Nullable Callable<@Nullable CompletableFuture<Void>> set;
        private volatile @Nullable Callable<CompletableFuture<StreamsGroupTopologyDescription>> get;

        @Override
        public void configure(Map<String, ?> configs) {}

        @Override
        public CompletableFuture<Void> setTopology(
                String group, int epoch, StreamsGroupTopologyDescription description) {
            var script = set;
            if (script != null) {
                return ScriptedPlugin.call(script);
            }
            stored.put(group + "@" + epoch, description);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<Void> deleteTopology(String group) {
            stored.keySet().removeIf(key -> key.startsWith(group + "@"));
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<StreamsGroupTopologyDescription> getTopology(String group, int epoch) {
            gets.incrementAndGet();
            var script = get;
            return script != null
                    ? ScriptedPlugin.call(script)
                    : CompletableFuture.completedFuture(stored.get(group + "@" + epoch));
        }

        @Override
        public void close() {}
    }

    private ReleasedPluginService service(Duration timeout) {
        var loader = getClass().getClassLoader();
        return new ReleasedPluginService(
                new LoadedPlugin("released", plugin, loader, () -> {}),
                plugin,
                new PluginCalls("c", loader, timeout, 2, 16, PluginListener.NONE),
                Duration.ofSeconds(1),
                new PushBackoff(30_000, 3_600_000, 0.2, () -> 0.5),
                clock);
    }

    @AfterEach
    void close() {
        service.close();
    }

    private boolean asked(TopologyVersion version) {
        return service.requiresTopologyPush(TestClient.ALICE, version, false);
    }

    private void becomesAsked(TopologyVersion version) {
        await().atMost(LONG).until(() -> asked(version));
    }

    private CompletableFuture<Void> push(TopologyVersion version) {
        return service.setTopology(TestClient.ALICE, version, DESCRIPTION);
    }

    private Optional<StreamsGroupTopologyDescription> read(TopologyVersion version) {
        return service.getTopology(TestClient.ALICE, version).join();
    }

    private static Throwable failure(CompletableFuture<?> future) {
        Throwable thrown = catchThrowable(future::join);
        assertThat(thrown).isInstanceOf(CompletionException.class);
        return Objects.requireNonNull(thrown.getCause());
    }

    @Test
    void a_member_that_joins_is_asked_at_once_as_by_a_broker() {
        assertThat(service.requiresTopologyPush(
                        TestClient.ALICE, new TopologyVersion("new", 0, Uuid.randomUuid()), true))
                .isTrue();
        assertThat(plugin.gets).hasValue(0);
    }

    @Test
    void a_new_group_is_asked_for_once_per_window_and_served_once_pushed() {
        assertThat(asked(VERSION)).isFalse();
        becomesAsked(VERSION);
        assertThat(asked(VERSION)).isFalse();
        clock.advance(30_000);
        assertThat(asked(VERSION)).isTrue();
        assertThat(read(VERSION)).isEmpty();
        push(VERSION).join();
        assertThat(read(VERSION)).contains(DESCRIPTION);
        clock.advance(A_DAY);
        assertThat(asked(VERSION)).isFalse();
    }

    @Test
    void after_a_restart_the_plugin_is_looked_up_once_and_nobody_pushes_again() {
        plugin.stored.put("g@0", DESCRIPTION);
        assertThat(asked(VERSION)).isFalse();
        await().atMost(LONG).until(() -> plugin.gets.get() == 1);
        clock.advance(A_DAY);
        await().atMost(LONG).untilAsserted(() -> assertThat(read(VERSION)).contains(DESCRIPTION));
        assertThat(asked(VERSION)).isFalse();
        service.close();
        service = service(LONG);
        assertThat(read(VERSION)).as("described before any heartbeat").contains(DESCRIPTION);
    }

    @Test
    void a_plugin_that_cannot_tell_what_it_has_gets_it_again() {
        plugin.get = () -> CompletableFuture.failedFuture(new IllegalStateException("x"));
        becomesAsked(VERSION);
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(
                        "transient",
                        true,
                        "later",
                        fails(new StreamsTopologyDescriptionTransientFailureException("later"))),
                Arguments.of("invalid", true, "odd", fails(new InvalidRequestException("odd"))),
                Arguments.of("no message", true, null, fails(new IllegalStateException())),
                Arguments.of(
                        "wrapped permanent",
                        false,
                        "never",
                        fails(new CompletionException(
                                new StreamsTopologyDescriptionPermanentFailureException("never")))),
                Arguments.of(
                        "permanent",
                        false,
                        "never",
                        fails(new StreamsTopologyDescriptionPermanentFailureException("never"))),
                Arguments.of("null", false, "Topology description plugin failed.", returnsNull()),
                Arguments.of("thrown", false, "Topology description plugin failed.", throwsIt()));
    }

    private static Callable<@Nullable CompletableFuture<Void>> fails(Throwable failure) {
        return () -> CompletableFuture.failedFuture(failure);
    }

    private static Callable<@Nullable CompletableFuture<Void>> returnsNull() {
        return () -> null;
    }

    private static Callable<@Nullable CompletableFuture<Void>> throwsIt() {
        return () -> {
            throw new StreamsTopologyDescriptionTransientFailureException("thrown, not returned");
        };
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("failures")
    void failures_are_answered_and_remembered_as_by_a_released_broker(
            String name,
            boolean askedAgain,
            @Nullable String message,
            Callable<@Nullable CompletableFuture<Void>> script) {
        becomesAsked(VERSION);
        plugin.set = script;
        try (var log = new LogLines(FailureLog.class)) {
            Throwable answer = failure(push(VERSION));
            assertThat(Errors.forException(answer)).isEqualTo(Errors.STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED);
            assertThat(answer.getMessage()).isEqualTo(message);
            assertThat(log.warnings()).singleElement().asString().contains("released", "'g'", "alice");
        }
        clock.advance(59_999);
        assertThat(asked(VERSION)).isFalse();
        clock.advance(A_DAY);
        assertThat(asked(VERSION)).isEqualTo(askedAgain);
        becomesAsked(NEXT_EPOCH);
    }

    @Test
    void an_error_thrown_is_transient() {
        becomesAsked(VERSION);
        plugin.set = () -> {
            throw new NoClassDefFoundError("x");
        };
        assertThat(Errors.forException(failure(push(VERSION))))
                .isEqualTo(Errors.STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED);
        clock.advance(A_DAY);
        assertThat(asked(VERSION)).isTrue();
    }

    @Test
    void while_a_push_is_under_way_nothing_counts_as_stored() {
        push(VERSION).join();
        var slow = new CompletableFuture<Void>();
        plugin.set = () -> slow;
        var answer = push(VERSION);
        assertThat(read(VERSION)).isEmpty();
        slow.complete(null);
        answer.join();
        assertThat(read(VERSION)).contains(DESCRIPTION);
    }

    @Test
    void a_success_after_the_timeout_counts() {
        service.close();
        service = service(Duration.ofMillis(50));
        var slow = new CompletableFuture<Void>();
        plugin.set = () -> slow;
        plugin.stored.put("g@0", DESCRIPTION);
        assertThat(failure(push(VERSION))).hasMessageContaining("within 50 ms");
        assertThat(read(VERSION)).isEmpty();
        slow.complete(null);
        assertThat(read(VERSION)).contains(DESCRIPTION);
        clock.advance(A_DAY);
        assertThat(asked(VERSION)).isFalse();
    }

    @Test
    void a_group_created_again_under_the_same_epoch_never_gets_the_old_description() {
        push(VERSION).join();
        assertThat(asked(RECREATED)).isTrue();
        assertThat(read(RECREATED)).isEmpty();
        assertThat(asked(RECREATED)).isFalse();
        push(RECREATED).join();
        assertThat(read(RECREATED)).contains(DESCRIPTION);
    }

    @Test
    void a_described_group_at_another_id_is_empty_even_before_its_first_heartbeat() {
        push(VERSION).join();
        assertThat(read(RECREATED)).isEmpty();
        assertThat(read(NEXT_EPOCH)).isEmpty();
    }

    @Test
    void a_failure_at_an_epoch_does_not_touch_the_backoff_of_the_next() {
        becomesAsked(VERSION);
        var slow = new CompletableFuture<Void>();
        plugin.set = () -> slow;
        var answer = push(VERSION);
        becomesAsked(NEXT_EPOCH);
        slow.completeExceptionally(new StreamsTopologyDescriptionPermanentFailureException("never"));
        failure(answer);
        clock.advance(30_000);
        assertThat(asked(NEXT_EPOCH)).isTrue();
    }

    @Test
    void deleting_clears_what_was_remembered() {
        plugin.set = fails(new StreamsTopologyDescriptionPermanentFailureException("never"));
        failure(push(VERSION));
        clock.advance(A_DAY);
        assertThat(asked(VERSION)).isFalse();
        service.deleteTopology(TestClient.ALICE, "g").join();
        becomesAsked(VERSION);
        assertThat(plugin.stored).isEmpty();
    }

    @Test
    void of_fifty_members_exactly_one_is_asked_per_window() throws Exception {
        becomesAsked(VERSION);
        var threads = Executors.newFixedThreadPool(8);
        try {
            for (int window = 0; window < 5; window++) {
                clock.advance(3_600_000);
                var start = new CountDownLatch(1);
                var members = IntStream.range(0, 50)
                        .mapToObj(member -> threads.submit(() -> {
                            start.await();
                            return asked(VERSION);
                        }))
                        .toList();
                start.countDown();
                int count = 0;
                for (Future<Boolean> member : members) {
                    count += member.get() ? 1 : 0;
                }
                assertThat(count).isEqualTo(1);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void groups_that_came_and_went_are_forgotten() {
        for (int i = 0; i < 100_000; i++) {
            asked(new TopologyVersion("group-" + i, 0, new Uuid(1, 1)));
        }
        assertThat(service.groups()).isEqualTo(100_000);
        clock.advance(8 * A_DAY);
        asked(VERSION);
        await().atMost(LONG).until(() -> service.groups() == 1);
    }
}
