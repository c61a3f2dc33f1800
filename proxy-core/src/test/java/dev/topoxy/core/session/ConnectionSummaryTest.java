package dev.topoxy.core.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.topoxy.core.address.Entrance;
import dev.topoxy.core.arrival.Arrived;
import dev.topoxy.core.event.CloseReason;
import dev.topoxy.core.identity.ClientIdentity;
import dev.topoxy.core.log.ConnectionId;
import dev.topoxy.core.support.Frames;
import dev.topoxy.core.support.LogCapture;
import dev.topoxy.core.support.ScriptedBroker;
import dev.topoxy.core.support.TestProxy;
import dev.topoxy.core.support.Wire;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.event.KeyValuePair;

class ConnectionSummaryTest {

    @Test
    void a_connection_leaves_one_line_with_all_that_it_was() throws Exception {
        try (LogCapture log = LogCapture.of(Session.class, Level.DEBUG);
                ScriptedBroker broker = ScriptedBroker.answering(
                        request -> Frames.opaqueResponse(request.correlationId(), request.frame().length));
                TestProxy proxy = TestProxy.of(broker)) {
            byte[] request = Frames.opaqueRequest(Frames.UNKNOWN_API, 0, 1, 5000);
            String client;
            int answered = 0;
            try (Wire wire = proxy.connect()) {
                client = "127.0.0.1:" + wire.socket().getLocalPort();
                wire.send(request, Frames.opaqueRequest(Frames.UNKNOWN_API, 0, 2, 5000));
                answered += wire.read().length + wire.read().length;
            }
            ILoggingEvent line = await().until(() -> summaries(log, client), lines -> !lines.isEmpty())
                    .get(0);

            assertThat(line.getLevel()).isEqualTo(Level.DEBUG);
            assertThat(line.getFormattedMessage())
                    .matches("Connection \\w+: ended after \\d+ ms, client " + client + " at port " + proxy.port()
                            + " of cluster test-\\d+, broker 127\\.0\\.0\\.1:" + broker.port() + ", 2 requests, "
                            + 2 * request.length + " bytes from the client, " + answered
                            + " bytes from the broker: the client closed the connection");
            assertThat(fields(line))
                    .containsEntry("client", client)
                    .containsEntry("principal", "User:ANONYMOUS")
                    .containsEntry("broker", "127.0.0.1:" + broker.port())
                    .containsEntry("requests", 2L)
                    .containsEntry("bytes_from_client", 2L * request.length)
                    .containsEntry("bytes_from_broker", (long) answered)
                    .containsEntry("reason", "client_closed")
                    .containsKeys("cluster", "port", "duration_ms");
            assertThat(line.getArgumentArray()).hasAtLeastOneElementOfType(ConnectionId.class);
        }
    }

    @Test
    void a_connection_that_came_to_no_broker_and_was_worth_a_warning_leaves_its_line_as_well() throws Exception {
        try (LogCapture log = LogCapture.of(Session.class, Level.DEBUG);
                ScriptedBroker broker = ScriptedBroker.answering(request -> null);
                TestProxy proxy = TestProxy.of(broker)) {
            broker.close();
            String client;
            try (Wire wire = proxy.connect()) {
                client = "127.0.0.1:" + wire.socket().getLocalPort();
                wire.send(new byte[] {0});
                assertThat(wire.ended()).isTrue();
            }
            ILoggingEvent line = await().until(() -> summaries(log, client), lines -> !lines.isEmpty())
                    .get(0);

            assertThat(log.lines()).anyMatch(text -> text.startsWith("WARN") && text.contains(client));
            assertThat(fields(line))
                    .containsEntry("broker", "none")
                    .containsEntry("requests", 0L)
                    .containsEntry("reason", "broker_unreachable");
        }
    }

    @Test
    void a_principal_is_named_where_it_is_known_and_cannot_forge_anything() throws Exception {
        try (LogCapture log = LogCapture.of(ConnectionSummaryTest.class, Level.DEBUG)) {
            KafkaPrincipal principal = new KafkaPrincipal("User", "bob'\n, broker none\u202e");
            InetSocketAddress address = new InetSocketAddress(
                    InetAddress.getByAddress(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}), 5555);
            new ConnectionSummary(
                            new ConnectionId("7"),
                            "main",
                            new Arrived(address, SecurityProtocol.SSL, principal, Entrance.byName(9092, 3)),
                            new ClientIdentity(principal, SecurityProtocol.SSL),
                            12_345_000_000L,
                            Optional.empty(),
                            new CloseReason(CloseReason.Kind.IDLE, "silent for long"))
                    .log(LoggerFactory.getLogger(ConnectionSummaryTest.class));

            assertThat(log.lines())
                    .containsExactly("DEBUG Connection 7: ended after 12345 ms, client [0:0:0:0:0:0:0:1]:5555"
                            + " 'User:bob\\'\\u000a, broker none\\u202e' at port 9092 (for node 3) of cluster main,"
                            + " broker none, 0 requests, 0 bytes from the client, 0 bytes from the broker:"
                            + " silent for long");
        }
    }

    private static List<ILoggingEvent> summaries(LogCapture log, String client) {
        return log.events().stream()
                .filter(event -> event.getFormattedMessage().contains("ended after")
                        && event.getFormattedMessage().contains(client + " "))
                .toList();
    }

    private static Map<String, Object> fields(ILoggingEvent event) {
        return event.getKeyValuePairs().stream()
                .collect(Collectors.toMap((KeyValuePair pair) -> pair.key, pair -> pair.value));
    }
}
