package dev.topoxy.core.session;

import dev.topoxy.core.address.AddressRewriters;
import dev.topoxy.core.address.FrameRewriter;
import dev.topoxy.core.frame.FrameSink;
import io.netty.buffer.ByteBuf;

/**
 * A request that went to the broker as it came. Its response goes to the client as it comes, but for the addresses in
 * it.
 */
final class RelayedExchange extends Exchange implements ExpectedResponse, FrameSink {

    private final Session session;
    private final AnswerQueue answers;
    private final short apiVersion;
    private final int correlationId;

    RelayedExchange(Session session, AnswerQueue answers, short apiKey, short apiVersion, int correlationId) {
        super(apiKey);
        this.session = session;
        this.answers = answers;
        this.apiVersion = apiVersion;
        this.correlationId = correlationId;
    }

    @Override
    public int correlationId() {
        return correlationId;
    }

    @Override
    public FrameSink responseStarts(int frameBytes) {
        return AddressRewriters.forResponse(apiKey(), apiVersion, session.addresses(), session.allocator())
                .<FrameSink>map(Rewritten::new)
                .orElse(this);
    }

    @Override
    public void accept(ByteBuf bytes, boolean last) {
        answers.deliver(this, bytes);
        if (last) {
            answers.complete(this);
        }
    }

    @Override
    public void disconnected() {
        // The client learns it from its own connection's end.
    }

    private final class Rewritten implements FrameSink {

        private final FrameRewriter rewriter;

        Rewritten(FrameRewriter rewriter) {
            this.rewriter = rewriter;
        }

        @Override
        public void accept(ByteBuf bytes, boolean last) {
            rewriter.rewrite(bytes, this::forward);
            if (last) {
                answers.complete(RelayedExchange.this);
            }
        }

        private void forward(ByteBuf bytes) {
            answers.deliver(RelayedExchange.this, bytes);
        }

        @Override
        public void abandon() {
            rewriter.abandon();
        }
    }
}
