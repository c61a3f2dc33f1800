package dev.topoxy.testkit;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.kafka.common.message.ApiVersionsRequestData;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.message.ResponseHeaderData;
import org.apache.kafka.common.message.SaslAuthenticateRequestData;
import org.apache.kafka.common.message.SaslAuthenticateResponseData;
import org.apache.kafka.common.message.SaslHandshakeRequestData;
import org.apache.kafka.common.message.SaslHandshakeResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.ObjectSerializationCache;

/**
 * One blocking connection that speaks frame by frame: any message in any version, several requests before the first
 * answer is read, and bytes that are no message at all. Reads give up after 30 s.
 */
public final class RawClient implements AutoCloseable {

    private static final int TIMEOUT_MS = 30_000;

    /**
     * A decoded answer.
     *
     * @param version of the body: 0 where a broker refused the version of ApiVersions
     */
    public record Response(int correlationId, short version, ApiMessage body) {

        public <M extends ApiMessage> M as(Class<M> type) {
            return type.cast(body);
        }
    }

    private record Pending(int correlationId, ApiKeys api, short version) {}

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final String clientId;
    private final Deque<Pending> pending = new ArrayDeque<>();
    private int nextCorrelationId = 1;

    private RawClient(Socket socket, String clientId) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(socket.getInputStream());
        this.out = new DataOutputStream(socket.getOutputStream());
        this.clientId = clientId;
    }

    /** Connects to {@code host:port}; of several addresses to the first. */
    public static RawClient connect(String address) throws IOException {
        return connect(address, "raw-client");
    }

    /** As {@link #connect(String)}, under another client id. */
    public static RawClient connect(String address, String clientId) throws IOException {
        return over(plainSocket(address), clientId);
    }

    /** Over a connected socket, say one of TLS; closed with the client. */
    public static RawClient over(Socket socket, String clientId) throws IOException {
        socket.setSoTimeout(TIMEOUT_MS);
        socket.setTcpNoDelay(true);
        return new RawClient(socket, clientId);
    }

    private static Socket plainSocket(String address) throws IOException {
        String first = address.split(",", 2)[0];
        int colon = first.lastIndexOf(':');
        Socket socket = new Socket();
        int port = Integer.parseInt(first.substring(colon + 1));
        socket.connect(new InetSocketAddress(first.substring(0, colon), port), TIMEOUT_MS);
        return socket;
    }

    /** Sends a request and reads its answer. */
    public Response call(ApiMessage request, int version) throws IOException {
        send(request, version);
        return read();
    }

    /** Sends a request whose answer a later {@link #read} gives. */
    public int send(ApiMessage request, int version) throws IOException {
        int correlationId = sendWithoutAnswer(request, version);
        pending.add(new Pending(correlationId, ApiKeys.forId(request.apiKey()), (short) version));
        return correlationId;
    }

    /** Sends a request that gets no answer: a produce request with acks=0. */
    public int sendWithoutAnswer(ApiMessage request, int version) throws IOException {
        int correlationId = nextCorrelationId++;
        sendBytes(frame(request, (short) version, correlationId, clientId));
        return correlationId;
    }

    /** A whole request frame, size field included. */
    public static byte[] frame(ApiMessage request, short version, int correlationId, String clientId) {
        ApiKeys api = ApiKeys.forId(request.apiKey());
        short headerVersion = api.requestHeaderVersion(version);
        RequestHeaderData header = new RequestHeaderData()
                .setRequestApiKey(request.apiKey())
                .setRequestApiVersion(version)
                .setCorrelationId(correlationId)
                .setClientId(clientId);
        ObjectSerializationCache cache = new ObjectSerializationCache();
        int size = header.size(cache, headerVersion) + request.size(cache, version);
        ByteBuffer frame = ByteBuffer.allocate(Integer.BYTES + size).putInt(size);
        ByteBufferAccessor writable = new ByteBufferAccessor(frame);
        header.write(writable, cache, headerVersion);
        request.write(writable, cache, version);
        return frame.array();
    }

    /** Bytes as they are; {@link #readFrame} reads what may come back. */
    public void sendBytes(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    /** The answer to the oldest request without one; its correlation id must fit. */
    public Response read() throws IOException {
        Pending expected = pending.remove();
        ByteBuffer bytes = ByteBuffer.wrap(readFrame());
        ResponseHeaderData header = new ResponseHeaderData();
        header.read(new ByteBufferAccessor(bytes), expected.api().responseHeaderVersion(expected.version()));
        if (header.correlationId() != expected.correlationId()) {
            throw new IllegalStateException(
                    "answer " + header.correlationId() + " where " + expected.correlationId() + " was due");
        }
        short version = bodyVersion(expected, bytes);
        ApiMessage body = expected.api().messageType.newResponse();
        body.read(new ByteBufferAccessor(bytes), version);
        if (bytes.hasRemaining()) {
            throw new IllegalStateException(bytes.remaining() + " bytes behind the answer to " + expected);
        }
        return new Response(header.correlationId(), version, body);
    }

    /** A broker answers a version of ApiVersions that it does not know in version 0. */
    private static short bodyVersion(Pending expected, ByteBuffer bytes) {
        boolean refused = expected.api() == ApiKeys.API_VERSIONS && bytes.getShort(bytes.position()) == 35;
        return refused ? 0 : expected.version();
    }

    /** The next frame without its size field. */
    public byte[] readFrame() throws IOException {
        byte[] frame = new byte[in.readInt()];
        in.readFully(frame);
        return frame;
    }

    /** Whether the other side has closed, waited for; an answer instead is a fault. */
    public boolean isClosedByPeer() throws IOException {
        try {
            int read = in.read();
            if (read >= 0) {
                throw new IllegalStateException("a byte " + read + " where the end was due");
            }
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (EOFException | SocketException e) {
            return true;
        }
    }

    /** Ends this side's sending; answers can still be read. */
    public void shutdownOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** What a client says first. */
    public Response apiVersions(int version) throws IOException {
        return call(
                new ApiVersionsRequestData().setClientSoftwareName("raw-client").setClientSoftwareVersion("1"),
                version);
    }

    /** Logs in with SASL/PLAIN; the answer holds the broker's error, if any. */
    public SaslAuthenticateResponseData login(String user, String password) throws IOException {
        SaslHandshakeResponseData handshake =
                call(new SaslHandshakeRequestData().setMechanism("PLAIN"), 1).as(SaslHandshakeResponseData.class);
        if (handshake.errorCode() != 0) {
            throw new IllegalStateException("PLAIN is not among " + List.copyOf(handshake.mechanisms()));
        }
        byte[] token = ("\0" + user + "\0" + password).getBytes(StandardCharsets.UTF_8);
        return call(new SaslAuthenticateRequestData().setAuthBytes(token), 2).as(SaslAuthenticateResponseData.class);
    }

    public Socket socket() {
        return socket;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
