package dev.topoxy.app.ask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.topoxy.core.wire.Messages;
import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.SelfSigned;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLServerSocket;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Before a server that answers each first request with bytes made from it. */
class PingCommandTest {
    private ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());

    PingCommandTest() throws IOException {}

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    @Test
    void an_answer_is_told_with_what_it_offers() throws Exception {
        answerWith(request -> apiVersions(ApiKeys.FETCH, ApiKeys.PRODUCE));
        assertThat(ping()).matches("127\\.0\\.0\\.1:\\d+ answered in \\d+ ms: 2 APIs, without topology descriptions\n");
    }

    @Test
    void topology_descriptions_are_told() throws Exception {
        answerWith(request -> apiVersions(ApiKeys.STREAMS_GROUP_TOPOLOGY_DESCRIPTION_UPDATE));
        assertThat(ping()).endsWith(": 1 APIs, with topology descriptions\n");
    }

    @Test
    void whoever_does_not_speak_kafka_is_told() {
        answerWith(request -> "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        assertThatThrownBy(this::ping)
                .isInstanceOf(AskException.class)
                .hasMessageContaining("does not answer as Kafka does: 'it announced an answer of 1213486160 bytes'");
    }

    @Test
    void an_answer_that_is_cut_off_is_no_answer() {
        answerWith(request -> HexFormat.of().parseHex("0000006400"));
        assertThatThrownBy(this::ping)
                .isInstanceOf(AskException.class)
                .hasMessageEndingWith(
                        "closed the connection without an answer: give --tls if it expects TLS, and look at"
                                + " its log");
    }

    @Test
    void nobody_there_is_told() {
        String nowhere = "127.0.0.1:" + FreePorts.consecutive(1);
        assertThatThrownBy(() -> new PingCommand().run(List.of("--bootstrap-server", nowhere), Map.of()))
                .isInstanceOfSatisfying(
                        AskException.class, e -> assertThat(e.isMistake()).isFalse())
                .hasMessageContaining(nowhere);
    }

    @Test
    void a_server_that_wants_a_certificate_is_told_with_the_option_for_it(@TempDir Path directory) throws Exception {
        SelfSigned key = SelfSigned.make(directory, "server", "CN=localhost", "ip:127.0.0.1");
        SslContext context = SslContextBuilder.forServer(
                        key.pem().toFile(), key.pem().toFile())
                .trustManager(key.pem().toFile())
                .clientAuth(ClientAuth.REQUIRE)
                .sslProvider(SslProvider.JDK)
                .build();
        server.close();
        server = ((JdkSslContext) context)
                .context()
                .getServerSocketFactory()
                .createServerSocket(0, 5, InetAddress.getLoopbackAddress());
        ((SSLServerSocket) server).setNeedClientAuth(true);
        answerWith(request -> apiVersions(ApiKeys.FETCH));

        assertThatThrownBy(() -> ping("--tls", "--ca", key.pem().toString()))
                .isInstanceOf(AskException.class)
                .hasMessageContaining("give --cert if it wants to see a certificate");
    }

    @Test
    void what_is_written_wrongly_is_a_mistake() {
        for (List<String> wrong : List.of(
                List.of("--bootstrap-server", "x"),
                List.of("--tls", "--cert", "/nowhere/c.pem"),
                List.of("--tls", "--ca", "/nowhere/ca.pem"),
                List.of("more"))) {
            assertThatThrownBy(() -> new PingCommand().run(wrong, Map.of()))
                    .as(wrong.toString())
                    .isInstanceOfSatisfying(
                            AskException.class, e -> assertThat(e.isMistake()).isTrue());
        }
    }

    private String ping(String... more) throws AskException {
        List<String> arguments = new ArrayList<>(List.of("--bootstrap-server", "127.0.0.1:" + server.getLocalPort()));
        arguments.addAll(List.of(more));
        return new PingCommand().run(arguments, Map.of());
    }

    private static byte[] apiVersions(ApiKeys... apis) {
        ApiVersionsResponseData data = new ApiVersionsResponseData();
        Arrays.stream(apis)
                .forEach(api -> data.apiKeys()
                        .add(new ApiVersionsResponseData.ApiVersion()
                                .setApiKey(api.id)
                                .setMaxVersion(api.latestVersion())));
        ByteBuf frame =
                Messages.responseFrame(UnpooledByteBufAllocator.DEFAULT, ApiKeys.API_VERSIONS, (short) 3, 0, data);
        try {
            return ByteBufUtil.getBytes(frame);
        } finally {
            frame.release();
        }
    }

    private void answerWith(UnaryOperator<byte[]> answer) {
        Thread serving = new Thread(() -> {
            try (Socket client = server.accept()) {
                DataInputStream in = new DataInputStream(client.getInputStream());
                byte[] request = new byte[in.readInt()];
                in.readFully(request);
                client.getOutputStream().write(answer.apply(request));
            } catch (IOException e) {
                // The test is over.
            }
        });
        serving.setDaemon(true);
        serving.start();
    }
}
