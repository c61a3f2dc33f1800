package dev.topoxy.core.session;

import dev.topoxy.core.address.HostPort;
import dev.topoxy.core.arrival.Arrived;
import dev.topoxy.core.event.CloseReason;
import dev.topoxy.core.identity.ClientIdentity;
import dev.topoxy.core.log.ConnectionId;
import dev.topoxy.core.log.LogText;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.slf4j.Logger;

/**
 * The one line that is left of a connection, with its parts as fields for structured logs.
 *
 * @param openNanos since it was accepted
 * @param relayed where it led and what it moved; empty if it never came to a broker
 */
record ConnectionSummary(
        ConnectionId id,
        String cluster,
        Arrived arrived,
        ClientIdentity identity,
        long openNanos,
        Optional<Relayed> relayed,
        CloseReason reason) {

    record Relayed(HostPort broker, Traffic traffic) {}

    /** Logs it at DEBUG. */
    void log(Logger log) {
        Optional<Traffic> traffic = relayed.map(Relayed::traffic);
        long requests = traffic.map(Traffic::requests).orElse(0L);
        long fromClient = traffic.map(Traffic::bytesFromClient).orElse(0L);
        long fromBroker = traffic.map(Traffic::bytesFromBroker).orElse(0L);
        String broker = relayed.map(led -> led.broker().toString()).orElse("none");
        long millis = TimeUnit.NANOSECONDS.toMillis(openNanos);
        HostPort client = new HostPort(
                arrived.address().getAddress().getHostAddress(),
                arrived.address().getPort());
        log.atDebug()
                .addKeyValue("cluster", cluster)
                .addKeyValue("client", client.toString())
                .addKeyValue("principal", identity.principal().toString())
                .addKeyValue("port", arrived.entrance().port())
                .addKeyValue("broker", broker)
                .addKeyValue("duration_ms", millis)
                .addKeyValue("requests", requests)
                .addKeyValue("bytes_from_client", fromClient)
                .addKeyValue("bytes_from_broker", fromBroker)
                .addKeyValue("reason", reason.kind().name().toLowerCase(Locale.ROOT))
                .log(
                        "Connection {}: ended after {} ms, client {}{} at {} of cluster {}, broker {}, {} requests,"
                                + " {} bytes from the client, {} bytes from the broker: {}",
                        id,
                        millis,
                        client,
                        principal(),
                        arrived.entrance(),
                        cluster,
                        broker,
                        requests,
                        fromClient,
                        fromBroker,
                        reason.detail());
    }

    private String principal() {
        return identity.principal().equals(KafkaPrincipal.ANONYMOUS)
                ? ""
                : " " + LogText.quoted(identity.principal().toString());
    }
}
