package dev.topoxy.filters.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps one readable JSON file per group in a directory: for one proxy, over restarts. */
public final class FileTopologyStore extends HistoryStore {

    /** Where the files lie; created where it does not exist. */
    public static final String DIRECTORY = "directory";

    private static final Logger log = LoggerFactory.getLogger(FileTopologyStore.class);

    private static final ConfigDef DEFINITION = HistoryStore.configDef()
            .define(
                    DIRECTORY,
                    ConfigDef.Type.STRING,
                    ConfigDef.NO_DEFAULT_VALUE,
                    new ConfigDef.NonEmptyString(),
                    Importance.HIGH,
                    "Where the files lie.");

    private volatile @Nullable DocumentDirectory directory;

    public FileTopologyStore() {}

    static StoreKeys keys() {
        return StoreKeys.of(DEFINITION);
    }

    FileTopologyStore(LongSupplier clock, Executor background, InstantSource wallClock) {
        super(clock, background, wallClock);
    }

    /**
     * Opens the directory and learns which groups it has.
     *
     * @throws ConfigException if the directory cannot be used
     */
    @Override
    public void configure(Map<String, ?> configs) {
        String path = new AbstractConfig(DEFINITION, configs, false).getString(DIRECTORY);
        try {
            DocumentDirectory opened = DocumentDirectory.open(Path.of(path));
            directory = opened;
            super.configure(configs);
            opened.files().parallelStream()
                    .map(opened::summary)
                    .flatMap(Optional::stream)
                    .forEach(this::learned);
            log.info("topology descriptions of {} groups are in {}", groups().size(), path);
        } catch (IOException | InvalidPathException e) {
            throw new ConfigException(DIRECTORY, path, reason(e));
        }
    }

    private static String reason(Exception e) {
        if (e instanceof FileAlreadyExistsException) {
            return "is a file: name a directory";
        }
        if (e instanceof AccessDeniedException) {
            return "may not be written by the user that the proxy runs as: give it the directory, or name another one";
        }
        if (e instanceof FileSystemException failure && failure.getReason() != null) {
            return "cannot be used (" + failure.getReason() + "): make it writable, or name another directory";
        }
        if (e instanceof NoSuchFileException) {
            return "cannot be created there: name another directory";
        }
        return e instanceof InvalidPathException ? "is no path" : String.valueOf(e.getMessage());
    }

    @Override
    protected CompletableFuture<Void> put(GroupDocument document) {
        byte[] json = GroupDocumentJson.write(document);
        return done(() -> directory().write(document.groupId(), json));
    }

    @Override
    protected CompletableFuture<Void> drop(String groupId) {
        return done(() -> directory().remove(groupId));
    }

    @Override
    protected CompletableFuture<Void> touch(String groupId, Instant seen) {
        return done(() -> directory().touch(groupId, seen));
    }

    @Override
    protected CompletableFuture<Optional<GroupDocument>> fetch(String groupId) {
        try {
            return CompletableFuture.completedFuture(directory().read(groupId));
        } catch (IOException e) {
            return CompletableFuture.failedFuture(new UncheckedIOException(e));
        }
    }

    private static CompletableFuture<Void> done(Change change) {
        try {
            change.run();
            return CompletableFuture.completedFuture(null);
        } catch (IOException e) {
            return CompletableFuture.failedFuture(new UncheckedIOException(e));
        }
    }

    private DocumentDirectory directory() {
        DocumentDirectory opened = directory;
        if (opened == null) {
            throw new IllegalStateException("not configured");
        }
        return opened;
    }

    @Override
    public void close() {
        super.close();
        DocumentDirectory opened = directory;
        if (opened != null) {
            try {
                opened.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Something done to the directory. */
    @FunctionalInterface
    private interface Change {
        void run() throws IOException;
    }
}
