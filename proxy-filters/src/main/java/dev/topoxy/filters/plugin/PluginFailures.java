package dev.topoxy.filters.plugin;

import dev.topoxy.filters.plugin.PluginCallException.Reason;
import dev.topoxy.plugin.TopologyDescriptionTooLargeException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.errors.StreamsTopologyDescriptionUpdateFailedException;
import org.jspecify.annotations.Nullable;

/** What a failure of a product plugin means to the client that pushed. */
final class PluginFailures {

    /** All a client learns of a failure that is the plugin's own: the text of others may hold secrets. */
    private static final String UNEXPECTED = "The topology description plugin failed.";

    private PluginFailures() {}

    /** What the plugin failed with, wherever it was wrapped on its way here. */
    static Throwable cause(Throwable failure) {
        Throwable cause = failure;
        while (isWrapper(cause) && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    private static boolean isWrapper(Throwable failure) {
        return failure instanceof CompletionException
                || failure instanceof ExecutionException
                || (failure instanceof PluginCallException call && call.reason() == Reason.THREW);
    }

    /** Whether the plugin was not even called, so that the failure tells nothing about it. */
    static boolean neverCalled(@Nullable Throwable failure) {
        return failure != null
                && cause(failure) instanceof PluginCallException call
                && (call.reason() == Reason.REFUSED || call.reason() == Reason.CLOSED);
    }

    /** INVALID_REQUEST where the plugin says so, otherwise STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED. */
    static ApiException answer(Throwable cause) {
        if (cause instanceof InvalidRequestException invalid) {
            return invalid;
        }
        boolean fitForClients =
                cause instanceof TopologyDescriptionTooLargeException || cause instanceof PluginCallException;
        String message = fitForClients ? cause.getMessage() : UNEXPECTED;
        return new StreamsTopologyDescriptionUpdateFailedException(message);
    }
}
