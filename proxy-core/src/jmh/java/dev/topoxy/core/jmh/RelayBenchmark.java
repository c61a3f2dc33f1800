package dev.topoxy.core.jmh;

import dev.topoxy.core.address.AddressMap;
import dev.topoxy.core.address.AddressRewriters;
import dev.topoxy.core.address.FrameRewriter;
import dev.topoxy.core.frame.FrameRouter;
import dev.topoxy.core.frame.FrameSink;
import dev.topoxy.core.frame.Framer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.protocol.ApiKeys;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A response on its way through framer and rewriter, from read buffers to where it would be written. */
@Fork(jvmArgsAppend = {"-Djmh.executor=CUSTOM", "-Djmh.executor.class=dev.topoxy.core.jmh.EventLoopThreads"})
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class RelayBenchmark {

    private static final int MEBIBYTE = 1 << 20;

    /** 12 carries no endpoints and is never looked into; 17 is walked. */
    @Param({"12", "17"})
    public short fetchVersion;

    private final AddressMap map = Frames.map();
    private EmbeddedChannel channel;
    private List<ByteBuf> megabyte;
    private List<ByteBuf> heartbeat;

    @Setup
    public void fill() {
        channel = new EmbeddedChannel(Framer.ofResponses(new Router()));
        megabyte = Frames.reads(Frames.fetch(fetchVersion, 4, MEBIBYTE / 4));
        heartbeat = Frames.reads(PooledByteBufAllocator.DEFAULT.buffer().writeInt(60).writeZero(60));
    }

    @Benchmark
    public void fetchOfOneMebibyte() {
        feed(megabyte);
    }

    @Benchmark
    public void headerOfASmallFrame() {
        feed(heartbeat);
    }

    private void feed(List<ByteBuf> reads) {
        for (int i = 0; i < reads.size(); i++) {
            channel.pipeline().fireChannelRead(reads.get(i).retainedDuplicate());
        }
    }

    private final class Router implements FrameRouter {
        @Override
        public FrameSink frameStarts(ByteBuf bytes, int index, int frameBytes) {
            return AddressRewriters.forResponse(
                            ApiKeys.FETCH.id, frameBytes < 100 ? 0 : fetchVersion, map, PooledByteBufAllocator.DEFAULT)
                    .<FrameSink>map(Rewritten::new)
                    .orElse(RelayBenchmark::forward);
        }

        @Override
        public void readComplete() {}
    }

    private static void forward(ByteBuf bytes, boolean last) {
        bytes.release();
    }

    private record Rewritten(FrameRewriter rewriter) implements FrameSink {
        @Override
        public void accept(ByteBuf bytes, boolean last) {
            rewriter.rewrite(bytes, ByteBuf::release);
        }
    }
}
