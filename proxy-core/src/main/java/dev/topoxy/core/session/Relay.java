package dev.topoxy.core.session;

import dev.topoxy.core.event.CloseReason;
import dev.topoxy.core.event.PauseReason;
import dev.topoxy.core.event.RelayListener;
import dev.topoxy.core.event.Side;
import dev.topoxy.core.frame.Framer;
import dev.topoxy.core.limit.DirectMemory;
import dev.topoxy.core.upstream.Login;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.EventLoop;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.kafka.common.protocol.ApiMessage;

/**
 * A client channel and a broker channel joined: who may read, who has ended, what is still owed.
 *
 * <pre>
 * client -> RequestIntake: Framer -> RequestRouter --------------------> BrokerLink -> broker
 *                                         \-> Interceptor (filters) --/
 * client <- AnswerQueue <- RelayedExchange / filters <- BrokerLink <- Framer <- broker
 * </pre>
 *
 * Runs on the connection's event loop.
 */
final class Relay {

    /** Answers held behind one that is not there yet may take this much memory before the broker is read no further. */
    private static final int MAX_HELD_BYTES = 1024 * 1024;

    private static final CloseReason CLIENT_CLOSED =
            new CloseReason(CloseReason.Kind.CLIENT_CLOSED, "the client closed the connection");

    private final Session session;
    private final Channel client;
    private final Channel broker;
    private final Traffic traffic;
    private final DirectMemory memory;
    private final AnswerQueue answers;
    private final BrokerLink brokerLink;
    private final RequestIntake intake;
    private final Framer responses;
    private final ReadGate brokerGate;

    private boolean clientEnded;
    private boolean finishing;

    Relay(Session session, Channel client, Channel broker, SessionSettings settings) {
        this.session = session;
        this.client = client;
        this.broker = broker;
        RelayListener listener = settings.listener();
        traffic = new Traffic(listener);
        memory = settings.directMemory();
        answers = new AnswerQueue(client, listener, this::requestTaken);
        brokerLink = new BrokerLink(broker, answers, BrokerLink.FIRST_OWN_CORRELATION_ID);
        intake = new RequestIntake(
                session, client, answers, brokerLink, traffic, settings, this::answered, this::finishIfDone);
        responses = Framer.ofResponses(brokerLink);
        brokerGate = new ReadGate(broker, Side.BROKER, listener);
    }

    /** Begins to read on both sides. */
    void start() {
        broker.pipeline().addLast(responses, new SideHandler(new BrokerSide()));
        intake.addTo(client.pipeline());
        client.pipeline().addLast(new SideHandler(new ClientSide()));
        brokerGate.open();
        intake.open();
    }

    /** Sends a request of a filter; the client's later requests wait for its answer. */
    CompletableFuture<ApiMessage> ask(ApiMessage message, short version, String clientId) {
        CompletableFuture<ApiMessage> asked = brokerLink.ask(message, version, clientId);
        intake.begin();
        CompletableFuture<ApiMessage> answer = new EventLoopFuture<>(client.eventLoop());
        asked.whenComplete((response, failure) -> {
            if (failure == null) {
                answer.complete(response);
            } else {
                answer.completeExceptionally(failure);
            }
            // Last, so that what the filter does next goes out before the client's next request.
            intake.end();
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
        intake.begin();
        brokerLink.reserve(() -> dialog.apply(question)
                .whenCompleteAsync(
                        (result, failure) -> {
                            if (failure == null) {
                                done.complete(result);
                                brokerLink.endReservation();
                                intake.end();
                            } else {
                                done.completeExceptionally(failure);
                            }
                        },
                        eventLoop));
        return done;
    }

    private void requestTaken() {
        intake.taken();
    }

    /** An answer of a filter has taken its place. */
    private void answered() {
        updateHeld();
        intake.answersLeft();
        finishIfDone();
    }

    private void updateHeld() {
        boolean full = answers.heldBytes() > MAX_HELD_BYTES && !intake.isHeld();
        brokerGate.set(PauseReason.ANSWERS_HELD, full);
        if (full) {
            memory.filled(client.eventLoop());
        }
    }

    /** Whether the client has sent a request to its end. */
    boolean hadWholeRequest() {
        return intake.hadWholeRequest();
    }

    long unsentBytes() {
        return answers.heldBytes() + unsentBytes(client) + unsentBytes(broker);
    }

    private static long unsentBytes(Channel channel) {
        ChannelOutboundBuffer unsent = channel.unsafe().outboundBuffer();
        return unsent == null ? 0 : unsent.totalPendingWriteBytes();
    }

    int requestsUnderWay() {
        return answers.size();
    }

    /** Takes no further request, and ends with the last answer. */
    void stopRequests() {
        intake.stop();
        finishIfDone();
    }

    /** Whether nobody waits for anything on this connection. */
    private boolean isIdle() {
        return answers.isEmpty() && intake.isServed() && brokerLink.owesNothing() && !intake.withinRequest();
    }

    /**
     * What the client sent before it ended still reaches the broker; then the broker learns that it ended. Where the
     * proxy wants the end, the broker learns it in the same way, and its own end goes on to the client.
     */
    private void finishIfDone() {
        boolean done = clientEnded ? intake.hasPassedOnAll() : intake.isStopped() && isIdle();
        if (done && !finishing) {
            finishing = true;
            brokerLink.finish(() -> session.expectEnd(
                    new CloseReason(CloseReason.Kind.CLIENT_CLOSED, "the client ended and the broker did not follow")));
        }
    }

    /** What has been moved; complete once this is released. */
    Traffic traffic() {
        return traffic;
    }

    /** Both channels are closing: lets go of all that is held. */
    void release() {
        intake.release();
        brokerLink.release();
        answers.release();
        brokerGate.release();
        traffic.received(Side.BROKER, responses);
    }

    private void notice(boolean writable) {
        if (!writable) {
            memory.filled(client.eventLoop());
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
            intake.pause(PauseReason.OWN_SIDE_FULL, !writable);
            notice(writable);
        }

        @Override
        public void readComplete() {
            session.moved();
            intake.readComplete();
            finishIfDone();
        }

        @Override
        public void closed() {
            session.close(CLIENT_CLOSED);
        }

        @Override
        public void failed(Throwable cause) {
            session.failed(cause, Side.CLIENT);
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
            intake.pause(PauseReason.OTHER_SIDE_FULL, !writable);
            notice(writable);
        }

        @Override
        public void readComplete() {
            session.moved();
            intake.answersLeft();
            traffic.received(Side.BROKER, responses);
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
            session.failed(cause, Side.BROKER);
        }
    }
}
