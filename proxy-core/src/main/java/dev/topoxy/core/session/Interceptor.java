package dev.topoxy.core.session;

import dev.topoxy.core.event.CloseReason;
import dev.topoxy.core.event.RelayListener;
import dev.topoxy.core.event.Side;
import dev.topoxy.core.filter.Filter;
import dev.topoxy.core.log.RateLimitedLog;
import dev.topoxy.core.wire.ApiVersionRange;
import dev.topoxy.core.wire.Messages;
import dev.topoxy.core.wire.RequestHeaders;
import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Gives gathered requests to their filters and the filters' answers their place in the queue. Runs on the connection's
 * event loop; filters may complete their answers anywhere.
 */
final class Interceptor {

    private static final RateLimitedLog log =
            new RateLimitedLog(LoggerFactory.getLogger(Interceptor.class), Duration.ofSeconds(30));

    private final Session session;
    private final AnswerQueue answers;
    private final DecodeBudget budget;
    private final RelayListener listener;
    private final GatherAccount gathered;
    private final Hold hold;
    private final Runnable answered;
    private int pending;

    /** Keeps back the client's later requests. */
    interface Hold {
        void begin();

        void end();
    }

    /**
     * @param gathered what requests take until they are decoded
     * @param hold used while a request waits for its turn to be decoded
     * @param answered run after each answer has taken its place
     */
    Interceptor(
            Session session,
            AnswerQueue answers,
            DecodeBudget budget,
            GatherAccount gathered,
            RelayListener listener,
            Hold hold,
            Runnable answered) {
        this.session = session;
        this.answers = answers;
        this.budget = budget;
        this.listener = listener;
        this.gathered = gathered;
        this.hold = hold;
        this.answered = answered;
    }

    /** Whether no filter is at work. */
    boolean isIdle() {
        return pending == 0;
    }

    /**
     * Serves one request.
     *
     * @param frame the frame or its beginning, size field included; ownership passes to this method
     * @param oversized whether only the beginning was kept
     */
    void intercepted(Filter<?, ?> filter, ByteBuf frame, int frameBytes, boolean oversized) {
        Exchange exchange = new Exchange(filter.apiKey().id);
        answers.expect(exchange);
        pending++;
        long cost = oversized ? 0 : DecodeBudget.cost(frame);
        if (!budget.canHold(cost)) {
            listener.decodingRefused();
            begin(filter, exchange, frame, frameBytes, true, 0);
            return;
        }
        CompletableFuture<Void> turn = budget.take(cost);
        if (turn.isDone()) {
            begin(filter, exchange, frame, frameBytes, oversized, cost);
            return;
        }
        listener.decodingDelayed();
        gathered.holds(frame.capacity());
        hold.begin();
        turn.thenRunAsync(() -> beginLate(filter, exchange, frame, frameBytes, oversized, cost), session.eventLoop());
    }

    private void beginLate(
            Filter<?, ?> filter, Exchange exchange, ByteBuf frame, int frameBytes, boolean oversized, long cost) {
        if (session.isClosed()) {
            frame.release();
            budget.giveBack(cost);
            return;
        }
        try {
            begin(filter, exchange, frame, frameBytes, oversized, cost);
        } catch (RuntimeException e) {
            session.failed(e, Side.CLIENT);
        }
        hold.end();
    }

    private void begin(
            Filter<?, ?> filter, Exchange exchange, ByteBuf frame, int frameBytes, boolean oversized, long cost) {
        InterceptedCall call;
        CompletableFuture<? extends ApiMessage> answer;
        long beganNanos = System.nanoTime();
        try {
            frame.skipBytes(Integer.BYTES);
            call = new InterceptedCall(session.filtered(), RequestHeaders.read(filter.apiKey(), frame), exchange);
            answer = serve(call, filter, frame, frameBytes, oversized);
        } catch (RuntimeException e) {
            budget.giveBack(cost);
            throw e;
        } finally {
            frame.release();
            gathered.holds(0);
        }
        answer.whenComplete((response, failure) -> {
            budget.giveBack(cost);
            listener.filterAnswered(filter.apiKey(), System.nanoTime() - beganNanos, failure != null);
            if (session.eventLoop().inEventLoop()) {
                answer(call, response, failure);
            } else {
                session.eventLoop().execute(() -> answer(call, response, failure));
            }
        });
    }

    /**
     * A client newer than this proxy asked for versions: it is told as by a broker of this proxy's age, and asks again.
     * Source: KIP-35, KIP-511.
     */
    void refuseApiVersions(int correlationId) {
        ApiVersionRange known = ApiVersionRange.understood(ApiKeys.API_VERSIONS);
        ApiVersionsResponseData refusal = new ApiVersionsResponseData().setErrorCode(Errors.UNSUPPORTED_VERSION.code());
        refusal.apiKeys()
                .add(new ApiVersionsResponseData.ApiVersion()
                        .setApiKey(ApiKeys.API_VERSIONS.id)
                        .setMinVersion(known.min())
                        .setMaxVersion(known.max()));
        Exchange exchange = new Exchange(ApiKeys.API_VERSIONS.id);
        answers.expect(exchange);
        deliver(
                exchange,
                Messages.responseFrame(session.allocator(), ApiKeys.API_VERSIONS, (short) 0, correlationId, refusal));
    }

    private static CompletableFuture<? extends ApiMessage> serve(
            InterceptedCall call, Filter<?, ?> filter, ByteBuf frame, int frameBytes, boolean oversized) {
        if (oversized) {
            return guard(() -> call.serveOversized(filter, frame, frameBytes));
        }
        call.decode(frame);
        return guard(() -> call.serve(filter));
    }

    private static CompletableFuture<? extends ApiMessage> guard(FilterStep step) {
        try {
            return Objects.requireNonNull(step.run(), "the filter gave no future");
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @FunctionalInterface
    private interface FilterStep {
        CompletableFuture<? extends ApiMessage> run();
    }

    private void answer(InterceptedCall call, @Nullable ApiMessage response, @Nullable Throwable failure) {
        pending--;
        if (session.isClosed()) {
            return;
        }
        try {
            deliver(call.exchange(), answerFrame(call, response, failure));
        } catch (OutOfMemoryError e) {
            session.failed(e, Side.CLIENT);
            return;
        } catch (RuntimeException | Error e) {
            session.close(new CloseReason(
                    CloseReason.Kind.INTERNAL_ERROR, "no answer could be made for " + call.api() + ": " + e));
            return;
        }
        answered.run();
    }

    private ByteBuf answerFrame(InterceptedCall call, @Nullable ApiMessage response, @Nullable Throwable failure) {
        if (failure == null) {
            try {
                return frame(call, Objects.requireNonNull(response, "the filter gave no answer"));
            } catch (RuntimeException e) {
                return frame(call, errorResponse(call, e));
            }
        }
        return frame(call, errorResponse(call, failure));
    }

    private ByteBuf frame(InterceptedCall call, ApiMessage response) {
        return Messages.responseFrame(session.allocator(), call.api(), call.version(), call.correlationId(), response);
    }

    private ApiMessage errorResponse(InterceptedCall call, Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        boolean expected = cause instanceof ApiException;
        log.log(
                expected ? Level.DEBUG : Level.ERROR,
                call.api() + cause.getClass().getName(),
                "Connection {}: {} of {} failed in its filter and was answered with an error: {}",
                session.id(),
                call.api(),
                session.client(),
                expected ? String.valueOf(cause.getMessage()) : cause.toString(),
                expected ? "" : cause);
        return call.errorResponse(cause);
    }

    private void deliver(Exchange exchange, ByteBuf frame) {
        answers.deliver(exchange, frame);
        answers.complete(exchange);
        answers.flush();
    }
}
