package dev.topoxy.store;

import dev.topoxy.filters.store.HistoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.Uuid;

/** Fills stores as applications would. */
public final class StoreContents {

    private static final int NODES = 50;
    private static final int AT_ONCE = 50;

    private StoreContents() {}

    /** As many groups, each with a description of 50 nodes. */
    public static void fill(HistoryStore store, int groups) {
        List<CompletableFuture<Void>> pushes = new ArrayList<>();
        for (int i = 0; i < groups; i++) {
            String group = "com.example.department.application-" + i;
            pushes.add(store.setTopology(
                    SomeClient.ALICE,
                    group,
                    new Uuid(i + 1, 1),
                    StoreUnderTest.description("processor-of-" + i, NODES - 1)));
            if (pushes.size() == AT_ONCE) {
                pushes.forEach(CompletableFuture::join);
                pushes.clear();
            }
        }
        pushes.forEach(CompletableFuture::join);
    }
}
