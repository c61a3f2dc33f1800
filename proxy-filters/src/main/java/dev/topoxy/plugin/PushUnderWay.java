package dev.topoxy.plugin;

import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.Uuid;

/** A store under way, told apart by identity. */
final class PushUnderWay {

    private final Uuid id;
    private final long startedMs;
    private final CompletableFuture<Void> result = new CompletableFuture<>();

    PushUnderWay(Uuid id, long startedMs) {
        this.id = id;
        this.startedMs = startedMs;
    }

    Uuid id() {
        return id;
    }

    long startedMs() {
        return startedMs;
    }

    CompletableFuture<Void> result() {
        return result;
    }
}
