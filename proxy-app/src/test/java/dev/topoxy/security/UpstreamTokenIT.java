package dev.topoxy.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.topoxy.testkit.BrokerSasl;
import dev.topoxy.testkit.ClusterSpec;
import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.ProxyProcess;
import dev.topoxy.testkit.Workspace;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The proxy logs in with tokens of an issuer, which the broker checks by the issuer's key. */
class UpstreamTokenIT {

    private static final String TOPIC = "by-token";
    private static final String CLIENT_SECRET = "issuers-secret";
    private static final int TOKEN_SECONDS = 4;
    private static final String MODULE = "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule";

    private static final AtomicInteger issued = new AtomicInteger();

    @TempDir
    static Path directory;

    private static KeyPair keys;
    private static HttpServer issuer;
    private static KafkaCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        keys = generator.generateKeyPair();
        issuer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        issuer.createContext("/keys", exchange -> answer(exchange, publicKey()));
        issuer.createContext("/token", exchange -> {
            issued.incrementAndGet();
            answer(exchange, "{\"access_token\":\"" + token() + "\",\"expires_in\":" + TOKEN_SECONDS + "}");
        });
        issuer.start();
        cluster = KafkaCluster.start(ClusterSpec.of(KafkaArtifacts.V4_3)
                .withSasl(new BrokerSasl(Map.of("admin", "admin-secret"), Map.of(), Set.of("admin", "carol")))
                .withProperty("sasl.enabled.mechanisms", "PLAIN,OAUTHBEARER")
                .withProperty("listener.name.client.oauthbearer.sasl.jaas.config", MODULE + " required;")
                .withProperty(
                        "listener.name.client.oauthbearer.sasl.server.callback.handler.class",
                        "org.apache.kafka.common.security.oauthbearer.OAuthBearerValidatorCallbackHandler")
                .withProperty("sasl.oauthbearer.jwks.endpoint.url", url("/keys"))
                .withProperty("connections.max.reauth.ms", "60000")
                .withJvmArgs(
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Dorg.apache.kafka.sasl.oauthbearer.allowed.urls=" + url("/keys")));
        cluster.createTopics(1, TOPIC);
    }

    @AfterAll
    static void stop() {
        cluster.close();
        issuer.stop(0);
    }

    private static String url(String path) {
        return "http://127.0.0.1:" + issuer.getAddress().getPort() + path;
    }

    private static void answer(HttpExchange exchange, String json) throws IOException {
        exchange.getRequestBody().readAllBytes();
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static String publicKey() {
        RSAPublicKey key = (RSAPublicKey) keys.getPublic();
        return "{\"keys\":[{\"kty\":\"RSA\",\"kid\":\"k\",\"use\":\"sig\",\"alg\":\"RS256\",\"n\":\""
                + encoded(unsigned(key.getModulus())) + "\",\"e\":\"" + encoded(unsigned(key.getPublicExponent()))
                + "\"}]}";
    }

    private static byte[] unsigned(BigInteger number) {
        byte[] bytes = number.toByteArray();
        return bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
    }

    private static String token() {
        long now = Instant.now().getEpochSecond();
        String head = text("{\"alg\":\"RS256\",\"kid\":\"k\"}") + "."
                + text("{\"sub\":\"carol\",\"iat\":%d,\"exp\":%d,\"scope\":\"kafka\"}"
                        .formatted(now, now + TOKEN_SECONDS));
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(keys.getPrivate());
            signature.update(head.getBytes(StandardCharsets.US_ASCII));
            return head + "." + encoded(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String text(String json) {
        return encoded(json.getBytes(StandardCharsets.UTF_8));
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    @Test
    void an_application_goes_on_undisturbed_over_the_end_of_tokens() throws Exception {
        int port = FreePorts.consecutive(2);
        Path config = Files.writeString(directory.resolve("topoxy.yaml"), """
                clusters:
                  - name: token
                    bootstrap.servers: %s
                    listen: 127.0.0.1:%d
                    brokers: {ports: %d-%d}
                    upstream:
                      sasl:
                        sasl.mechanism: OAUTHBEARER
                        sasl.oauthbearer.token.endpoint.url: %s
                        sasl.oauthbearer.client.credentials.client.id: topoxy
                        sasl.oauthbearer.client.credentials.client.secret: %s
                """.formatted(
                        cluster.bootstrap(), port, port + 1, port + 1, url("/token"), CLIENT_SECRET));
        Path log = Workspace.target("logs").resolve("token-proxy.log");
        try (ProxyProcess proxy = ProxyProcess.start(
                List.of("--config", config.toString()),
                Map.of("TOPOXY_LOG_LEVEL", "TRACE"),
                "127.0.0.1:" + port,
                log)) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                    Map.of("bootstrap.servers", proxy.bootstrap(), "retries", "0"),
                    new StringSerializer(),
                    new StringSerializer())) {
                producer.send(new ProducerRecord<>(TOPIC, "first")).get(30, TimeUnit.SECONDS);
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2 * TOKEN_SECONDS + 1);
                while (System.nanoTime() < end) {
                    sent.add(producer.send(new ProducerRecord<>(TOPIC, "next")));
                    TimeUnit.MILLISECONDS.sleep(5);
                }
                for (Future<RecordMetadata> each : sent) {
                    each.get(30, TimeUnit.SECONDS);
                }
            }
            assertThat(issued).hasValueGreaterThan(1);
            assertThat(Files.readString(log))
                    .contains("logged in to the broker anew")
                    .doesNotContain(CLIENT_SECRET, text("{\"alg\":\"RS256\",\"kid\":\"k\"}"));
        }
    }
}
