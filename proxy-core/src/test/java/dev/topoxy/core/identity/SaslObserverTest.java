package dev.topoxy.core.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.core.support.Frames;
import dev.topoxy.core.support.LogCapture;
import dev.topoxy.core.support.ScriptedBroker;
import dev.topoxy.core.support.TestFilter;
import dev.topoxy.core.support.TestProxy;
import dev.topoxy.core.support.Wire;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.message.HeartbeatRequestData;
import org.apache.kafka.common.message.HeartbeatResponseData;
import org.apache.kafka.common.message.SaslAuthenticateRequestData;
import org.apache.kafka.common.message.SaslAuthenticateResponseData;
import org.apache.kafka.common.message.SaslHandshakeRequestData;
import org.apache.kafka.common.message.SaslHandshakeResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The principal that a filter sees, while a client logs in through the proxy. The broker answers as each test says. */
class SaslObserverTest {

    private volatile byte[] serverToken = new byte[0];
    private volatile Errors serverError = Errors.NONE;
    private volatile byte[] tokenAtBroker = new byte[0];
    private volatile String principal = "";

    private ScriptedBroker broker;
    private TestProxy proxy;
    private Wire client;

    @BeforeEach
    void start() throws Exception {
        broker = ScriptedBroker.answering(request -> {
            if (request.apiKey() == ApiKeys.SASL_HANDSHAKE.id) {
                return Frames.response(1, request.correlationId(), new SaslHandshakeResponseData());
            }
            tokenAtBroker = Frames.readRequest(new SaslAuthenticateRequestData(), request.frame())
                    .authBytes();
            return Frames.response(
                    2,
                    request.correlationId(),
                    new SaslAuthenticateResponseData()
                            .setErrorCode(serverError.code())
                            .setAuthBytes(serverToken));
        });
        proxy = TestProxy.of(
                broker,
                new TestFilter<HeartbeatRequestData, HeartbeatResponseData>(ApiKeys.HEARTBEAT, (request, call) -> {
                    principal = call.context().principal().toString();
                    return CompletableFuture.completedFuture(new HeartbeatResponseData());
                }));
        client = proxy.connect();
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        proxy.close();
        broker.close();
    }

    private void handshake(String mechanism) throws Exception {
        client.send(Frames.request(1, 1, new SaslHandshakeRequestData().setMechanism(mechanism)));
        client.read();
    }

    private void authenticate(byte[] token, String answer, Errors error) throws Exception {
        serverToken = answer.getBytes(StandardCharsets.UTF_8);
        serverError = error;
        client.send(Frames.request(2, 2, new SaslAuthenticateRequestData().setAuthBytes(token)));
        SaslAuthenticateResponseData response =
                Frames.readResponse(new SaslAuthenticateResponseData(), 2, client.read());
        assertThat(response.authBytes()).isEqualTo(serverToken);
        assertThat(response.errorCode()).isEqualTo(error.code());
        assertThat(tokenAtBroker).isEqualTo(token);
    }

    private void authenticate(String token, String answer, Errors error) throws Exception {
        authenticate(token.getBytes(StandardCharsets.UTF_8), answer, error);
    }

    private String principalSeen() throws Exception {
        client.send(
                Frames.request(4, 3, new HeartbeatRequestData().setGroupId("g").setMemberId("m")));
        client.read();
        return principal;
    }

    @Test
    void plain_gives_the_principal_once_the_broker_accepts() throws Exception {
        assertThat(principalSeen()).isEqualTo("User:ANONYMOUS");
        handshake("PLAIN");
        authenticate("\0alice\0secret", "", Errors.NONE);
        assertThat(principalSeen()).isEqualTo("User:alice");
    }

    @Test
    void a_refused_password_gives_no_principal() throws Exception {
        handshake("PLAIN");
        authenticate("\0alice\0wrong", "", Errors.SASL_AUTHENTICATION_FAILED);
        assertThat(principalSeen()).isEqualTo("User:ANONYMOUS");
    }

    @Test
    void scram_gives_the_principal_only_with_the_servers_last_word() throws Exception {
        handshake("SCRAM-SHA-256");
        authenticate("n,,n=alice,r=abc", "r=abcdef,s=c2FsdA==,i=4096", Errors.NONE);
        assertThat(principalSeen()).isEqualTo("User:ANONYMOUS");
        authenticate("c=biws,r=abcdef,p=cHJvb2Y=", "v=c2ln", Errors.NONE);
        assertThat(principalSeen()).isEqualTo("User:alice");
    }

    @Test
    void a_refusal_of_oauthbearer_that_comes_as_a_challenge_gives_no_principal() throws Exception {
        String claims = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString("{\"sub\":\"alice\"}".getBytes(StandardCharsets.UTF_8));
        String token = "n,,\u0001auth=Bearer e30." + claims + ".c2ln\u0001\u0001";
        handshake("OAUTHBEARER");
        authenticate(token, "{\"status\":\"invalid_token\"}", Errors.NONE);
        authenticate("\u0001", "", Errors.SASL_AUTHENTICATION_FAILED);
        assertThat(principalSeen()).isEqualTo("User:ANONYMOUS");
        handshake("OAUTHBEARER");
        authenticate(token, "", Errors.NONE);
        assertThat(principalSeen()).isEqualTo("User:alice");
    }

    @Test
    void re_authentication_gives_the_new_principal_and_a_refused_one_keeps_the_old() throws Exception {
        handshake("PLAIN");
        authenticate("\0alice\0secret", "", Errors.NONE);
        handshake("PLAIN");
        authenticate("\0eve\0guess", "", Errors.SASL_AUTHENTICATION_FAILED);
        assertThat(principalSeen()).isEqualTo("User:alice");
        handshake("PLAIN");
        authenticate("\0bob\0secret", "", Errors.NONE);
        assertThat(principalSeen()).isEqualTo("User:bob");
    }

    @Test
    void a_request_sent_right_behind_a_login_is_nobodys_before_the_broker_has_spoken() throws Exception {
        handshake("PLAIN");
        authenticate("\0alice\0secret", "", Errors.NONE);
        handshake("PLAIN");
        serverError = Errors.SASL_AUTHENTICATION_FAILED;
        byte[] token = "\0eve\0guess".getBytes(StandardCharsets.UTF_8);
        client.send(
                Frames.request(2, 2, new SaslAuthenticateRequestData().setAuthBytes(token)),
                Frames.request(4, 3, new HeartbeatRequestData().setGroupId("g").setMemberId("m")));
        client.read();
        client.read();
        assertThat(principal).isEqualTo("User:alice");
    }

    /** Rounds as RFC 4752 has them; the first token looks like one of PLAIN. */
    @Test
    void kerberos_tokens_pass_unread_and_leave_the_client_without_a_name() throws Exception {
        handshake("GSSAPI");
        authenticate(new byte[] {0, 'e', 'v', 'e', 0, 'x'}, "`\u0001challenge", Errors.NONE);
        authenticate(new byte[0], "\u0005\u0004security layers", Errors.NONE);
        byte[] last = new byte[70_000];
        new Random(7).nextBytes(last);
        authenticate(last, "", Errors.NONE);
        assertThat(principalSeen()).isEqualTo("User:ANONYMOUS");
    }

    @Test
    void a_login_outside_of_kafka_requests_is_refused_in_words_and_reaches_no_broker() throws Exception {
        try (LogCapture log = LogCapture.of(SaslObserver.class)) {
            client.send(Frames.request(0, 1, new SaslHandshakeRequestData().setMechanism("PLAIN")));
            SaslHandshakeResponseData response = Frames.readResponse(new SaslHandshakeResponseData(), 0, client.read());
            assertThat(response.errorCode()).isEqualTo(Errors.UNSUPPORTED_SASL_MECHANISM.code());
            assertThat(response.mechanisms()).singleElement().asString().contains("use a client of Kafka 1.0 or later");
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .startsWith("WARN Login of a client at 127.0.0.1 refused")
                    .contains("use a client of Kafka 1.0 or later");
        }
        handshake("PLAIN");
        authenticate("\0alice\0secret", "", Errors.NONE);
        assertThat(principalSeen()).isEqualTo("User:alice");
    }

    @Test
    void a_token_beyond_what_brokers_take_is_refused_and_reaches_none() throws Exception {
        handshake("PLAIN");
        client.send(Frames.request(2, 2, new SaslAuthenticateRequestData().setAuthBytes(new byte[10_000_000])));
        SaslAuthenticateResponseData response =
                Frames.readResponse(new SaslAuthenticateResponseData(), 2, client.read());
        assertThat(response.errorMessage()).contains("bytes exceeds 1048576");
        assertThat(tokenAtBroker).isEmpty();
        assertThat(principalSeen()).isEqualTo("User:ANONYMOUS");
    }

    @Test
    void tokens_of_any_size_and_content_pass_unchanged() throws Exception {
        handshake("PLAIN");
        authenticate(new byte[100_000], "x".repeat(100_000), Errors.NONE);
        handshake("GSSAPI");
        authenticate(new byte[] {0, -1, 0, -2, 5, 0}, "", Errors.NONE);
        assertThat(principalSeen()).isEqualTo("User:ANONYMOUS");
    }
}
