package dev.topoxy.core.jmh;

import dev.topoxy.core.address.AddressMap;
import dev.topoxy.core.address.AddressRewriters;
import dev.topoxy.core.address.FrameRewriter;
import dev.topoxy.core.wire.Messages;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.message.MetadataResponseData;
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

/** Addresses rewritten in answers of many partitions, beside what decoding and encoding them with kafka-clients costs. */
@Fork(jvmArgsAppend = {"-Djmh.executor=CUSTOM", "-Djmh.executor.class=dev.topoxy.core.jmh.EventLoopThreads"})
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class RewriteBenchmark {

    private static final short METADATA = 12;
    private static final short FETCH = 17;
    private static final int FETCH_RECORD_BYTES = 100;

    @Param({"10", "1000", "100000"})
    public int partitions;

    private final AddressMap map = Frames.map();
    private final PooledByteBufAllocator allocator = PooledByteBufAllocator.DEFAULT;
    private ByteBuf metadata;
    private List<ByteBuf> metadataReads;
    private List<ByteBuf> fetchReads;

    @Setup
    public void fill() {
        metadata = Messages.responseFrame(allocator, ApiKeys.METADATA, METADATA, 1, Frames.metadata(partitions));
        metadataReads = Frames.reads(metadata.duplicate());
        fetchReads = Frames.reads(Frames.fetch(FETCH, partitions, FETCH_RECORD_BYTES));
    }

    @Benchmark
    public void metadata() {
        rewrite(ApiKeys.METADATA, METADATA, metadataReads);
    }

    @Benchmark
    public void metadataByKafkaClients() {
        ByteBuf body = metadata.duplicate();
        body.skipBytes(Integer.BYTES);
        MetadataResponseData decoded =
                (MetadataResponseData) Messages.readResponse(ApiKeys.METADATA, METADATA, body);
        decoded.brokers().forEach(broker -> broker.setHost("proxy.example.com").setPort(19093));
        Messages.responseFrame(allocator, ApiKeys.METADATA, METADATA, 1, decoded).release();
    }

    @Benchmark
    public void fetch() {
        rewrite(ApiKeys.FETCH, FETCH, fetchReads);
    }

    private void rewrite(ApiKeys api, short version, List<ByteBuf> reads) {
        FrameRewriter rewriter = AddressRewriters.forResponse(api.id, version, map, allocator)
                .orElseThrow();
        for (int i = 0; i < reads.size(); i++) {
            rewriter.rewrite(reads.get(i).retainedDuplicate(), ByteBuf::release);
        }
    }
}
