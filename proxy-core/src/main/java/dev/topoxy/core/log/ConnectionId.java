package dev.topoxy.core.log;

/** Names a connection in log lines; short, unique within the process. JSON logs have it as a field of its own. */
public record ConnectionId(String text) {

    @Override
    public String toString() {
        return text;
    }
}
