package dev.topoxy.filters.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.topoxy.filters.testplugins.Descriptions;
import dev.topoxy.filters.testplugins.LogLines;
import dev.topoxy.filters.testplugins.TestClient;
import dev.topoxy.plugin.TopologyDescriptionTooLargeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(30)
class PluginServiceTest {

    private static final TopologyVersion VERSION = new TopologyVersion("g", 0, new Uuid(1, 1));
    private static final StreamsGroupTopologyDescription DESCRIPTION = Descriptions.withProcessor("p");
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(100);

    private final ScriptedPlugin plugin = new ScriptedPlugin();
    private final List<String> heard = java.util.Collections.synchronizedList(new ArrayList<>());
    private final List<PluginService> opened = new ArrayList<>();

    private PluginService service(Duration timeout, int threads, int queue) {
        return service(timeout, threads, queue, getClass().getClassLoader());
    }

    private PluginService service(Duration timeout, int threads, int queue, ClassLoader loader) {
        PluginListener listener = (operation, nanos, failed) -> heard.add(operation + (failed ? " failed" : ""));
        var service = new PluginService(
                new LoadedPlugin("scripted", plugin, loader, () -> {}),
                plugin,
                new PluginCalls("c", loader, timeout, threads, queue, listener),
                SHORT,
                listener);
        opened.add(service);
        return service;
    }

    @AfterEach
    void close() {
        opened.forEach(PluginService::close);
    }

    private static Throwable failure(CompletableFuture<?> future) {
        Throwable thrown = catchThrowable(future::join);
        assertThat(thrown).isInstanceOf(CompletionException.class);
        return Objects.requireNonNull(thrown.getCause());
    }

    private CompletableFuture<Void> set(PluginService service) {
        return service.setTopology(TestClient.ALICE, VERSION, DESCRIPTION);
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of("invalid", new InvalidRequestException("no source"), Errors.INVALID_REQUEST, "no source"),
                Arguments.of(
                        "wrapped",
                        new CompletionException(new ExecutionException(new InvalidRequestException("no source"))),
                        Errors.INVALID_REQUEST,
                        "no source"),
                Arguments.of(
                        "too large",
                        new TopologyDescriptionTooLargeException("9 bytes"),
                        Errors.STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED,
                        "9 bytes"),
                Arguments.of(
                        "anything else",
                        new IllegalStateException("jdbc:secret"),
                        Errors.STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED,
                        "The topology description plugin failed."),
                Arguments.of(
                        "an error",
                        new NoClassDefFoundError("x"),
                        Errors.STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED,
                        "The topology description plugin failed."));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("failures")
    void a_failure_is_answered_as_the_table_says_whether_thrown_or_returned(
            String name, Throwable failure, Errors error, String message) {
        var service = service(LONG, 1, 1);
        List<Callable<CompletableFuture<Void>>> ways = List.of(() -> CompletableFuture.failedFuture(failure), () -> {
            if (failure instanceof Error e) {
                throw e;
            }
            throw (Exception) failure;
        });
        for (var way : ways) {
            plugin.set = way;
            try (var log = new LogLines(FailureLog.class)) {
                Throwable answer = failure(set(service));
                assertThat(answer).isInstanceOf(ApiException.class).hasMessage(message);
                assertThat(Errors.forException(answer)).isEqualTo(error);
                assertThat(log.warnings())
                        .singleElement()
                        .asString()
                        .contains("scripted", "'g'", "'app-1'", "'User:alice'", "127.0.0.1");
            }
        }
    }

    static Stream<Arguments> misbehaviour() {
        return Stream.of(
                Arguments.of("returns null", script(() -> null)),
                Arguments.of("never completes", script(CompletableFuture::new)),
                Arguments.of("blocks", script(() -> {
                    new CountDownLatch(1).await();
                    return null;
                })),
                Arguments.of("overflows the stack", script(() -> {
                    throw new StackOverflowError();
                })),
                Arguments.of("throws a checked exception", script(() -> {
                    throw new java.io.IOException("disk");
                })),
                Arguments.of("interrupts its thread and fails", script(() -> {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException();
                })),
                Arguments.of("returns a future that throws when listened to", script(() -> new CompletableFuture<>() {
                    @Override
                    public CompletableFuture<Void> whenComplete(
                            java.util.function.BiConsumer<? super Void, ? super Throwable> action) {
                        throw new IllegalStateException("no");
                    }
                })));
    }

    private static Callable<CompletableFuture<Void>> script(Callable<CompletableFuture<Void>> script) {
        return script;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("misbehaviour")
    void a_plugin_that_misbehaves_harms_only_its_own_answer(String name, Callable<CompletableFuture<Void>> script) {
        var service = service(SHORT, 1, 1);
        plugin.set = script;
        Throwable answer = failure(set(service));
        assertThat(Errors.forException(answer)).isEqualTo(Errors.STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED);
        assertThat(answer.getMessage()).contains("plugin");

        plugin.get = () -> {
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            return CompletableFuture.completedFuture(DESCRIPTION);
        };
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(
                                service.getTopology(TestClient.ALICE, VERSION).join())
                        .contains(DESCRIPTION));
    }

    @Test
    void a_timeout_is_named_in_the_answer() {
        plugin.set = CompletableFuture::new;
        assertThat(failure(set(service(SHORT, 1, 1)))).hasMessageContaining("within 100 ms");
        assertThat(heard).containsExactly("SET failed");
    }

    @Test
    void completing_on_a_foreign_thread_is_fine() {
        plugin.set = () -> CompletableFuture.runAsync(() -> {}, task -> new Thread(task).start());
        assertThat(set(service(LONG, 1, 1))).succeedsWithin(LONG);
    }

    @Test
    void the_first_of_two_completions_counts() {
        var twice = new CompletableFuture<Void>();
        plugin.set = () -> twice;
        var answer = set(service(LONG, 1, 1));
        twice.complete(null);
        assertThat(answer).succeedsWithin(LONG);
        twice.obtrudeException(new IllegalStateException("second thoughts"));
        assertThat(answer).succeedsWithin(LONG);
    }

    @Test
    void a_plugin_that_blocks_every_thread_for_ever_holds_a_bounded_number_of_calls() throws Exception {
        var release = new CountDownLatch(1);
        var entered = new CountDownLatch(2);
        plugin.set = () -> {
            entered.countDown();
            while (release.getCount() > 0) {
                try {
                    release.await();
                } catch (InterruptedException e) {
                    // Deaf to interrupts, as bad plugins are.
                }
            }
            return CompletableFuture.completedFuture(null);
        };
        var service = service(LONG, 2, 3);
        var answers = new ArrayList<CompletableFuture<Void>>();
        for (int i = 0; i < 1_000; i++) {
            answers.add(set(service));
        }
        assertThat(answers.stream().filter(answer -> !answer.isDone())).hasSize(5);
        assertThat(failure(answers.get(999))).hasMessageContaining("plugin.queue = 3");
        entered.await();
        release.countDown();
        assertThat(answers.stream().limit(5))
                .allSatisfy(answer -> assertThat(answer).succeedsWithin(LONG));
    }

    @Test
    void calls_that_timed_out_leave_the_queue() {
        var release = new CountDownLatch(1);
        plugin.set = () -> {
            while (release.getCount() > 0) {
                Thread.onSpinWait();
            }
            return CompletableFuture.completedFuture(null);
        };
        var service = service(SHORT, 1, 1);
        for (int i = 0; i < 5; i++) {
            var running = set(service);
            var waiting = set(service);
            assertThat(failure(running)).hasMessageContaining("within 100 ms");
            assertThat(failure(waiting)).hasMessageContaining("within 100 ms");
        }
        release.countDown();
        await().atMost(LONG).untilAsserted(() -> assertThat(set(service)).succeedsWithin(LONG));
    }

    @Test
    void hundreds_of_groups_are_read_at_once() {
        plugin.get = () -> CompletableFuture.completedFuture(DESCRIPTION);
        var service = service(LONG, 4, 256);
        var reads = Stream.generate(() -> service.getTopology(TestClient.ALICE, VERSION))
                .limit(2_000)
                .toList();
        assertThat(reads).allSatisfy(read -> assertThat(read).succeedsWithin(LONG));
    }

    @Test
    void what_is_not_stored_is_empty_and_what_cannot_be_read_fails() {
        var service = service(LONG, 1, 1);
        assertThat(service.getTopology(TestClient.ALICE, VERSION).join()).isEmpty();
        plugin.get = () -> null;
        assertThat(failure(service.getTopology(TestClient.ALICE, VERSION))).isInstanceOf(PluginCallException.class);
        plugin.get = () -> CompletableFuture.failedFuture(new IllegalStateException("x"));
        assertThat(failure(service.getTopology(TestClient.ALICE, VERSION))).isInstanceOf(IllegalStateException.class);
        plugin.delete = () -> null;
        assertThat(failure(service.deleteTopology(TestClient.ALICE, "g"))).isInstanceOf(PluginCallException.class);
        plugin.delete = () -> CompletableFuture.completedFuture(null);
        assertThat(service.deleteTopology(TestClient.ALICE, "g")).succeedsWithin(LONG);
    }

    @Test
    void a_decision_that_fails_is_false_and_logged_without_flooding() {
        var service = service(LONG, 1, 1);
        plugin.required = () -> {
            throw new IllegalStateException("x");
        };
        try (var log = new LogLines(FailureLog.class)) {
            for (int i = 0; i < 1_000; i++) {
                assertThat(service.requiresTopologyPush(TestClient.ALICE, VERSION, false))
                        .isFalse();
            }
            assertThat(log.warnings()).hasSize(FailureLog.LINES_PER_INTERVAL);
        }
        plugin.required = () -> {
            throw new NoClassDefFoundError("x");
        };
        assertThat(service.requiresTopologyPush(TestClient.ALICE, VERSION, false))
                .isFalse();
        plugin.required = () -> true;
        assertThat(service.requiresTopologyPush(TestClient.ALICE, VERSION, false))
                .isTrue();
        assertThat(heard).contains("REQUIRES_PUSH failed", "REQUIRES_PUSH");
    }

    @Test
    void a_plugin_that_blocks_the_event_loop_is_reported_once() {
        var service = service(LONG, 1, 1);
        plugin.required = () -> {
            long end = System.nanoTime() + Duration.ofMillis(6).toNanos();
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            return true;
        };
        try (var log = new LogLines(PluginService.class)) {
            service.requiresTopologyPush(TestClient.ALICE, VERSION, false);
            assertThat(log.warnings())
                    .as("the first call, which loads the plugin's classes")
                    .isEmpty();
            for (int i = 0; i < 5; i++) {
                assertThat(service.requiresTopologyPush(TestClient.ALICE, VERSION, false))
                        .isTrue();
            }
            assertThat(log.warnings()).singleElement().asString().contains("scripted", "requiresTopologyPush");
        }
    }

    @Test
    void the_context_class_loader_is_the_plugins_during_calls_and_restored_after() {
        var own = new ClassLoader(getClass().getClassLoader()) {};
        var service = service(LONG, 1, 1, own);
        var seen = new AtomicReference<ClassLoader>();
        plugin.required = () -> {
            seen.set(Thread.currentThread().getContextClassLoader());
            return true;
        };
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        service.requiresTopologyPush(TestClient.ALICE, VERSION, false);
        assertThat(seen).hasValue(own);
        assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
        plugin.set = () -> {
            seen.set(Thread.currentThread().getContextClassLoader());
            return CompletableFuture.completedFuture(null);
        };
        seen.set(null);
        set(service).join();
        assertThat(seen).hasValue(own);
    }

    @Test
    void closing_gives_up_calls_under_way_closes_the_plugin_and_refuses_more() {
        var service = service(LONG, 1, 1);
        plugin.set = CompletableFuture::new;
        var closes = new AtomicInteger();
        plugin.close = () -> closes.incrementAndGet() == 1;
        var answer = set(service);
        service.close();
        assertThat(failure(answer)).hasMessageContaining("closing");
        assertThat(closes).hasValue(1);
        assertThat(failure(set(service))).hasMessageContaining("closing");
        plugin.required = () -> true;
        assertThat(service.requiresTopologyPush(TestClient.ALICE, VERSION, false))
                .isFalse();
    }

    @Test
    void a_plugin_that_hangs_or_fails_in_close_does_not_hold_up_the_proxy() {
        plugin.close = () -> {
            new CountDownLatch(1).await();
            return true;
        };
        try (var log = new LogLines(PluginShutdown.class)) {
            service(LONG, 1, 1).close();
            assertThat(log.warnings()).singleElement().asString().contains("did not close within 100 ms");
        }
        plugin.close = () -> {
            throw new IllegalStateException("x");
        };
        try (var log = new LogLines(PluginShutdown.class)) {
            service(LONG, 1, 1).close();
            assertThat(log.warnings()).singleElement().asString().contains("failed to close");
        }
    }

    @Test
    void text_of_clients_cannot_forge_log_lines() {
        var mallory = new TestClient("a\nWARN fake", new KafkaPrincipal("User", "\u202Emallory"));
        var version = new TopologyVersion("g\r\n\"x\"" + "y".repeat(1_000), 0, new Uuid(1, 1));
        plugin.set = () -> CompletableFuture.failedFuture(new InvalidRequestException("bad\u0007 name"));
        try (var log = new LogLines(FailureLog.class)) {
            assertThatThrownBy(service(LONG, 1, 1).setTopology(mallory, version, DESCRIPTION)::join)
                    .isInstanceOf(CompletionException.class);
            assertThat(log.warnings()).singleElement().asString().satisfies(line -> {
                assertThat(line).doesNotContain("\n", "\r", "\u0007", "\u202E").contains("\\u000a", "\"x\"");
                assertThat(line.length()).isLessThan(1_000);
            });
        }
    }

    @Test
    void the_memory_store_comes_ready_from_the_settings() throws Exception {
        var service = PluginServices.create("c", "", dev.topoxy.filters.TopologyDescriptionSettings.memory());
        assertThat(service.requiresTopologyPush(TestClient.ALICE, VERSION, false))
                .isTrue();
        service.setTopology(TestClient.ALICE, VERSION, DESCRIPTION).join();
        assertThat(service.getTopology(TestClient.ALICE, VERSION).join()).isEqualTo(Optional.of(DESCRIPTION));
        assertThat(service.requiresTopologyPush(TestClient.ALICE, VERSION, false))
                .isFalse();
        service.deleteTopology(TestClient.ALICE, "g").join();
        assertThat(service.getTopology(TestClient.ALICE, VERSION).join()).isEmpty();
        service.close();
    }
}
