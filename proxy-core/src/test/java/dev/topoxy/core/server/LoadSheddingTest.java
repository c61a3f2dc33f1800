package dev.topoxy.core.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.topoxy.core.limit.DirectMemory;
import dev.topoxy.core.support.Frames;
import dev.topoxy.core.support.LogCapture;
import dev.topoxy.core.support.ScriptedBroker;
import dev.topoxy.core.support.TestProxy;
import dev.topoxy.core.support.Wire;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LoadSheddingTest {

    private static final int API = Frames.UNKNOWN_API;

    /** More than sockets between them take. */
    private static final int LARGE = 50_000_000;

    private static final int BODY = 5;

    @Test
    void whoever_does_not_take_its_answers_is_closed_with_a_line_and_all_others_go_on() throws Exception {
        try (LogCapture log = LogCapture.of(LoadShedding.class);
                ScriptedBroker broker = ScriptedBroker.answering(request ->
                        Frames.opaqueResponse(request.correlationId(), request.version() == 1 ? LARGE : BODY));
                TestProxy proxy = TestProxy.of(broker);
                Wire quick = proxy.connect();
                Wire slow = proxy.connect()) {
            LoadShedding shedding = new LoadShedding(proxy.server()::sessions, new DirectMemory(() -> 90, 100));
            quick.send(Frames.opaqueRequest(API, 0, 1, 1)).read();
            slow.send(Frames.opaqueRequest(API, 1, 1, 1));
            await().until(() -> unsent(proxy) > 100_000);

            shedding.shed(1);

            await().until(() -> proxy.server().sessionCount() == 1);
            quick.send(Frames.opaqueRequest(API, 0, 2, 1));
            assertThat(quick.read()).isEqualTo(Frames.opaqueResponse(2, BODY));
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .startsWith("WARN")
                    .contains("closed those 1 of the connections", "raise -XX:MaxDirectMemorySize");
        }
    }

    private static long unsent(TestProxy proxy) throws Exception {
        long unsent = 0;
        for (var session : proxy.server().sessions()) {
            unsent += session.eventLoop().submit(session::unsentBytes).get(5, TimeUnit.SECONDS);
        }
        return unsent;
    }
}
