package dev.topoxy.it;

import dev.topoxy.testkit.RawClient;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.message.FetchRequestData;

/** Clients that ask for all there is in a partition at once, and take a kilobyte of it in a second. */
final class SlowReaders implements AutoCloseable {

    private static final int FETCH_VERSION = 12;
    private static final int KILOBYTE = 1024;

    private final List<RawClient> clients = new ArrayList<>();
    private volatile boolean stopped;
    private CompletableFuture<Void> reading = CompletableFuture.completedFuture(null);

    private SlowReaders() {}

    static SlowReaders begin(String address, int count, String topic) throws IOException {
        SlowReaders readers = new SlowReaders();
        for (int i = 0; i < count; i++) {
            RawClient client = RawClient.over(narrowSocket(address), "slow-reader");
            readers.clients.add(client);
            client.apiVersions(3);
            client.send(wholeOf(topic), FETCH_VERSION);
        }
        readers.reading = CompletableFuture.runAsync(readers::readOn);
        return readers;
    }

    /** Takes little before anybody reads. */
    private static Socket narrowSocket(String address) throws IOException {
        int colon = address.lastIndexOf(':');
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4 * KILOBYTE);
        socket.connect(
                new InetSocketAddress(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1))));
        return socket;
    }

    static FetchRequestData wholeOf(String topic) {
        return new FetchRequestData()
                .setMaxWaitMs(100)
                .setMinBytes(1)
                .setMaxBytes(Integer.MAX_VALUE)
                .setTopics(List.of(new FetchRequestData.FetchTopic()
                        .setTopic(topic)
                        .setPartitions(List.of(new FetchRequestData.FetchPartition()
                                .setPartition(0)
                                .setPartitionMaxBytes(Integer.MAX_VALUE)))));
    }

    private void readOn() {
        byte[] kilobyte = new byte[KILOBYTE];
        while (!stopped) {
            long next = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
            for (RawClient client : clients) {
                try {
                    InputStream in = client.socket().getInputStream();
                    in.readNBytes(kilobyte, 0, Math.min(KILOBYTE, in.available()));
                } catch (IOException e) {
                    // The proxy has closed this one.
                }
            }
            LockSupport.parkNanos(next - System.nanoTime());
        }
    }

    @Override
    public void close() throws IOException {
        stopped = true;
        reading.join();
        for (RawClient client : clients) {
            client.close();
        }
    }
}
