package dev.topoxy.filters.lineage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.topoxy.filters.TopologyDescriptionSettings;
import dev.topoxy.filters.lineage.LineageSender.Backoff;
import dev.topoxy.filters.plugin.PluginServices;
import dev.topoxy.filters.plugin.TopologyDescriptionService;
import dev.topoxy.filters.plugin.TopologyVersion;
import dev.topoxy.filters.support.ScriptedService;
import dev.topoxy.filters.testplugins.Descriptions;
import dev.topoxy.filters.testplugins.LogLines;
import dev.topoxy.filters.testplugins.TestClient;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LineageServiceTest {

    private static final String TOKEN = "s3cret-token";
    private static final Duration PATIENT = Duration.ofSeconds(20);
    private static final Backoff QUICK = new Backoff(Duration.ofMillis(20), Duration.ofMillis(80));

    private final LogLines log = new LogLines(LineageSender.class);
    private final List<LineageService> opened = new ArrayList<>();

    @AfterEach
    void close() {
        opened.forEach(LineageService::close);
        log.close();
    }

    private LineageService service(URI url, int queue) throws Exception {
        return service(url, queue, PATIENT);
    }

    private LineageService service(URI url, int queue, Duration timeout) throws Exception {
        return service(url, queue, timeout, PluginServices.create("c", "", TopologyDescriptionSettings.memory()));
    }

    private LineageService service(URI url, int queue, Duration timeout, TopologyDescriptionService store) {
        var settings = new OpenLineageSettings(url, Optional.of(TOKEN), "n", "d", timeout, queue);
        var service = new LineageService(store, new LineageSender("c", settings, QUICK));
        opened.add(service);
        return service;
    }

    private static void push(TopologyDescriptionService service, String group) {
        service.setTopology(TestClient.ALICE, version(group), Descriptions.withProcessor("p"))
                .join();
    }

    private static TopologyVersion version(String group) {
        return new TopologyVersion(group, 0, new Uuid(1, 1));
    }

    private static void awaitSent(LineageService service, long events) {
        await().untilAsserted(() -> assertThat(service.sent()).isEqualTo(events));
    }

    @Test
    void a_store_behind_it_is_refreshed_and_shows_its_history_as_without_it() throws Exception {
        try (var receiver = new Receiver()) {
            LineageService service = service(receiver.url(), 10);
            push(service, "g");
            assertThat(service.canRefresh()).isTrue();
            service.refreshTopology(TestClient.ALICE, version("g"), Descriptions.withProcessor("q"))
                    .join();
            assertThat(service.history())
                    .isPresent()
                    .get()
                    .satisfies(history -> assertThat(history.groups()).contains("g"));
            awaitSent(service, 2);
        }
    }

    @Test
    void what_is_stored_is_also_sent_on_with_the_token() throws Exception {
        try (var receiver = new Receiver()) {
            LineageService service = service(receiver.url(), 10);

            push(service, "shop");

            awaitSent(service, 1);
            assertThat(receiver.received()).singleElement().satisfies(request -> {
                assertThat(request.method()).isEqualTo("POST");
                assertThat(request.authorization()).isEqualTo("Bearer " + TOKEN);
                assertThat(request.contentType()).isEqualTo("application/json");
                assertThat(request.body()).contains("\"name\":\"shop\"").contains("topic-in");
            });
            assertThat(service.getTopology(TestClient.ALICE, version("shop")).join())
                    .contains(Descriptions.withProcessor("p"));
        }
    }

    @Test
    void what_the_store_refuses_is_not_sent() throws Exception {
        try (var receiver = new Receiver()) {
            var store = new ScriptedService();
            store.set = topology -> topology.groupId().equals("refused")
                    ? CompletableFuture.failedFuture(new InvalidRequestException("no"))
                    : CompletableFuture.completedFuture(null);
            LineageService service = service(receiver.url(), 10, PATIENT, store);

            CompletableFuture<Void> answer =
                    service.setTopology(TestClient.ALICE, version("refused"), Descriptions.withProcessor("p"));
            assertThat(answer).isCompletedExceptionally();
            push(service, "taken");

            awaitSent(service, 1);
            assertThat(receiver.received())
                    .singleElement()
                    .satisfies(request -> assertThat(request.body()).contains("\"name\":\"taken\""));
        }
    }

    @Test
    void what_the_receiver_cannot_take_now_is_sent_again() throws Exception {
        try (var receiver = new Receiver().answering(500, 503, 429)) {
            LineageService service = service(receiver.url(), 10);

            push(service, "shop");

            awaitSent(service, 1);
            assertThat(receiver.received()).hasSize(4);
            assertThat(log.warnings()).singleElement().asString().contains("answered 500");
        }
    }

    @Test
    void what_the_receiver_refuses_is_not_sent_again_and_the_token_is_not_told() throws Exception {
        try (var receiver = new Receiver().answering(401, 302)) {
            LineageService service = service(receiver.url(), 10);

            push(service, "one");
            push(service, "two");
            push(service, "three");

            awaitSent(service, 1);
            assertThat(service.refused()).isEqualTo(2);
            assertThat(receiver.received()).hasSize(3);
            assertThat(log.warnings()).anyMatch(line -> line.contains("401") && line.contains("openlineage.token"));
            assertThat(log.warnings()).noneMatch(line -> line.contains(TOKEN));
        }
    }

    @Test
    void a_receiver_that_hangs_holds_up_no_client_and_is_given_up() throws Exception {
        try (var receiver = new Receiver().hanging()) {
            LineageService service = service(receiver.url(), 10, Duration.ofMillis(300));

            for (int i = 0; i < 100; i++) {
                push(service, "g" + i);
            }

            await().untilAsserted(() -> assertThat(receiver.received())
                    .as("given up and tried again")
                    .hasSizeGreaterThan(1));
            assertThat(service.sent()).isZero();
            assertThat(service.dropped()).isGreaterThanOrEqualTo(89);
            assertThat(log.warnings())
                    .filteredOn(line -> line.contains("dropped"))
                    .hasSize(1);
        }
    }

    @Test
    void a_dead_receiver_gets_the_newest_once_it_is_back() throws Exception {
        URI url;
        try (var receiver = new Receiver()) {
            url = receiver.url();
        }
        LineageService service = service(url, 2);
        push(service, "one");
        push(service, "two");
        push(service, "two");
        await().untilAsserted(() -> assertThat(log.warnings()).anyMatch(line -> line.contains("cannot be reached")));

        try (var receiver = new Receiver(url.getPort())) {
            awaitSent(service, 2);
            assertThat(receiver.received()).hasSize(2);
            assertThat(service.dropped()).isZero();
        }
    }

    @Test
    void closing_sends_what_waits_and_does_not_wait_for_a_receiver_that_hangs() throws Exception {
        try (var receiver = new Receiver();
                var deaf = new Receiver().hanging()) {
            LineageService lively = service(receiver.url(), 10);
            LineageService stuck = service(deaf.url(), 10);
            for (String group : List.of("a", "b", "c")) {
                push(lively, group);
                push(stuck, group);
            }

            long start = System.nanoTime();
            lively.close();
            stuck.close();

            assertThat(lively.sent()).isEqualTo(3);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
            assertThat(log.warnings()).anyMatch(line -> line.contains("was not sent before the end"));
        }
    }

    @Test
    void the_token_is_in_no_text_of_the_settings() {
        var settings = new OpenLineageSettings(
                URI.create("http://host/"), Optional.of(TOKEN), "n", "d", Duration.ofSeconds(1), 1);

        assertThat(settings.toString()).contains("http://host/").doesNotContain(TOKEN);
    }
}
