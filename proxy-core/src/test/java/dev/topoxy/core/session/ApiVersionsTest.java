package dev.topoxy.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.core.support.Frames;
import dev.topoxy.core.support.ScriptedBroker;
import dev.topoxy.core.support.TestFilter;
import dev.topoxy.core.support.TestProxy;
import dev.topoxy.core.support.Wire;
import dev.topoxy.core.wire.ApiVersionRange;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.message.ApiVersionsRequestData;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.message.ApiVersionsResponseData.ApiVersion;
import org.apache.kafka.common.message.HeartbeatRequestData;
import org.apache.kafka.common.message.HeartbeatResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients of several ages are told of a broker that speaks ApiVersions v0-4. */
class ApiVersionsTest {

    private static final short UNKNOWN_API = (short) Frames.UNKNOWN_API;

    private static TestFilter<?, ?> offering(ApiKeys api, int min, int max) {
        return new TestFilter<>(
                        api,
                        (ApiMessage request, dev.topoxy.core.filter.Call call) -> new CompletableFuture<ApiMessage>())
                .offering(broker -> max < 0 ? Optional.empty() : Optional.of(ApiVersionRange.of(min, max)));
    }

    private static ScriptedBroker broker() throws java.io.IOException {
        return ScriptedBroker.answering(request -> {
            if (request.apiKey() != ApiKeys.API_VERSIONS.id) {
                return Frames.opaqueResponse(request.correlationId(), 3);
            }
            ApiVersionsResponseData response = new ApiVersionsResponseData();
            add(response, ApiKeys.API_VERSIONS.id, 0, 4);
            if (request.version() > 4) {
                response.setErrorCode(Errors.UNSUPPORTED_VERSION.code());
                return Frames.response(0, request.correlationId(), response);
            }
            add(response, ApiKeys.HEARTBEAT.id, 0, 4);
            add(response, ApiKeys.LIST_GROUPS.id, 0, 5);
            add(response, ApiKeys.FETCH.id, 4, 99);
            add(response, UNKNOWN_API, 2, 9);
            return Frames.response(request.version(), request.correlationId(), response);
        });
    }

    private static void add(ApiVersionsResponseData response, short api, int min, int max) {
        response.apiKeys()
                .add(new ApiVersion().setApiKey(api).setMinVersion((short) min).setMaxVersion((short) max));
    }

    private static String told(ApiVersionsResponseData response, short api) {
        ApiVersion found = response.apiKeys().find(api);
        return found == null ? "nothing" : found.minVersion() + "-" + found.maxVersion();
    }

    private static byte[] ask(int version, int correlationId) {
        return Frames.request(
                version,
                correlationId,
                new ApiVersionsRequestData().setClientSoftwareName("tester").setClientSoftwareVersion("1"));
    }

    private static ApiVersionsResponseData answer(Wire client, int version, int correlationId)
            throws java.io.IOException {
        byte[] frame = client.read();
        assertThat(Frames.correlationId(frame)).isEqualTo(correlationId);
        return Frames.readResponse(new ApiVersionsResponseData(), version, frame);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void versions_are_added_removed_and_capped_in_every_version(int version) throws Exception {
        try (ScriptedBroker broker = broker();
                TestProxy proxy = TestProxy.of(
                        broker,
                        offering(ApiKeys.HEARTBEAT, 1, 2),
                        offering(ApiKeys.LIST_GROUPS, 0, -1),
                        offering(ApiKeys.STREAMS_GROUP_TOPOLOGY_DESCRIPTION_UPDATE, 0, 0));
                Wire client = proxy.connect()) {
            client.send(ask(version, 7));
            ApiVersionsResponseData response = answer(client, version, 7);
            assertThat(response.errorCode()).isZero();
            assertThat(told(response, ApiKeys.HEARTBEAT.id)).isEqualTo("1-2");
            assertThat(told(response, ApiKeys.LIST_GROUPS.id)).isEqualTo("nothing");
            assertThat(told(response, ApiKeys.STREAMS_GROUP_TOPOLOGY_DESCRIPTION_UPDATE.id))
                    .isEqualTo("0-0");
            assertThat(told(response, ApiKeys.FETCH.id)).isEqualTo("4-18");
            assertThat(told(response, UNKNOWN_API)).isEqualTo("2-9");
            assertThat(told(response, ApiKeys.API_VERSIONS.id)).isEqualTo("0-4");
        }
    }

    @Test
    void a_client_newer_than_the_broker_reads_the_brokers_refusal_and_asks_again() throws Exception {
        try (ScriptedBroker broker = broker();
                TestProxy proxy = TestProxy.of(broker);
                Wire client = proxy.connect()) {
            client.send(ask(5, 1));
            ApiVersionsResponseData refusal = answer(client, 0, 1);
            assertThat(refusal.errorCode()).isEqualTo(Errors.UNSUPPORTED_VERSION.code());
            assertThat(told(refusal, ApiKeys.API_VERSIONS.id)).isEqualTo("0-4");
            client.send(ask(4, 2));
            assertThat(answer(client, 4, 2).errorCode()).isZero();
        }
    }

    /** As clients do that log in by SASL: version 0 before, their newest one after. */
    @Test
    void a_client_newer_than_the_broker_is_told_the_brokers_versions_also_when_it_asked_before() throws Exception {
        try (ScriptedBroker broker = broker();
                TestProxy proxy = TestProxy.of(broker);
                Wire client = proxy.connect()) {
            client.send(ask(0, 1));
            answer(client, 0, 1);
            client.send(ask(5, 2));
            ApiVersionsResponseData refusal = answer(client, 0, 2);
            assertThat(refusal.errorCode()).isEqualTo(Errors.UNSUPPORTED_VERSION.code());
            assertThat(told(refusal, ApiKeys.API_VERSIONS.id)).isEqualTo("0-4");
        }
    }

    @Test
    void a_client_from_the_future_is_told_what_the_proxy_speaks() throws Exception {
        try (ScriptedBroker broker = broker();
                TestProxy proxy = TestProxy.of(broker);
                Wire client = proxy.connect()) {
            client.send(Frames.opaqueRequest(ApiKeys.API_VERSIONS.id, 99, 3, 500), ask(4, 4));
            ApiVersionsResponseData refusal = answer(client, 0, 3);
            assertThat(refusal.errorCode()).isEqualTo(Errors.UNSUPPORTED_VERSION.code());
            assertThat(told(refusal, ApiKeys.API_VERSIONS.id)).isEqualTo("0-5");
            assertThat(answer(client, 4, 4).errorCode()).isZero();
        }
    }

    @Test
    void a_client_that_never_asks_for_versions_is_served() throws Exception {
        TestFilter<HeartbeatRequestData, HeartbeatResponseData> filter = new TestFilter<>(
                ApiKeys.HEARTBEAT, (request, call) -> CompletableFuture.completedFuture(new HeartbeatResponseData()));
        try (ScriptedBroker broker = broker();
                TestProxy proxy = TestProxy.of(broker, filter);
                Wire client = proxy.connect()) {
            client.send(
                    Frames.opaqueRequest(UNKNOWN_API, 1, 1, 1),
                    Frames.request(
                            4, 2, new HeartbeatRequestData().setGroupId("g").setMemberId("m")));
            assertThat(Frames.correlationId(client.read())).isEqualTo(1);
            assertThat(Frames.correlationId(client.read())).isEqualTo(2);
        }
    }

    @Test
    void a_version_that_was_not_offered_ends_the_connection() throws Exception {
        try (ScriptedBroker broker = broker();
                TestProxy proxy = TestProxy.of(broker, offering(ApiKeys.HEARTBEAT, 1, 2));
                Wire client = proxy.connect()) {
            client.send(ask(4, 1));
            answer(client, 4, 1);
            client.send(Frames.request(
                    4, 2, new HeartbeatRequestData().setGroupId("g").setMemberId("m")));
            assertThat(client.ended()).isTrue();
        }
    }
}
