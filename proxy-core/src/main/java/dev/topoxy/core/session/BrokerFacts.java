package dev.topoxy.core.session;

import dev.topoxy.core.address.AddressBook;
import dev.topoxy.core.filter.BrokerApis;
import dev.topoxy.core.wire.ApiVersionRange;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.message.ApiVersionsRequestData;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;

/**
 * What is known of the broker of one connection: overheard where the client asks for it, else asked for when needed.
 * Runs on the connection's event loop.
 */
final class BrokerFacts {

    /** Sends a request on the connection. */
    @FunctionalInterface
    interface Question {
        CompletableFuture<ApiMessage> ask(ApiMessage request, short version);
    }

    private final AddressBook addresses;
    private final Question question;
    private Optional<BrokerApis> apis = Optional.empty();

    BrokerFacts(AddressBook addresses, Question question) {
        this.addresses = addresses;
        this.question = question;
    }

    void overheard(BrokerApis broker) {
        apis = Optional.of(broker);
    }

    Optional<BrokerApis> knownApis() {
        return apis;
    }

    CompletableFuture<BrokerApis> apis() {
        if (apis.isPresent()) {
            return CompletableFuture.completedFuture(apis.get());
        }
        return question.ask(new ApiVersionsRequestData(), (short) 0).thenApply(response -> {
            BrokerApis asked = BrokerApis.of((ApiVersionsResponseData) response);
            overheard(asked);
            return asked;
        });
    }

    CompletableFuture<String> clusterId() {
        return addresses
                .knownClusterId()
                .map(CompletableFuture::completedFuture)
                .orElseGet(() -> apis().thenCompose(this::askClusterId));
    }

    private CompletableFuture<String> askClusterId(BrokerApis broker) {
        short version = broker.range(ApiKeys.METADATA)
                .flatMap(ApiVersionRange.understood(ApiKeys.METADATA)::intersect)
                .orElseThrow(() -> new UnsupportedVersionException("The broker and the proxy share no Metadata."))
                .max();
        MetadataRequestData noTopics =
                new MetadataRequestData().setTopics(List.of()).setAllowAutoTopicCreation(false);
        return question.ask(noTopics, version).thenApply(response -> {
            String clusterId = ((MetadataResponseData) response).clusterId();
            if (clusterId == null) {
                throw new UnsupportedVersionException("The broker does not tell the cluster's id.");
            }
            addresses.clusterId(clusterId);
            return clusterId;
        });
    }
}
