package dev.topoxy.app.ask;

import dev.topoxy.core.address.HostPort;
import dev.topoxy.core.log.LogText;
import dev.topoxy.core.wire.MalformedFrameException;
import dev.topoxy.core.wire.Messages;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.Options;
import org.apache.kafka.common.message.ApiVersionsRequestData;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;

/**
 * Asks whatever listens at an address for its ApiVersions, as each Kafka client does first and before it logs in. Through
 * a proxy the answer comes from a broker, so it proves the whole way.
 */
final class PingCommand implements Command {

    private static final short VERSION = 3;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    /** A broker's answer takes about 1 KiB. */
    private static final int MAX_ANSWER_BYTES = 1 << 20;

    @Override
    public String word() {
        return "ping";
    }

    @Override
    public String help() {
        return "Ask a proxy, or a broker, as a Kafka client does first.";
    }

    @Override
    public Options options() {
        Options options = new Options()
                .addOption(Arguments.value("bootstrap-server", "HOST:PORT", "Whom to ask. Default: 127.0.0.1:19092"))
                .addOption(Arguments.flag("tls", "Use TLS."));
        TlsOptions.add(options, "--tls");
        return options.addOption(Arguments.help());
    }

    @Override
    public String run(List<String> arguments, Map<String, String> environment) throws AskException {
        CommandLine given = Arguments.parse(options(), arguments);
        if (given.hasOption("help")) {
            return Arguments.usage(this, options(), """
                    Example: topoxy ping --bootstrap-server kafka.example.com:9093 --tls --ca ca.pem
                    Exit codes: 0 it answered, 1 it did not, 2 a mistake in the options.
                    """);
        }
        HostPort server = server(given);
        Optional<SSLSocketFactory> tls = tls(given);
        long start = System.nanoTime();
        try (Socket socket = connect(server, tls)) {
            ApiVersionsResponseData answer = apiVersions(socket);
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
            boolean topologies = answer.apiKeys().find(ApiKeys.STREAMS_GROUP_TOPOLOGY_DESCRIPTION_UPDATE.id) != null;
            return server + " answered in " + millis + " ms: "
                    + answer.apiKeys().size() + " APIs, " + (topologies ? "with" : "without")
                    + " topology descriptions\n";
        } catch (EOFException e) {
            throw AskException.failed(
                    server + " closed the connection without an answer: " + remedy(given) + "look at its log");
        } catch (IOException | MalformedFrameException e) {
            boolean cut = e instanceof SSLException || e instanceof SocketException;
            throw AskException.failed(server + " does not answer as Kafka does: "
                    + LogText.quoted(Optional.ofNullable(e.getMessage())
                            .orElse(e.getClass().getSimpleName()))
                    + (cut && given.hasOption("tls") ? ": " + remedy(given) + "look at its log" : ""));
        }
    }

    /** A server that wants a certificate says so only after the client believes to be connected. */
    private static String remedy(CommandLine given) {
        if (!given.hasOption("tls")) {
            return "give --tls if it expects TLS, and ";
        }
        return given.hasOption("cert") ? "" : "give --cert if it wants to see a certificate, and ";
    }

    private static HostPort server(CommandLine given) throws AskException {
        String server = given.getOptionValue("bootstrap-server", "127.0.0.1:19092");
        try {
            return HostPort.parse(server);
        } catch (IllegalArgumentException e) {
            throw AskException.mistake("--bootstrap-server: " + e.getMessage());
        }
    }

    private static Optional<SSLSocketFactory> tls(CommandLine given) throws AskException {
        Optional<SSLContext> context = TlsOptions.context(given);
        if (!given.hasOption("tls")) {
            return Optional.empty();
        }
        return Optional.of(context.map(SSLContext::getSocketFactory)
                .orElseGet(() -> (SSLSocketFactory) SSLSocketFactory.getDefault()));
    }

    private static Socket connect(HostPort server, Optional<SSLSocketFactory> tls) throws IOException {
        Socket plain = new Socket();
        plain.setSoTimeout(Math.toIntExact(TIMEOUT.toMillis()));
        plain.connect(new InetSocketAddress(server.host(), server.port()), plain.getSoTimeout());
        if (tls.isEmpty()) {
            return plain;
        }
        SSLSocket secured = (SSLSocket) tls.get().createSocket(plain, server.host(), server.port(), true);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(parameters);
        secured.startHandshake();
        return secured;
    }

    private static ApiVersionsResponseData apiVersions(Socket socket) throws IOException {
        RequestHeaderData header = new RequestHeaderData()
                .setRequestApiKey(ApiKeys.API_VERSIONS.id)
                .setRequestApiVersion(VERSION)
                .setClientId("topoxy-ping");
        ApiVersionsRequestData request = new ApiVersionsRequestData()
                .setClientSoftwareName("topoxy-ping")
                .setClientSoftwareVersion("1");
        ByteBuf frame = Messages.requestFrame(UnpooledByteBufAllocator.DEFAULT, header, request);
        try {
            frame.readBytes(socket.getOutputStream(), frame.readableBytes());
        } finally {
            frame.release();
        }
        ByteBuf answer = Unpooled.wrappedBuffer(answer(new DataInputStream(socket.getInputStream())));
        ApiVersionsResponseData versions =
                (ApiVersionsResponseData) Messages.readResponse(ApiKeys.API_VERSIONS, VERSION, answer);
        if (versions.errorCode() != Errors.NONE.code()) {
            throw new IOException("it answered " + Errors.forCode(versions.errorCode()));
        }
        return versions;
    }

    private static byte[] answer(DataInputStream in) throws IOException {
        int size = in.readInt();
        if (size < 0 || size > MAX_ANSWER_BYTES) {
            throw new IOException("it announced an answer of " + size + " bytes");
        }
        byte[] answer = new byte[size];
        in.readFully(answer);
        return answer;
    }
}
