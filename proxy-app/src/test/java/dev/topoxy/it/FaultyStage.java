package dev.topoxy.it;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.topoxy.core.address.BrokerAccess;
import dev.topoxy.core.address.HostPort;
import dev.topoxy.core.address.NodePorts;
import dev.topoxy.core.event.RelayListener;
import dev.topoxy.core.filter.FilterFactory;
import dev.topoxy.core.limit.Limits;
import dev.topoxy.core.server.ClusterSettings;
import dev.topoxy.core.server.ListenSettings;
import dev.topoxy.core.server.ProxyServer;
import dev.topoxy.core.server.RelaySettings;
import dev.topoxy.core.server.TcpTimeouts;
import dev.topoxy.core.server.UpstreamSettings;
import dev.topoxy.core.session.Session;
import dev.topoxy.core.tls.TlsReloader;
import dev.topoxy.testkit.FaultyLink;
import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.KafkaBroker;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.ProxyProcess;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.slf4j.LoggerFactory;

/**
 * A proxy in this JVM, where its buffers and sockets can be counted, with links that fail on both of its sides.
 *
 * <pre>
 * clients -> links -> proxy -> links -> brokers
 * </pre>
 */
final class FaultyStage implements AutoCloseable {

    private static final int MAX_REQUEST_BYTES = 100 << 20;
    private static final TcpTimeouts TCP =
            new TcpTimeouts(Duration.ofMinutes(1), Duration.ofSeconds(10), 3, Duration.ZERO, Duration.ofMinutes(1));
    private static final Limits LIMITS = new Limits(0, 0, 64 << 20, 1000, Duration.ofSeconds(30), Duration.ZERO);

    /** What event loops keep of each task that is to be run later, until it has been or is no longer to be. */
    private static final String TIMER = "io.netty.util.concurrent.ScheduledFutureTask";

    private static final String SESSION = Session.class.getName();

    private final List<FaultyLink> toBrokers = new ArrayList<>();
    private final List<FaultyLink> toProxy = new ArrayList<>();
    private final ListAppender<ILoggingEvent> leaks = new ListAppender<>();
    private final TlsReloader tls = new TlsReloader();
    private final ProxyServer server;
    private final int port;
    private final int nodePort;
    private final long socketsBefore;
    private final long timersBefore;

    FaultyStage(KafkaCluster cluster) throws Exception {
        for (KafkaBroker broker : cluster.brokers()) {
            toBrokers.add(FaultyLink.before(broker));
        }
        port = FreePorts.consecutive(2 * ProxyProcess.PORTS);
        server = ProxyServer.start(
                new RelaySettings(MAX_REQUEST_BYTES, Duration.ofSeconds(2), Duration.ofSeconds(10), 2, TCP, LIMITS),
                List.of(settings(port, toBrokers)),
                tls);
        toProxy.add(FaultyLink.between(port + ProxyProcess.PORTS, port));
        for (KafkaBroker broker : cluster.brokers()) {
            int bound = nodePort(port, broker);
            toProxy.add(FaultyLink.between(bound + ProxyProcess.PORTS, bound));
        }
        nodePort = nodePort(port, cluster.broker());
        leaks.start();
        leakLogger().addAppender(leaks);
        socketsBefore = sockets();
        timersBefore = LiveObjects.count().of(TIMER);
    }

    private static ClusterSettings settings(int port, List<FaultyLink> links) {
        String servers = links.stream().map(FaultyLink::address).collect(Collectors.joining(","));
        HostPort listen = new HostPort("127.0.0.1", port);
        BrokerAccess access = new BrokerAccess.AtPorts(NodePorts.automatic(port), listen.host(), ProxyProcess.PORTS);
        return new ClusterSettings(
                "faulty",
                ListenSettings.plain(listen, access),
                UpstreamSettings.plain(HostPort.parseList(servers)),
                0,
                FilterFactory.NONE,
                RelayListener.NONE);
    }

    private static int nodePort(int bootstrapPort, KafkaBroker broker) {
        return bootstrapPort + 1 + broker.nodeId() % (ProxyProcess.PORTS - 1);
    }

    private static Logger leakLogger() {
        return (Logger) LoggerFactory.getLogger(ResourceLeakDetector.class);
    }

    /** What clients are given: the way by the links. */
    String bootstrap() {
        return "127.0.0.1:" + (port + ProxyProcess.PORTS);
    }

    /** The cluster's first broker, by links on both sides. */
    String firstBroker() {
        return "127.0.0.1:" + (nodePort + ProxyProcess.PORTS);
    }

    List<FaultyLink> toBrokers() {
        return toBrokers;
    }

    List<FaultyLink> toProxy() {
        return toProxy;
    }

    int sessions() {
        return server.sessionCount();
    }

    /** The bytes of the proxy's buffers in use. */
    static long bufferBytes() {
        PooledByteBufAllocator pool = PooledByteBufAllocator.DEFAULT;
        return pool.pinnedDirectMemory() + pool.pinnedHeapMemory();
    }

    /** Waits until nothing is left of any client: once all have gone, and all of their connections. */
    void awaitNothingLeft() {
        Awaitility.await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            assertThat(server.sessionCount()).as("sessions").isZero();
            assertThat(bufferBytes()).as("bytes in buffers").isZero();
            assertThat(connections()).as("connections").isZero();
            assertThat(sockets()).as("sockets").isLessThanOrEqualTo(socketsBefore);
        });
        Awaitility.await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            LiveObjects now = LiveObjects.count();
            assertThat(now.of(TIMER)).as("timers").isLessThanOrEqualTo(timersBefore);
            assertThat(now.of(SESSION)).as("sessions that are not forgotten").isZero();
        });
        // The detector looks for leaks when a buffer is allocated after a collection, which counting has brought about.
        PooledByteBufAllocator.DEFAULT.directBuffer(1).release();
        assertThat(leaks.list).as("leaks").isEmpty();
    }

    private int connections() {
        return Stream.of(toBrokers, toProxy)
                .flatMap(List::stream)
                .mapToInt(FaultyLink::connections)
                .sum();
    }

    private static long sockets() throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors.filter(FaultyStage::isSocket).count();
        }
    }

    private static boolean isSocket(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
        } catch (IOException e) {
            // Closed while it was looked at.
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        leakLogger().detachAppender(leaks);
        server.close();
        tls.close();
        for (FaultyLink link : toProxy) {
            link.close();
        }
        for (FaultyLink link : toBrokers) {
            link.close();
        }
    }
}
