package dev.topoxy.app.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.topoxy.core.log.ConnectionId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;

class JsonLayoutTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Test
    void an_event_is_one_object_on_one_line() throws JsonProcessingException {
        String text = line(event("{} connections left", null, 7));
        assertThat(text.lines()).hasSize(1);
        assertThat(MAPPER.readTree(text)).isEqualTo(MAPPER.readTree("""
                        {"timestamp":"2026-01-02T03:04:05.678Z","level":"WARN",
                        "logger":"dev.topoxy.core.session.Session","thread":"loop-1","message":"7 connections left"}
                        """));
    }

    @Test
    void the_connection_is_a_field_wherever_it_stands_in_the_message() throws JsonProcessingException {
        JsonNode line = MAPPER.readTree(line(event("client of {}: {}", null, new ConnectionId("3f"), "left")));
        assertThat(line.path("connection").asText()).isEqualTo("3f");
        assertThat(line.path("message").asText()).isEqualTo("client of 3f: left");
    }

    @Test
    void fields_of_an_event_keep_their_kind() throws JsonProcessingException {
        LoggingEvent event = event("ended", null);
        event.addKeyValuePair(new KeyValuePair("requests", 12L));
        event.addKeyValuePair(new KeyValuePair("reason", "idle"));
        JsonNode line = MAPPER.readTree(line(event));
        assertThat(line.path("requests").isNumber()).isTrue();
        assertThat(line.path("requests").asLong()).isEqualTo(12);
        assertThat(line.path("reason").asText()).isEqualTo("idle");
    }

    @Test
    void hostile_text_stays_text_on_its_line() throws JsonProcessingException {
        String hostile = "a\"},\n{\"level\":\"ERROR\"\r\u2028\u2029\u001b[31m\u0000\ud800 \\u0041 \ud83d\ude00";
        String text = line(event("{}", new IllegalStateException(hostile), hostile));
        assertThat(text.lines()).hasSize(1);
        assertThat(text.strip().chars()).noneMatch(c -> c < ' ' || c == 0x2028 || c == 0x2029);
        JsonNode line = MAPPER.readTree(text);
        assertThat(line.path("message").asText()).isEqualTo(hostile);
        assertThat(line.path("level").asText()).isEqualTo("WARN");
        assertThat(line.path("exception").asText())
                .contains(IllegalStateException.class.getName(), hostile, "JsonLayoutTest");
    }

    private static String line(LoggingEvent event) {
        return new JsonLayout().doLayout(event);
    }

    private static LoggingEvent event(String message, @Nullable Throwable thrown, Object... arguments) {
        LoggingEvent event = new LoggingEvent(
                "",
                new LoggerContext().getLogger("dev.topoxy.core.session.Session"),
                Level.WARN,
                message,
                thrown,
                arguments);
        event.setInstant(Instant.parse("2026-01-02T03:04:05.678Z"));
        event.setThreadName("loop-1");
        return event;
    }
}
