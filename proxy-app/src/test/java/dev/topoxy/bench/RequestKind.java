package dev.topoxy.bench;

import java.util.List;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;

/** The requests whose latency is measured. */
enum RequestKind {
    /** The metadata of one topic: a proxy rewrites the addresses in the answer. */
    METADATA(12) {
        @Override
        ApiMessage request(String topic) {
            return new MetadataRequestData()
                    .setTopics(List.of(new MetadataRequestData.MetadataRequestTopic().setName(topic)));
        }
    },
    /** One record of 1 KiB, acks=1. */
    PRODUCE_1K(11) {
        @Override
        ApiMessage request(String topic) {
            MemoryRecords records = MemoryRecords.withRecords(Compression.NONE, new SimpleRecord(new byte[1024]));
            ProduceRequestData.TopicProduceDataCollection topics = new ProduceRequestData.TopicProduceDataCollection();
            topics.add(new ProduceRequestData.TopicProduceData()
                    .setName(topic)
                    .setPartitionData(List.of(new ProduceRequestData.PartitionProduceData()
                            .setIndex(0)
                            .setRecords(records))));
            return new ProduceRequestData()
                    .setAcks((short) 1)
                    .setTimeoutMs(30_000)
                    .setTopicData(topics);
        }
    };

    final int version;

    RequestKind(int version) {
        this.version = version;
    }

    abstract ApiMessage request(String topic);
}
