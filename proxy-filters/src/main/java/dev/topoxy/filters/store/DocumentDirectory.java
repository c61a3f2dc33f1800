package dev.topoxy.filters.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory with one file per group. A file is replaced as a whole or not at all, and is on the disk when a write
 * returns. Different groups' files may be used at once, one group's not. Every method blocks.
 */
final class DocumentDirectory implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(DocumentDirectory.class);

    private static final String UNFINISHED = ".tmp";
    private static final String DAMAGED = ".damaged";

    private final Path directory;
    private final DirectoryLock lock;

    private DocumentDirectory(Path directory, DirectoryLock lock) {
        this.directory = directory;
        this.lock = lock;
    }

    /**
     * Opens the directory, creates it where it does not exist, and removes what earlier writes left unfinished.
     *
     * @throws IOException if it cannot be created or written, or is used already
     */
    static DocumentDirectory open(Path path) throws IOException {
        Path directory = path.toAbsolutePath().normalize();
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory, OwnerOnly.directory(directory));
        }
        DirectoryLock lock = DirectoryLock.take(directory);
        try {
            removeUnfinished(directory);
            return new DocumentDirectory(directory, lock);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private static void removeUnfinished(Path directory) throws IOException {
        for (Path file : list(directory)) {
            String name = file.getFileName().toString();
            if (name.endsWith(UNFINISHED)
                    && GroupFileName.isOne(name.substring(0, name.length() - UNFINISHED.length()))) {
                Files.delete(file);
            }
        }
    }

    /** The files of all groups. */
    List<Path> files() throws IOException {
        return list(directory).stream()
                .filter(file -> GroupFileName.isOne(file.getFileName().toString()))
                .toList();
    }

    private static List<Path> list(Path directory) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            stream.forEach(files::add);
        }
        return files;
    }

    /** Puts the bytes in place of what the group has; on failure that stays. */
    void write(String groupId, byte[] bytes) throws IOException {
        Path file = file(groupId);
        Path unfinished = directory.resolve(file.getFileName() + UNFINISHED);
        try {
            Files.deleteIfExists(unfinished);
            try (FileChannel channel = FileChannel.open(
                    unfinished,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    OwnerOnly.file(unfinished))) {
                ByteBuffer buffer = ByteBuffer.wrap(bytes);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                channel.force(true);
            }
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            deleteAfter(e, unfinished);
            throw e;
        }
        sync();
    }

    private static void deleteAfter(IOException failure, Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    /** A rename or removal is on the disk only once its directory is. */
    private void sync() throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** What the group has; empty where that is nothing, or nothing that can be read, which is then set aside. */
    Optional<GroupDocument> read(String groupId) throws IOException {
        Path file = file(groupId);
        try {
            Optional<GroupDocument> document = GroupDocumentJson.read(bytes(file));
            if (document.isPresent()) {
                requireName(file, document.get().groupId());
            }
            return document;
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (DamagedDocumentException e) {
            setAside(file, e);
            return Optional.empty();
        }
    }

    /** The summary of a file; empty where it cannot be read, which is logged, and a damaged file set aside. */
    Optional<GroupSummary> summary(Path file) {
        try {
            FileTime touched = Files.getLastModifiedTime(file);
            Optional<GroupSummary> summary = GroupSummaryJson.read(bytes(file));
            if (summary.isEmpty()) {
                log.warn(
                        "{} was written by a newer Topoxy: its group counts as unknown, and its next push replaces the file",
                        file);
                return summary;
            }
            requireName(file, summary.get().groupId());
            return summary.map(known -> known.seen(touched.toInstant()));
        } catch (DamagedDocumentException e) {
            setAside(file, e);
        } catch (IOException e) {
            log.warn("{} cannot be read, so its group counts as unknown: {}", file, e.toString());
        }
        return Optional.empty();
    }

    private static byte[] bytes(Path file) throws IOException, DamagedDocumentException {
        GroupDocumentJson.requireBounded(Files.size(file));
        return Files.readAllBytes(file);
    }

    private static void requireName(Path file, String groupId) throws DamagedDocumentException {
        if (!file.getFileName().toString().equals(GroupFileName.of(groupId))) {
            throw new DamagedDocumentException("it is the document of another group than its name says");
        }
    }

    private void setAside(Path file, DamagedDocumentException damage) {
        Path aside = directory.resolve(file.getFileName() + DAMAGED);
        try {
            Files.move(file, aside, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            log.warn(
                    "{} is damaged ({}): set aside as {}; its group is asked for its topology again",
                    file,
                    damage.getMessage(),
                    aside.getFileName());
        } catch (IOException e) {
            log.warn("{} is damaged ({}) and cannot be set aside: {}", file, damage.getMessage(), e.toString());
        }
    }

    void remove(String groupId) throws IOException {
        if (Files.deleteIfExists(file(groupId))) {
            sync();
        }
    }

    /** Notes when the group was alive. Lost by a crash of the machine, at worst. */
    void touch(String groupId, Instant seen) throws IOException {
        Files.setLastModifiedTime(file(groupId), FileTime.from(seen));
    }

    private Path file(String groupId) {
        return directory.resolve(GroupFileName.of(groupId));
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
