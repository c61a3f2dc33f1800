package dev.topoxy.plugin;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Calls of a store's own methods, in which throwing and returning null are failures like any other. */
final class Attempt {

    private Attempt() {}

    static <T extends @Nullable Object> CompletableFuture<T> of(Call<T> call) {
        try {
            CompletableFuture<T> future = call.run();
            return future != null
                    ? future
                    : CompletableFuture.failedFuture(new IllegalStateException("null instead of a future"));
        } catch (Throwable failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    static <T extends @Nullable Object> void of(
            Call<T> call, BiConsumer<? super T, ? super @Nullable Throwable> outcome) {
        CompletableFuture<T> unused = of(call).whenComplete(outcome);
    }

    /** What a future failed with, wherever it was wrapped on its way here. */
    static Throwable cause(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    @FunctionalInterface
    interface Call<T extends @Nullable Object> {
        CompletableFuture<T> run();
    }
}
