package dev.topoxy.filters.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Keeps a directory to one store of one process. The system drops it with the process, however that ends. */
final class DirectoryLock implements AutoCloseable {

    private static final String FILE = ".lock";

    /** To open and close the file once more would drop the process's lock, so others of this process are kept off. */
    private static final Set<Path> TAKEN_HERE = ConcurrentHashMap.newKeySet();

    private final Path directory;
    private final FileChannel channel;

    private DirectoryLock(Path directory, FileChannel channel) {
        this.directory = directory;
        this.channel = channel;
    }

    /**
     * Takes an existing directory.
     *
     * @throws IOException if another store has it, or it cannot be written
     */
    static DirectoryLock take(Path directory) throws IOException {
        Path real = directory.toRealPath();
        if (!TAKEN_HERE.add(real)) {
            throw new IOException("is used by another cluster of this proxy: give each cluster a directory of its own");
        }
        try {
            return new DirectoryLock(real, lock(real.resolve(FILE)));
        } catch (IOException | RuntimeException e) {
            TAKEN_HERE.remove(real);
            throw e;
        }
    }

    private static FileChannel lock(Path file) throws IOException {
        FileChannel channel = FileChannel.open(
                file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), OwnerOnly.file(file));
        FileLock lock = tryLock(channel);
        if (lock == null) {
            channel.close();
            throw new IOException("is used by another process: stop it, or give each proxy a directory of its own");
        }
        return channel;
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
        TAKEN_HERE.remove(directory);
    }
}
