package dev.topoxy.app.ask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.topoxy.core.wire.Messages;
import dev.topoxy.testkit.FreePorts;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

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

    private String ping() throws AskException {
        return new PingCommand().run(List.of("--bootstrap-server", "127.0.0.1:" + server.getLocalPort()), Map.of());
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
