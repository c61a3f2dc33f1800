package dev.topoxy.app;

import dev.topoxy.app.config.BrokerPorts;
import dev.topoxy.core.wire.Messages;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.message.ApiVersionsRequestData;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;

/**
 * Has the program serve one client in front of a make-believe broker and ends. A JVM that records loaded classes
 * meanwhile ({@code bin/share-classes}) makes later starts faster.
 */
final class Rehearsal {

    private static final short API_VERSIONS = 3;
    private static final short METADATA = 12;
    private static final short HEARTBEAT = 1;
    private static final int TIMEOUT_MS = 60_000;
    private static final int MAX_PORT = 65_535;

    private Rehearsal() {}

    public static void main(String[] args) throws IOException {
        try (ServerSocket broker = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            daemon("rehearsal-broker", () -> serveAll(broker));
            int admin = freePort();
            int port = freePortsApartFrom(admin);
            String[] options = {
                "--bootstrap-servers", "127.0.0.1:" + broker.getLocalPort(),
                "--listen", "127.0.0.1:" + port,
                "--admin-listen", "127.0.0.1:" + admin
            };
            daemon("rehearsal-proxy", () -> Topoxy.main(options));
            askAsAClient(port);
        }
        System.exit(0);
    }

    private static void daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** The first of as many as the proxy takes; those after it need not be free, but must not be the other's. */
    private static int freePortsApartFrom(int other) throws IOException {
        while (true) {
            int port = freePort();
            if (port + BrokerPorts.AUTOMATIC_PORTS <= MAX_PORT
                    && (other < port || other > port + BrokerPorts.AUTOMATIC_PORTS)) {
                return port;
            }
        }
    }

    private static void askAsAClient(int port) throws IOException {
        try (Socket proxy = connect(port)) {
            proxy.setSoTimeout(TIMEOUT_MS);
            ask(proxy, new ApiVersionsRequestData(), API_VERSIONS);
            ask(proxy, new MetadataRequestData(), METADATA);
            StreamsGroupHeartbeatRequestData heartbeat =
                    new StreamsGroupHeartbeatRequestData().setGroupId("g").setMemberId("m");
            ask(
                    proxy,
                    heartbeat.setMemberEpoch(0).setTopology(new StreamsGroupHeartbeatRequestData.Topology()),
                    HEARTBEAT);
            ask(proxy, heartbeat.setMemberEpoch(1).setTopology(null), HEARTBEAT);
        }
    }

    private static Socket connect(int port) throws IOException {
        long deadline = System.nanoTime() + TIMEOUT_MS * 1_000_000L;
        while (true) {
            try {
                return new Socket(InetAddress.getLoopbackAddress(), port);
            } catch (IOException e) {
                if (System.nanoTime() > deadline) {
                    throw e;
                }
                LockSupport.parkNanos(10_000_000);
            }
        }
    }

    private static void ask(Socket proxy, ApiMessage request, short version) throws IOException {
        RequestHeaderData header = new RequestHeaderData()
                .setRequestApiKey(request.apiKey())
                .setRequestApiVersion(version)
                .setClientId("rehearsal");
        write(proxy, Messages.requestFrame(UnpooledByteBufAllocator.DEFAULT, header, request));
        readFrame(proxy);
    }

    private static void serveAll(ServerSocket broker) {
        try {
            while (true) {
                Socket connection = broker.accept();
                daemon("rehearsal-connection", () -> serve(connection, broker.getLocalPort()));
            }
        } catch (IOException e) {
            // Closed: the rehearsal is over.
        }
    }

    private static void serve(Socket connection, int port) {
        try (connection) {
            while (true) {
                ByteBuf frame = Unpooled.wrappedBuffer(readFrame(connection));
                ApiKeys api = ApiKeys.forId(frame.getShort(0));
                short version = frame.getShort(Short.BYTES);
                int correlationId = frame.getInt(2 * Short.BYTES);
                write(
                        connection,
                        Messages.responseFrame(
                                UnpooledByteBufAllocator.DEFAULT, api, version, correlationId, answer(api, port)));
            }
        } catch (IOException e) {
            // The proxy has closed the connection.
        }
    }

    private static ApiMessage answer(ApiKeys api, int port) {
        return switch (api) {
            case API_VERSIONS -> apiVersions();
            case METADATA -> {
                MetadataResponseData metadata = new MetadataResponseData().setClusterId("rehearsal");
                metadata.brokers()
                        .add(new MetadataResponseData.MetadataResponseBroker()
                                .setHost("127.0.0.1")
                                .setPort(port));
                yield metadata;
            }
            default -> api.messageType.newResponse();
        };
    }

    /** A broker of Kafka 4.3, in front of which there is most to do. */
    private static ApiVersionsResponseData apiVersions() {
        ApiVersionsResponseData versions = new ApiVersionsResponseData();
        for (ApiKeys api : ApiKeys.clientApis()) {
            if (api == ApiKeys.STREAMS_GROUP_TOPOLOGY_DESCRIPTION_UPDATE) {
                continue;
            }
            boolean streams = api == ApiKeys.STREAMS_GROUP_HEARTBEAT || api == ApiKeys.STREAMS_GROUP_DESCRIBE;
            versions.apiKeys()
                    .add(new ApiVersionsResponseData.ApiVersion()
                            .setApiKey(api.id)
                            .setMinVersion(api.oldestVersion())
                            .setMaxVersion(streams ? 0 : api.latestVersion()));
        }
        return versions;
    }

    private static byte[] readFrame(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] frame = new byte[in.readInt()];
        in.readFully(frame);
        return frame;
    }

    private static void write(Socket socket, ByteBuf frame) throws IOException {
        try {
            frame.readBytes(socket.getOutputStream(), frame.readableBytes());
            socket.getOutputStream().flush();
        } finally {
            frame.release();
        }
    }
}
