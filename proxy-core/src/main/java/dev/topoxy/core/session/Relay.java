package dev.topoxy.core.session;

import dev.topoxy.core.event.CloseReason;
import dev.topoxy.core.event.PauseReason;
import dev.topoxy.core.event.RelayListener;
import dev.topoxy.core.event.Side;
import dev.topoxy.core.frame.Framer;
import dev.topoxy.core.log.RateLimitedLog;
import dev.topoxy.core.upstream.Login;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.kafka.common.protocol.ApiMessage;
import org.slf4j.LoggerFactory;

/**
 * A client channel and a broker channel joined: who may read, who has ended, what is still owed.
 *
 * <pre>
 * client -> Framer -> RequestRouter --------------------> BrokerLink -> broker
 *                          \-> Interceptor (filters) --/
 * client <- AnswerQueue <- RelayedExchange / filters <- BrokerLink <- Framer <- broker
 * </pre>
 *
 * Runs on the connection's event loop.
 */
final class Relay {

    /** Answers held behind one that is not there yet may take this much memory before the broker is read no further. */
    private static final int MAX_HELD_BYTES = 1024 * 1024;

    private static final RateLimitedLog log =
            new RateLimitedLog(LoggerFactory.getLogger(Relay.class), Duration.ofSeconds(30));

    private static final CloseReason CLIENT_CLOSED =
            new CloseReason(CloseReason.Kind.CLIENT_CLOSED, "the client closed the connection");

    private final Session session;
    private final Channel client;
    private final Channel broker;
    private final ReadGate clientGate;
    private final ReadGate brokerGate;
    private final RequestHold hold = new RequestHold();
    private final AnswerQueue answers;
    private final BrokerLink brokerLink;
    private final Interceptor interceptor;
    private final Framer requests;
    private final Framer responses;
    private final RelayListener listener;
    private final GatherAccount gathered;
    private final StallWatch stallWatch;
    private final int maxInFlight;

    private int holds;
    private boolean inFlightFull;
    private boolean stopped;
    private boolean clientEnded;
    private boolean finishing;

    Relay(Session session, Channel client, Channel broker, SessionSettings settings) {
        this.session = session;
        this.client = client;
        this.broker = broker;
        listener = settings.listener();
        clientGate = new ReadGate(client, Side.CLIENT, listener);
        brokerGate = new ReadGate(broker, Side.BROKER, listener);
        answers = new AnswerQueue(client, listener, this::requestTaken);
        brokerLink = new BrokerLink(broker, answers);
        gathered = new GatherAccount(settings.clusterName(), settings.gatherBudget(), client.eventLoop(), clientGate);
        maxInFlight = settings.limits().maxInFlightRequests();
        interceptor =
                new Interceptor(session, answers, settings.decodeBudget(), gathered, listener, hold, this::answered);
        requests = Framer.ofRequests(
                settings.maxRequestBytes(),
                new RequestRouter(session, interceptor, brokerLink, answers, gathered, listener));
        responses = Framer.ofResponses(brokerLink);
        stallWatch = new StallWatch(
                client.eventLoop(),
                settings.limits().requestStallTimeout(),
                requests,
                clientGate,
                gathered,
                what -> session.close(new CloseReason(CloseReason.Kind.STALLED, what)));
    }

    /** Begins to read on both sides. */
    void start() {
        broker.pipeline().addLast(responses, new SideHandler(new BrokerSide()));
        client.pipeline().addLast(requests, new SideHandler(new ClientSide()));
        brokerGate.open();
        clientGate.open();
    }

    /** Sends a request of a filter; the client's later requests wait for its answer. */
    CompletableFuture<ApiMessage> ask(ApiMessage message, short version, String clientId) {
        CompletableFuture<ApiMessage> asked = brokerLink.ask(message, version, clientId);
        hold.begin();
        CompletableFuture<ApiMessage> answer = new CompletableFuture<>();
        asked.whenComplete((response, failure) -> {
            if (failure == null) {
                answer.complete(response);
            } else {
                answer.completeExceptionally(failure);
            }
            // Last, so that what the filter does next goes out before the client's next request.
            hold.end();
        });
        updateHeld();
        return answer;
    }

    /**
     * Talks to the broker with no request of anybody else in between; the client's later requests wait until the end of
     * it, and after a failure for good: the connection is of no use then.
     */
    <T> CompletableFuture<T> undisturbed(Function<Login.Question, CompletableFuture<T>> dialog) {
        CompletableFuture<T> done = new CompletableFuture<>();
        EventLoop eventLoop = client.eventLoop();
        Login.Question question = (message, version) -> CompletableFuture.supplyAsync(
                        () -> brokerLink.askReserved(message, version), eventLoop)
                .thenCompose(answer -> answer);
        hold.begin();
        brokerLink.reserve(() -> dialog.apply(question)
                .whenCompleteAsync(
                        (result, failure) -> {
                            if (failure == null) {
                                done.complete(result);
                                brokerLink.endReservation();
                                hold.end();
                            } else {
                                done.completeExceptionally(failure);
                            }
                        },
                        eventLoop));
        return done;
    }

    private void goOn() {
        if (!stopped && !inFlightFull) {
            requests.resume();
            brokerLink.flush();
            answers.flush();
        }
        updateClientGate();
        finishIfDone();
    }

    private void holdRequests() {
        requests.pause();
        updateClientGate();
    }

    /** A frame that has begun is read to its end: the filter's own request may be waiting for that. */
    private void updateClientGate() {
        boolean withinFrame = requests.withinFrame();
        clientGate.set(PauseReason.REQUESTS_HELD, (stopped || holds > 0) && !withinFrame);
        clientGate.set(PauseReason.REQUESTS_IN_FLIGHT, inFlightFull && !withinFrame);
    }

    /** One more request is owed an answer. */
    private void requestTaken() {
        if (!inFlightFull && answers.size() >= maxInFlight) {
            inFlightFull = true;
            requests.pause();
            log.warn(
                    session.clusterName(),
                    "Connection {}: {} has {} requests without an answer, which is"
                            + " limits.max.in.flight.requests.per.connection: it is read no further until half of them"
                            + " are answered",
                    session.id(),
                    session.client(),
                    maxInFlight);
        }
    }

    /** Answers may have left. */
    private void updateInFlight() {
        if (inFlightFull && answers.size() <= maxInFlight / 2) {
            inFlightFull = false;
            if (holds == 0) {
                goOn();
            }
        }
    }

    /** Whether the client has sent a request to its end. */
    boolean hadWholeRequest() {
        return requests.hadWholeFrame();
    }

    /** Whether nobody waits for anything on this connection. */
    private boolean isIdle() {
        return answers.isEmpty() && interceptor.isIdle() && brokerLink.owesNothing() && !requests.withinFrame();
    }

    int requestsUnderWay() {
        return answers.size();
    }

    /** Takes no further request, and ends with the last answer. */
    void stopRequests() {
        stopped = true;
        holdRequests();
        finishIfDone();
    }

    /** Both channels are closing: lets go of all that is held. */
    void release() {
        stallWatch.release();
        gathered.release();
        brokerLink.release();
        answers.release();
        clientGate.release();
        brokerGate.release();
        report(Side.CLIENT, requests);
        report(Side.BROKER, responses);
    }

    private void report(Side side, Framer framer) {
        long bytes = framer.takeReadBytes();
        if (bytes > 0) {
            listener.received(side, bytes);
        }
    }

    private void answered() {
        updateHeld();
        updateInFlight();
        finishIfDone();
    }

    private void updateHeld() {
        boolean full = answers.heldBytes() > MAX_HELD_BYTES && holds == 0;
        brokerGate.set(PauseReason.ANSWERS_HELD, full);
    }

    /**
     * What the client sent before it ended still reaches the broker; then the broker learns that it ended. Where the
     * proxy wants the end, the broker learns it in the same way, and its own end goes on to the client.
     */
    private void finishIfDone() {
        boolean done = clientEnded ? interceptor.isIdle() && holds == 0 && !inFlightFull : stopped && isIdle();
        if (done && !finishing) {
            finishing = true;
            brokerLink.finish(() -> session.expectEnd(
                    new CloseReason(CloseReason.Kind.CLIENT_CLOSED, "the client ended and the broker did not follow")));
        }
    }

    /** Counts who has the client's later requests wait. */
    private final class RequestHold implements Interceptor.Hold {
        @Override
        public void begin() {
            holds++;
            holdRequests();
        }

        @Override
        public void end() {
            holds--;
            if (holds == 0 && !session.isClosed()) {
                goOn();
            }
        }
    }

    private final class ClientSide implements SideHandler.Events {
        @Override
        public void inputEnded() {
            clientEnded = true;
            finishIfDone();
        }

        @Override
        public void writabilityChanged(boolean writable) {
            brokerGate.set(PauseReason.OTHER_SIDE_FULL, !writable);
            clientGate.set(PauseReason.OWN_SIDE_FULL, !writable);
        }

        @Override
        public void readComplete() {
            session.moved();
            stallWatch.moved();
            report(Side.CLIENT, requests);
            updateClientGate();
            finishIfDone();
        }

        @Override
        public void closed() {
            session.close(CLIENT_CLOSED);
        }

        @Override
        public void failed(Throwable cause) {
            session.failed(cause, CloseReason.Kind.CLIENT_IO_ERROR, CloseReason.Kind.MALFORMED_REQUEST);
        }
    }

    private final class BrokerSide implements SideHandler.Events {
        @Override
        public void inputEnded() {
            answers.flush();
            client.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener((ChannelFutureListener) written -> closed());
            session.expectEnd(new CloseReason(
                    CloseReason.Kind.BROKER_CLOSED, "the broker ended and the client did not take its answers"));
        }

        @Override
        public void writabilityChanged(boolean writable) {
            clientGate.set(PauseReason.OTHER_SIDE_FULL, !writable);
        }

        @Override
        public void readComplete() {
            session.moved();
            updateInFlight();
            report(Side.BROKER, responses);
            updateHeld();
            finishIfDone();
        }

        @Override
        public void closed() {
            // A broker ends its side once it has learned that the client did: that was the client's doing.
            session.close(
                    clientEnded
                            ? CLIENT_CLOSED
                            : new CloseReason(CloseReason.Kind.BROKER_CLOSED, "the broker closed the connection"));
        }

        @Override
        public void failed(Throwable cause) {
            session.failed(cause, CloseReason.Kind.BROKER_IO_ERROR, CloseReason.Kind.MALFORMED_RESPONSE);
        }
    }
}
