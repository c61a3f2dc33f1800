package dev.topoxy.core.session;

import dev.topoxy.core.event.CloseReason;
import dev.topoxy.core.event.PauseReason;
import dev.topoxy.core.event.RelayListener;
import dev.topoxy.core.event.Side;
import dev.topoxy.core.frame.Framer;
import dev.topoxy.core.log.RateLimitedLog;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import java.time.Duration;
import org.slf4j.LoggerFactory;

/**
 * How a client's requests are taken: one after the other, as long as nobody has them wait. A filter may, the limit of
 * requests without an answer, the memory for gathered ones, and the session's coming end. What has begun of a request
 * is always read to its end. Runs on the connection's event loop.
 */
final class RequestIntake implements Interceptor.Hold {

    private static final RateLimitedLog log =
            new RateLimitedLog(LoggerFactory.getLogger(RequestIntake.class), Duration.ofSeconds(30));

    private final Session session;
    private final AnswerQueue answers;
    private final BrokerLink brokerLink;
    private final Traffic traffic;
    private final Runnable wentOn;
    private final ReadGate gate;
    private final GatherAccount gathered;
    private final Interceptor interceptor;
    private final Framer requests;
    private final StallWatch stallWatch;
    private final int maxInFlight;

    private int holds;
    private boolean inFlightFull;
    private boolean stopped;

    /**
     * @param answered run after each answer of a filter has taken its place
     * @param wentOn run when what had waited has been taken
     */
    RequestIntake(
            Session session,
            Channel client,
            AnswerQueue answers,
            BrokerLink brokerLink,
            Traffic traffic,
            SessionSettings settings,
            Runnable answered,
            Runnable wentOn) {
        this.session = session;
        this.answers = answers;
        this.brokerLink = brokerLink;
        this.traffic = traffic;
        this.wentOn = wentOn;
        RelayListener listener = settings.listener();
        gate = new ReadGate(client, Side.CLIENT, listener);
        gathered = new GatherAccount(settings.clusterName(), settings.gatherBudget(), client.eventLoop(), gate);
        interceptor = new Interceptor(session, answers, settings.decodeBudget(), gathered, listener, this, answered);
        requests = Framer.ofRequests(
                settings.maxRequestBytes(),
                new RequestRouter(session, interceptor, brokerLink, answers, gathered, traffic));
        stallWatch = new StallWatch(
                client.eventLoop(),
                settings.limits().requestStallTimeout(),
                requests,
                gate,
                gathered,
                what -> session.close(new CloseReason(CloseReason.Kind.STALLED, what)));
        maxInFlight = settings.limits().maxInFlightRequests();
    }

    /** Puts its framer into the client's pipeline. */
    void addTo(ChannelPipeline client) {
        client.addLast(requests);
    }

    /** Begins to read. */
    void open() {
        gate.open();
    }

    /** The channels have, or have not, room for more: the client is read accordingly. */
    void pause(PauseReason reason, boolean present) {
        gate.set(reason, present);
    }

    /** No further request is taken, for good. */
    void stop() {
        stopped = true;
        hold();
    }

    @Override
    public void begin() {
        holds++;
        hold();
    }

    @Override
    public void end() {
        holds--;
        if (holds == 0 && !session.isClosed()) {
            goOn();
        }
    }

    /** Whether somebody has the client's later requests wait. */
    boolean isHeld() {
        return holds > 0;
    }

    boolean isStopped() {
        return stopped;
    }

    /** Whether no filter is at work. */
    boolean isServed() {
        return interceptor.isIdle();
    }

    /** Whether all that came was passed on, be it half a request. */
    boolean hasPassedOnAll() {
        return interceptor.isIdle() && holds == 0 && !inFlightFull;
    }

    /** Whether a request is half there. */
    boolean withinRequest() {
        return requests.withinFrame();
    }

    /** Whether the client has sent a request to its end. */
    boolean hadWholeRequest() {
        return requests.hadWholeFrame();
    }

    /** One more request is owed an answer. */
    void taken() {
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
    void answersLeft() {
        if (inFlightFull && answers.size() <= maxInFlight / 2) {
            inFlightFull = false;
            if (holds == 0) {
                goOn();
            }
        }
    }

    /** All that was read in one go has been dealt with. */
    void readComplete() {
        stallWatch.moved();
        traffic.received(Side.CLIENT, requests);
        updateGate();
    }

    private void hold() {
        requests.pause();
        updateGate();
    }

    private void goOn() {
        if (!stopped && !inFlightFull) {
            requests.resume();
            brokerLink.flush();
            answers.flush();
        }
        updateGate();
        wentOn.run();
    }

    /** A frame that has begun is read to its end: the filter's own request may be waiting for that. */
    private void updateGate() {
        boolean withinFrame = requests.withinFrame();
        gate.set(PauseReason.REQUESTS_HELD, (stopped || holds > 0) && !withinFrame);
        gate.set(PauseReason.REQUESTS_IN_FLIGHT, inFlightFull && !withinFrame);
    }

    /** The connection has ended. */
    void release() {
        stallWatch.release();
        gathered.release();
        gate.release();
        traffic.received(Side.CLIENT, requests);
    }
}
