package dev.topoxy.filters.diff;

import dev.topoxy.filters.description.InternalTopics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Draws the consequences of changes, the gravest first. */
final class Consequences {

    private final String applicationId;
    private final Graph before;
    private final Graph after;
    private final Map<String, String> stores;
    private final ResourceChanges resources;
    private final NameChanges globalStores;
    private final NodeChanges globalNodes;

    Consequences(
            String applicationId,
            Graph before,
            Graph after,
            Map<String, String> stores,
            ResourceChanges resources,
            NameChanges globalStores,
            NodeChanges globalNodes) {
        this.applicationId = applicationId;
        this.before = before;
        this.after = after;
        this.stores = stores;
        this.resources = resources;
        this.globalStores = globalStores;
        this.globalNodes = globalNodes;
    }

    List<Consequence> of(List<SubtopologyDiff> subtopologies) {
        List<Consequence> all = new ArrayList<>();
        NameChanges local = resources.stores();
        NameChanges internal = resources.internalTopics();
        takenOver(all);
        for (Renaming store : local.renamed()) {
            all.add(new Consequence.ChangelogRenamed(
                    store.before(), store.after(), changelog(store.before()), changelog(store.after())));
        }
        local.removed().forEach(store -> all.add(new Consequence.StoreRemoved(store)));
        internal.renamed()
                .forEach(topic -> all.add(new Consequence.RepartitionTopicRenamed(topic.before(), topic.after())));
        internal.removed().forEach(topic -> all.add(new Consequence.RepartitionTopicRemoved(topic)));
        resources.sinkTopics().removed().forEach(topic -> all.add(new Consequence.OutputRemoved(topic)));
        resources.sourceTopics().removed().forEach(topic -> all.add(new Consequence.InputRemoved(topic)));
        resources.sourceTopics().added().forEach(topic -> all.add(new Consequence.InputAdded(topic)));
        resources.sinkTopics().added().forEach(topic -> all.add(new Consequence.OutputAdded(topic)));
        global(all);
        local.added().forEach(store -> all.add(new Consequence.StoreAdded(store)));
        restored(all, subtopologies);
        orphans().forEach(topic -> all.add(new Consequence.TopicOrphaned(topic)));
        return all;
    }

    private String changelog(String store) {
        return InternalTopics.changelog(applicationId, store);
    }

    private void takenOver(List<Consequence> all) {
        Map<String, String> ownersBefore = owners(before);
        Map<String, String> ownersAfter = owners(after);
        ownersBefore.forEach((store, owner) -> {
            String nowOf = ownersAfter.get(store);
            if (nowOf != null && !store.equals(stores.get(store))) {
                all.add(new Consequence.ChangelogTakenOver(store, changelog(store), owner, nowOf));
            }
        });
    }

    /** The first node that uses each local store, in the order of the description. */
    private static Map<String, String> owners(Graph graph) {
        Map<String, String> owners = new LinkedHashMap<>();
        for (Vertex vertex : graph.vertices) {
            if (!vertex.isGlobal()) {
                vertex.stores.forEach(store -> owners.putIfAbsent(store, vertex.name.text()));
            }
        }
        return owners;
    }

    private void global(List<Consequence> all) {
        globalStores.added().forEach(store -> all.add(new Consequence.GlobalStoreAdded(store)));
        globalStores.removed().forEach(store -> all.add(new Consequence.GlobalStoreRemoved(store)));
        Set<String> changed = new LinkedHashSet<>();
        globalStores.renamed().forEach(store -> changed.add(store.after()));
        Set<String> changedNodes = new HashSet<>();
        globalNodes.changed().forEach(node -> changedNodes.add(node.after()));
        for (Vertex vertex : after.vertices) {
            if (vertex.isGlobal() && vertex.kind == NodeKind.SOURCE && changedNodes.contains(vertex.name.text())) {
                vertex.successors.forEach(processor -> changed.addAll(processor.stores));
            }
        }
        globalStores.added().forEach(changed::remove);
        changed.forEach(store -> all.add(new Consequence.GlobalStoreChanged(store)));
    }

    private void restored(List<Consequence> all, List<SubtopologyDiff> subtopologies) {
        Map<String, Boolean> stateful = new HashMap<>();
        for (Vertex vertex : after.vertices) {
            if (!vertex.isGlobal()) {
                stateful.merge(after.subtopologyId(vertex), !vertex.stores.isEmpty(), Boolean::logicalOr);
            }
        }
        for (SubtopologyDiff subtopology : subtopologies) {
            String from = subtopology.before().orElse("");
            String to = subtopology.after().orElse("");
            if (subtopology.before().isPresent() && !from.equals(to) && stateful.getOrDefault(to, false)) {
                all.add(new Consequence.StateRestored(from, to));
            }
        }
    }

    private Set<String> orphans() {
        Set<String> orphans = new TreeSet<>();
        Set<String> storesAfter = after.names(vertex -> !vertex.isGlobal(), vertex -> vertex.stores);
        resources.stores().renamed().forEach(store -> orphans.add(store.before()));
        orphans.addAll(resources.stores().removed());
        orphans.removeAll(storesAfter);
        Set<String> topics = new TreeSet<>();
        orphans.forEach(store -> topics.add(changelog(store)));
        resources.internalTopics().removed().forEach(topics::add);
        resources.internalTopics().renamed().forEach(topic -> topics.add(topic.before()));
        topics.removeAll(after.internalTopics.all());
        return topics;
    }
}
