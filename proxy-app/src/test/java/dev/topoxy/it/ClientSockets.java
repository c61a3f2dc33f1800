package dev.topoxy.it;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Looks again and again where this JVM's own sockets lead, as the kernel tells it. */
final class ClientSockets implements AutoCloseable {

    private static final int PERIOD_MS = 20;
    private static final int REMOTE_ADDRESS = 2;
    private static final int INODE = 9;

    private final Set<Integer> remotePorts = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService observer = Executors.newSingleThreadScheduledExecutor();

    private ClientSockets() {}

    static ClientSockets watch() {
        ClientSockets sockets = new ClientSockets();
        sockets.observer.scheduleAtFixedRate(sockets::look, 0, PERIOD_MS, TimeUnit.MILLISECONDS);
        return sockets;
    }

    /** All ports that a socket of this JVM was connected to so far. */
    Set<Integer> remotePorts() {
        return Set.copyOf(remotePorts);
    }

    private void look() {
        try {
            Set<String> own = ownInodes();
            for (String table : List.of("tcp", "tcp6")) {
                for (String line : Files.readAllLines(Path.of("/proc/self/net", table))) {
                    String[] fields = line.strip().split("\\s+", -1);
                    if (fields.length > INODE && own.contains(fields[INODE])) {
                        String address = fields[REMOTE_ADDRESS];
                        remotePorts.add(Integer.parseInt(address.substring(address.indexOf(':') + 1), 16));
                    }
                }
            }
        } catch (IOException e) {
            // No port of a socket: whoever asserts what was seen fails by it.
            remotePorts.add(-1);
        }
    }

    private static Set<String> ownInodes() throws IOException {
        Set<String> inodes = new HashSet<>();
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors) {
                String target = target(descriptor);
                if (target.startsWith("socket:[")) {
                    inodes.add(target.substring("socket:[".length(), target.length() - 1));
                }
            }
        }
        return inodes;
    }

    private static String target(Path descriptor) throws IOException {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (NoSuchFileException e) {
            return "";
        }
    }

    @Override
    public void close() {
        observer.shutdownNow();
    }
}
