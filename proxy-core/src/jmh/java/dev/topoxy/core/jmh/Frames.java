package dev.topoxy.core.jmh;

import dev.topoxy.core.address.AddressMap;
import dev.topoxy.core.address.HostPort;
import dev.topoxy.core.wire.Messages;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.record.internal.MemoryRecords;

/** The frames that benchmarks feed, made once. */
final class Frames {

    static final int READ_BYTES = 64 * 1024;

    private static final int BROKERS = 3;

    private Frames() {}

    /** Records stand for what is never looked at: zeros. */
    static ByteBuf fetch(short version, int partitions, int recordBytesPerPartition) {
        List<FetchResponseData.PartitionData> all = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            all.add(new FetchResponseData.PartitionData()
                    .setPartitionIndex(i)
                    .setRecords(MemoryRecords.readableRecords(ByteBuffer.allocate(recordBytesPerPartition))));
        }
        FetchResponseData.FetchableTopicResponse topic =
                new FetchResponseData.FetchableTopicResponse().setPartitions(all);
        if (version >= 13) {
            topic.setTopicId(Uuid.METADATA_TOPIC_ID);
        } else {
            topic.setTopic("t");
        }
        return Messages.responseFrame(
                PooledByteBufAllocator.DEFAULT,
                ApiKeys.FETCH,
                version,
                1,
                new FetchResponseData().setResponses(List.of(topic)));
    }

    static MetadataResponseData metadata(int partitions) {
        MetadataResponseData metadata = new MetadataResponseData().setClusterId("cluster").setControllerId(0);
        for (int i = 0; i < BROKERS; i++) {
            metadata.brokers()
                    .add(new MetadataResponseData.MetadataResponseBroker()
                            .setNodeId(i)
                            .setHost("broker-" + i + ".example.com")
                            .setPort(9092));
        }
        int perTopic = Math.min(partitions, 100);
        for (int topic = 0; topic < partitions / perTopic; topic++) {
            List<MetadataResponseData.MetadataResponsePartition> all = new ArrayList<>();
            for (int i = 0; i < perTopic; i++) {
                all.add(new MetadataResponseData.MetadataResponsePartition()
                        .setPartitionIndex(i)
                        .setLeaderId(i % BROKERS)
                        .setReplicaNodes(List.of(0, 1, 2))
                        .setIsrNodes(List.of(0, 1, 2)));
            }
            metadata.topics()
                    .add(new MetadataResponseData.MetadataResponseTopic()
                            .setName("topic-" + topic)
                            .setTopicId(new Uuid(1, topic + 1))
                            .setPartitions(all));
        }
        return metadata;
    }

    /** The frame as a socket gives it. */
    static List<ByteBuf> reads(ByteBuf frame) {
        List<ByteBuf> reads = new ArrayList<>();
        while (frame.isReadable()) {
            int count = Math.min(READ_BYTES, frame.readableBytes());
            reads.add(PooledByteBufAllocator.DEFAULT.directBuffer(READ_BYTES).writeBytes(frame, count));
        }
        return reads;
    }

    /** Made once: what a real map allocates per broker is not the relay's. */
    static AddressMap map() {
        Optional<HostPort> address = Optional.of(new HostPort("proxy.example.com", 19093));
        return new AddressMap() {
            @Override
            public Optional<HostPort> clientAddress(int nodeId, HostPort broker) {
                return address;
            }

            @Override
            public void clusterId(String clusterId) {}
        };
    }
}
