package dev.topoxy.core.address;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.DescribeClusterResponseData;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.FindCoordinatorResponseData;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.message.ShareAcknowledgeResponseData;
import org.apache.kafka.common.message.ShareFetchResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.types.RawTaggedField;
import org.apache.kafka.common.record.internal.MemoryRecords;

/** Makes up responses of every API that carries addresses. */
final class Samples extends SampleFields {

    private Samples(int seed, ApiKeys api, short version) {
        super(seed, api, version);
    }

    static SampleResponse of(ApiKeys api, short version, int seed) {
        Samples samples = new Samples(seed, api, version);
        ApiMessage body = switch (api) {
            case METADATA -> samples.metadata();
            case FIND_COORDINATOR -> samples.findCoordinator();
            case DESCRIBE_CLUSTER -> samples.describeCluster();
            case FETCH -> samples.fetch();
            case PRODUCE -> samples.produce();
            case SHARE_FETCH -> samples.shareFetch();
            case SHARE_ACKNOWLEDGE -> samples.shareAcknowledge();
            default -> throw new IllegalArgumentException(api.name);
        };
        List<RawTaggedField> headerTags = new ArrayList<>();
        samples.tags(headerTags);
        return new SampleResponse(version, body, headerTags);
    }

    private MetadataResponseData metadata() {
        MetadataResponseData data = new MetadataResponseData().setThrottleTimeMs(random.nextInt());
        some(id -> {
            MetadataResponseData.MetadataResponseBroker broker = new MetadataResponseData.MetadataResponseBroker()
                    .setNodeId(id)
                    .setHost(host())
                    .setPort(port());
            broker.setRack(nullableText());
            tags(broker.unknownTaggedFields());
            data.brokers().add(broker);
        });
        data.setClusterId(nullableText()).setControllerId(random.nextInt(5));
        some(t -> {
            MetadataResponseData.MetadataResponseTopic topic =
                    new MetadataResponseData.MetadataResponseTopic().setName(text() + t);
            some(p -> topic.partitions()
                    .add(new MetadataResponseData.MetadataResponsePartition()
                            .setPartitionIndex(p)
                            .setLeaderId(random.nextInt(4))
                            .setReplicaNodes(List.of(1, 2, 3))));
            tags(topic.unknownTaggedFields());
            data.topics().add(topic);
        });
        tags(data.unknownTaggedFields());
        return data;
    }

    private FindCoordinatorResponseData findCoordinator() {
        FindCoordinatorResponseData data = new FindCoordinatorResponseData().setThrottleTimeMs(7);
        if (version < 4) {
            boolean failed = random.nextInt(3) == 0;
            data.setErrorCode((short) (failed ? 15 : 0))
                    .setErrorMessage(nullableText())
                    .setNodeId(failed ? -1 : random.nextInt(10))
                    .setHost(failed ? "" : host())
                    .setPort(failed ? -1 : port());
        } else {
            some(i -> {
                boolean failed = random.nextInt(3) == 0;
                FindCoordinatorResponseData.Coordinator coordinator = new FindCoordinatorResponseData.Coordinator()
                        .setKey(text())
                        .setErrorCode((short) (failed ? 15 : 0))
                        .setErrorMessage(nullableText())
                        .setNodeId(failed ? -1 : i)
                        .setHost(failed ? "" : host())
                        .setPort(failed ? -1 : port());
                tags(coordinator.unknownTaggedFields());
                data.coordinators().add(coordinator);
            });
        }
        tags(data.unknownTaggedFields());
        return data;
    }

    private DescribeClusterResponseData describeCluster() {
        DescribeClusterResponseData data = new DescribeClusterResponseData()
                .setClusterId(text())
                .setErrorMessage(nullableText())
                .setControllerId(3);
        if (version >= 1) {
            data.setEndpointType((byte) (random.nextInt(4) == 0 ? 2 : 1));
        }
        some(id -> {
            DescribeClusterResponseData.DescribeClusterBroker broker =
                    new DescribeClusterResponseData.DescribeClusterBroker()
                            .setBrokerId(id)
                            .setHost(host())
                            .setPort(port());
            broker.setRack(nullableText()).setIsFenced(version >= 2 && random.nextBoolean());
            tags(broker.unknownTaggedFields());
            data.brokers().add(broker);
        });
        tags(data.unknownTaggedFields());
        return data;
    }

    private FetchResponseData fetch() {
        FetchResponseData data = new FetchResponseData().setSessionId(version >= 7 ? random.nextInt() : 0);
        some(t -> {
            FetchResponseData.FetchableTopicResponse topic = new FetchResponseData.FetchableTopicResponse();
            if (version >= 13) {
                topic.setTopicId(Uuid.randomUuid());
            } else {
                topic.setTopic(text());
            }
            some(p -> {
                FetchResponseData.PartitionData partition = new FetchResponseData.PartitionData()
                        .setPartitionIndex(p)
                        .setHighWatermark(random.nextLong());
                if (random.nextBoolean()) {
                    partition.setRecords(MemoryRecords.readableRecords(ByteBuffer.wrap(bytes(random.nextInt(300)))));
                }
                if (random.nextBoolean()) {
                    partition.setAbortedTransactions(new ArrayList<>());
                    some(a -> partition
                            .abortedTransactions()
                            .add(new FetchResponseData.AbortedTransaction()
                                    .setProducerId(a)
                                    .setFirstOffset(random.nextLong())));
                }
                if (flexible && random.nextBoolean()) {
                    partition.setCurrentLeader(new FetchResponseData.LeaderIdAndEpoch()
                            .setLeaderId(1)
                            .setLeaderEpoch(2));
                    tags(partition.unknownTaggedFields());
                }
                topic.partitions().add(partition);
            });
            tags(topic.unknownTaggedFields());
            data.responses().add(topic);
        });
        if (version >= 16) {
            some(id -> {
                FetchResponseData.NodeEndpoint node = new FetchResponseData.NodeEndpoint()
                        .setNodeId(id)
                        .setHost(host())
                        .setPort(port());
                node.setRack(nullableText());
                tags(node.unknownTaggedFields());
                data.nodeEndpoints().add(node);
            });
        }
        tags(data.unknownTaggedFields());
        return data;
    }

    private ProduceResponseData produce() {
        ProduceResponseData data = new ProduceResponseData().setThrottleTimeMs(random.nextInt());
        some(t -> {
            ProduceResponseData.TopicProduceResponse topic = new ProduceResponseData.TopicProduceResponse();
            if (version >= 13) {
                topic.setTopicId(new Uuid(1, t));
            } else {
                topic.setName(text() + t);
            }
            some(p -> {
                ProduceResponseData.PartitionProduceResponse partition =
                        new ProduceResponseData.PartitionProduceResponse()
                                .setIndex(p)
                                .setBaseOffset(random.nextLong());
                partition.setErrorMessage(nullableText());
                some(e -> partition
                        .recordErrors()
                        .add(new ProduceResponseData.BatchIndexAndErrorMessage()
                                .setBatchIndex(e)
                                .setBatchIndexErrorMessage(nullableText())));
                if (version >= 10 && random.nextBoolean()) {
                    partition.setCurrentLeader(new ProduceResponseData.LeaderIdAndEpoch().setLeaderId(1));
                }
                tags(partition.unknownTaggedFields());
                topic.partitionResponses().add(partition);
            });
            tags(topic.unknownTaggedFields());
            data.responses().add(topic);
        });
        if (version >= 10) {
            some(id -> {
                ProduceResponseData.NodeEndpoint node = new ProduceResponseData.NodeEndpoint()
                        .setNodeId(id)
                        .setHost(host())
                        .setPort(port());
                node.setRack(nullableText());
                tags(node.unknownTaggedFields());
                data.nodeEndpoints().add(node);
            });
        }
        tags(data.unknownTaggedFields());
        return data;
    }

    private ShareFetchResponseData shareFetch() {
        ShareFetchResponseData data = new ShareFetchResponseData().setErrorMessage(nullableText());
        some(t -> {
            ShareFetchResponseData.ShareFetchableTopicResponse topic =
                    new ShareFetchResponseData.ShareFetchableTopicResponse().setTopicId(new Uuid(1, t));
            some(p -> {
                ShareFetchResponseData.PartitionData partition = new ShareFetchResponseData.PartitionData()
                        .setPartitionIndex(p)
                        .setErrorMessage(nullableText())
                        .setAcknowledgeErrorMessage(nullableText())
                        .setRecords(MemoryRecords.readableRecords(ByteBuffer.wrap(bytes(random.nextInt(300)))));
                tags(partition.currentLeader().unknownTaggedFields());
                some(a -> partition
                        .acquiredRecords()
                        .add(new ShareFetchResponseData.AcquiredRecords().setFirstOffset(a)));
                tags(partition.unknownTaggedFields());
                topic.partitions().add(partition);
            });
            data.responses().add(topic);
        });
        some(id -> {
            ShareFetchResponseData.NodeEndpoint node = new ShareFetchResponseData.NodeEndpoint()
                    .setNodeId(id)
                    .setHost(host())
                    .setPort(port());
            node.setRack(nullableText());
            tags(node.unknownTaggedFields());
            data.nodeEndpoints().add(node);
        });
        tags(data.unknownTaggedFields());
        return data;
    }

    private ShareAcknowledgeResponseData shareAcknowledge() {
        ShareAcknowledgeResponseData data = new ShareAcknowledgeResponseData().setErrorMessage(nullableText());
        some(t -> {
            ShareAcknowledgeResponseData.ShareAcknowledgeTopicResponse topic =
                    new ShareAcknowledgeResponseData.ShareAcknowledgeTopicResponse().setTopicId(new Uuid(1, t));
            some(p -> {
                ShareAcknowledgeResponseData.PartitionData partition = new ShareAcknowledgeResponseData.PartitionData()
                        .setPartitionIndex(p)
                        .setErrorMessage(nullableText());
                tags(partition.currentLeader().unknownTaggedFields());
                tags(partition.unknownTaggedFields());
                topic.partitions().add(partition);
            });
            data.responses().add(topic);
        });
        some(id -> {
            ShareAcknowledgeResponseData.NodeEndpoint node = new ShareAcknowledgeResponseData.NodeEndpoint()
                    .setNodeId(id)
                    .setHost(host())
                    .setPort(port());
            node.setRack(nullableText());
            data.nodeEndpoints().add(node);
        });
        tags(data.unknownTaggedFields());
        return data;
    }
}
