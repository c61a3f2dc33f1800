package dev.topoxy.filters.store;

import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps descriptions in the heap: gone with the process, read only through the proxy that got them. */
public final class MemoryTopologyStore extends HistoryStore {

    /** Whoever may join groups may fill the store; the rest of the program must go on. */
    private static final int SHARE_OF_HEAP = 4;

    private static final int BYTES_PER_ENTRY = 200;

    private final ConcurrentHashMap<String, PackedDocument> documents = new ConcurrentHashMap<>();
    private final long mostBytes;
    private long bytes;

    public MemoryTopologyStore() {
        this(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
    }

    /**
     * A store of limited size.
     *
     * @param mostBytes for all descriptions together, packed
     */
    MemoryTopologyStore(long mostBytes) {
        // Nothing here blocks, so that even the first heartbeat of a group is answered with what is known.
        super(HistoryStore::monotonicMillis, Runnable::run, InstantSource.system());
        this.mostBytes = mostBytes;
    }

    @Override
    protected synchronized CompletableFuture<Void> put(GroupDocument document) {
        PackedDocument packed = PackedDocument.of(document);
        long growth = size(document.groupId(), packed) - sizeOfStored(document.groupId());
        if (growth > 0 && bytes + growth > mostBytes) {
            return CompletableFuture.failedFuture(
                    new IllegalStateException("the memory store is full: it holds " + bytes + " of " + mostBytes
                            + " bytes: raise -Xmx, of which it takes a part, or use the file store"));
        }
        bytes += growth;
        documents.put(document.groupId(), packed);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    protected synchronized CompletableFuture<Void> drop(String groupId) {
        bytes -= sizeOfStored(groupId);
        documents.remove(groupId);
        return CompletableFuture.completedFuture(null);
    }

    private long sizeOfStored(String groupId) {
        PackedDocument stored = documents.get(groupId);
        return stored == null ? 0 : size(groupId, stored);
    }

    private static long size(String groupId, PackedDocument packed) {
        return BYTES_PER_ENTRY + (long) Character.BYTES * groupId.length() + packed.bytes();
    }

    @Override
    protected CompletableFuture<Optional<GroupDocument>> fetch(String groupId) {
        PackedDocument packed = documents.get(groupId);
        if (packed == null) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        try {
            return CompletableFuture.completedFuture(packed.unpack());
        } catch (DamagedDocumentException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
