package dev.topoxy.core.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.topoxy.core.server.ClusterSettings;
import dev.topoxy.core.server.UpstreamSettings;
import dev.topoxy.core.session.Session;
import dev.topoxy.core.support.Frames;
import dev.topoxy.core.support.LogCapture;
import dev.topoxy.core.support.Request;
import dev.topoxy.core.support.ScriptedBroker;
import dev.topoxy.core.support.TestProxy;
import dev.topoxy.core.support.Wire;
import dev.topoxy.core.tls.Secret;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.message.SaslAuthenticateRequestData;
import org.apache.kafka.common.message.SaslAuthenticateResponseData;
import org.apache.kafka.common.message.SaslHandshakeResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;

/** The proxy's own login, before brokers that behave and others. */
class LoginTest {

    private static final int API = Frames.UNKNOWN_API;
    private static final Duration SOON = Duration.ofMillis(500);

    private static TestProxy proxy(ScriptedBroker broker) throws Exception {
        LoginSettings login = new LoginSettings.Password("PLAIN", "alice", Secret.of("geheim"));
        return TestProxy.with(
                broker.address(),
                SOON,
                (cluster, ports) -> new ClusterSettings(
                        cluster.name(),
                        cluster.listen(),
                        new UpstreamSettings(
                                cluster.upstream().bootstrapServers(), Optional.empty(), Optional.of(login), false),
                        cluster.maxConnections(),
                        cluster.filters(),
                        cluster.listener()));
    }

    private static byte[] answer(Request request, Errors handshake, Errors authenticate, long lifetimeMs) {
        if (request.apiKey() == ApiKeys.SASL_HANDSHAKE.id) {
            return Frames.response(
                    request.version(),
                    request.correlationId(),
                    new SaslHandshakeResponseData()
                            .setErrorCode(handshake.code())
                            .setMechanisms(List.of("SCRAM-SHA-256")));
        }
        if (request.apiKey() == ApiKeys.SASL_AUTHENTICATE.id) {
            return Frames.response(
                    request.version(),
                    request.correlationId(),
                    new SaslAuthenticateResponseData()
                            .setErrorCode(authenticate.code())
                            .setErrorMessage("who are you")
                            .setSessionLifetimeMs(lifetimeMs));
        }
        return Frames.opaqueResponse(request.correlationId(), 5);
    }

    private static void assertRefused(ScriptedBroker broker, String... told) throws Exception {
        try (LogCapture log = LogCapture.of(Session.class);
                TestProxy proxy = proxy(broker);
                Wire client = proxy.connect()) {
            client.send(Frames.opaqueRequest(API, 0, 1, 1));
            assertThat(client.ended()).isTrue();
            assertThat(log.lines())
                    .filteredOn(line -> line.startsWith("WARN"))
                    .singleElement()
                    .asString()
                    .contains(told)
                    .doesNotContain("geheim");
            await().until(() -> broker.open() == 0);
        }
    }

    @Test
    void requests_go_out_after_the_login_only() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.answering(request -> answer(request, Errors.NONE, Errors.NONE, 0));
                TestProxy proxy = proxy(broker);
                Wire client = proxy.connect()) {
            client.send(Frames.opaqueRequest(API, 0, 1, 1));
            assertThat(client.read()).isEqualTo(Frames.opaqueResponse(1, 5));
            assertThat(broker.received().apiKey()).isEqualTo(ApiKeys.SASL_HANDSHAKE.id);
            Request token = broker.received();
            assertThat(new String(
                            Frames.readRequest(new SaslAuthenticateRequestData(), token.frame())
                                    .authBytes(),
                            StandardCharsets.UTF_8))
                    .isEqualTo("\0alice\0geheim");
            assertThat(broker.received().apiKey()).isEqualTo((short) API);
        }
    }

    @Test
    void a_mechanism_that_the_broker_lacks_is_told_with_those_it_has() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.answering(
                request -> answer(request, Errors.UNSUPPORTED_SASL_MECHANISM, Errors.NONE, 0))) {
            assertRefused(broker, "login failed", "does not take SASL mechanism PLAIN", "[SCRAM-SHA-256]");
        }
    }

    @Test
    void a_refused_login_is_told_in_the_brokers_words() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.answering(
                request -> answer(request, Errors.NONE, Errors.SASL_AUTHENTICATION_FAILED, 0))) {
            assertRefused(broker, "the broker refused the login: who are you");
        }
    }

    @Test
    void a_broker_that_ends_amid_the_login_is_given_up() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.playing(Wire::next)) {
            assertRefused(broker, "the broker closed the connection during the login: does it speak SASL here?");
        }
    }

    @Test
    void a_broker_that_says_nothing_is_given_up_in_time() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.answering(request -> null)) {
            assertRefused(broker, "the login was not complete within handshake.timeout.ms of 500");
        }
    }

    @Test
    void a_login_is_repeated_before_it_ends_with_no_request_in_between_and_none_lost() throws Exception {
        List<Short> order = new CopyOnWriteArrayList<>();
        AtomicInteger logins = new AtomicInteger();
        try (ScriptedBroker broker = ScriptedBroker.answering(request -> {
                    order.add(request.apiKey());
                    if (request.apiKey() == ApiKeys.SASL_AUTHENTICATE.id) {
                        logins.incrementAndGet();
                    }
                    return answer(request, Errors.NONE, Errors.NONE, 300);
                });
                TestProxy proxy = proxy(broker);
                Wire client = proxy.connect()) {
            int sent = 0;
            while (logins.get() < 4) {
                client.send(Frames.opaqueRequest(API, 0, ++sent, 1), Frames.opaqueRequest(API, 0, ++sent, 1));
                assertThat(client.read()).isEqualTo(Frames.opaqueResponse(sent - 1, 5));
                assertThat(client.read()).isEqualTo(Frames.opaqueResponse(sent, 5));
            }
            assertThat(broker.accepted()).isOne();
            List<Short> seen = new ArrayList<>(order);
            for (int i = 0; i < seen.size() - 1; i++) {
                if (seen.get(i) == ApiKeys.SASL_HANDSHAKE.id) {
                    assertThat(seen.get(i + 1)).isEqualTo(ApiKeys.SASL_AUTHENTICATE.id);
                }
            }
        }
    }

    @Test
    void a_login_that_is_refused_later_ends_the_connection_with_the_reason() throws Exception {
        AtomicInteger logins = new AtomicInteger();
        try (LogCapture log = LogCapture.of(Session.class);
                ScriptedBroker broker = ScriptedBroker.answering(request -> {
                    boolean token = request.apiKey() == ApiKeys.SASL_AUTHENTICATE.id;
                    boolean later = token && logins.incrementAndGet() > 1;
                    return answer(request, Errors.NONE, later ? Errors.SASL_AUTHENTICATION_FAILED : Errors.NONE, 300);
                });
                TestProxy proxy = proxy(broker);
                Wire client = proxy.connect()) {
            client.send(Frames.opaqueRequest(API, 0, 1, 1));
            assertThat(client.read()).isEqualTo(Frames.opaqueResponse(1, 5));
            assertThat(client.ended()).isTrue();
            assertThat(log.lines())
                    .filteredOn(line -> line.startsWith("WARN"))
                    .singleElement()
                    .asString()
                    .contains("the broker refused the login: who are you");
        }
    }
}
