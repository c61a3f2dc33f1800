package dev.topoxy.filters.store;

import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps descriptions in the heap: gone with the process, read only through the proxy that got them. */
public final class MemoryTopologyStore extends HistoryStore {

    private final ConcurrentHashMap<String, PackedDocument> documents = new ConcurrentHashMap<>();

    public MemoryTopologyStore() {
        // Nothing here blocks, so that even the first heartbeat of a group is answered with what is known.
        super(HistoryStore::monotonicMillis, Runnable::run, InstantSource.system());
    }

    @Override
    protected CompletableFuture<Void> put(GroupDocument document) {
        documents.put(document.groupId(), PackedDocument.of(document));
        return CompletableFuture.completedFuture(null);
    }

    @Override
    protected CompletableFuture<Void> drop(String groupId) {
        documents.remove(groupId);
        return CompletableFuture.completedFuture(null);
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
