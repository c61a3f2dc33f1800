package dev.topoxy.app.groups;

import dev.topoxy.filters.group.GroupRegistry;
import dev.topoxy.filters.group.GroupView;
import dev.topoxy.filters.store.GroupDocument;
import dev.topoxy.filters.store.GroupSummary;
import dev.topoxy.filters.store.StoreLag;
import dev.topoxy.filters.store.TopologyHistory;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Streams groups of one cluster: those that this proxy has seen and those of which a description is stored. Methods
 * may block while descriptions are read, unless they say otherwise. Thread-safe.
 */
public final class Catalogue {

    private static final Logger log = LoggerFactory.getLogger(Catalogue.class);

    private final String cluster;
    private final GroupRegistry registry;
    private final Optional<TopologyHistory> history;
    private final InstantSource clock;

    /** By group; read anew where the newest description has another digest. */
    private final Map<String, Facts> facts = new ConcurrentHashMap<>();

    public Catalogue(String cluster, GroupRegistry registry, Optional<TopologyHistory> history, InstantSource clock) {
        this.cluster = cluster;
        this.registry = registry;
        this.history = history;
        this.clock = clock;
    }

    public String cluster() {
        return cluster;
    }

    /** Whether the plugin is a store whose content can be shown. */
    public boolean hasHistory() {
        return history.isPresent();
    }

    /** Whether the store has read all that was kept; does not block. */
    public boolean isLoaded() {
        return history.map(TopologyHistory::isLoaded).orElse(true);
    }

    /** How far the store is behind what it follows, if it follows something; does not block. */
    public Optional<StoreLag> lag() {
        return history.flatMap(TopologyHistory::lag);
    }

    /** All groups by their ids. */
    public List<Group> groups() {
        Map<String, GroupView> seen = new HashMap<>();
        registry.view().forEach(view -> seen.put(view.groupId(), view));
        TreeSet<String> ids = new TreeSet<>(seen.keySet());
        ids.addAll(stored());
        facts.keySet().retainAll(ids);
        List<Group> groups = new ArrayList<>(ids.size());
        for (String id : ids) {
            group(id, Optional.ofNullable(seen.get(id)), true).ifPresent(groups::add);
        }
        return groups;
    }

    /** How many groups are in which state, from what is in memory; does not block. */
    public Map<GroupState, Integer> counts() {
        Map<GroupState, Integer> counts = new HashMap<>();
        Map<String, GroupView> seen = new HashMap<>();
        registry.view().forEach(view -> seen.put(view.groupId(), view));
        TreeSet<String> ids = new TreeSet<>(seen.keySet());
        ids.addAll(stored());
        for (String id : ids) {
            group(id, Optional.ofNullable(seen.get(id)), false)
                    .ifPresent(group -> counts.merge(group.state(), 1, Integer::sum));
        }
        return counts;
    }

    /** Groups of which a description is stored; does not block. */
    public int storedCount() {
        return stored().size();
    }

    /** Looks at descriptions that are new. */
    public void refresh() {
        int known = groups().size();
        log.debug("{} groups of cluster {} are known", known, cluster);
    }

    /** Size of the newest descriptions as far as they have been looked at; does not block. */
    public long knownBytes() {
        return facts.values().stream().mapToLong(Facts::bytes).sum();
    }

    /** One group. */
    public Optional<Group> group(String id) {
        return group(id, registry.view(id), true);
    }

    private Collection<String> stored() {
        return history.map(TopologyHistory::groups).orElse(List.of());
    }

    private Optional<Group> group(String id, Optional<GroupView> view, boolean withFacts) {
        Optional<GroupSummary> summary = history.flatMap(kept -> kept.summary(id));
        if (view.isEmpty() && summary.isEmpty()) {
            return Optional.empty();
        }
        GroupState state = state(view, summary);
        return Optional.of(new Group(
                id,
                state,
                view.flatMap(GroupView::refusal)
                        .filter(refusal -> state == GroupState.REFUSED)
                        .orElse(state.text()),
                summary.map(kept -> kept.id().toString())
                        .or(() -> view.flatMap(GroupView::topology)
                                .map(topology -> topology.id().toString())),
                view.flatMap(GroupView::topology).map(topology -> topology.epoch()),
                view.map(GroupView::firstSeen).map(this::ago),
                view.map(GroupView::lastSeen).map(this::ago).or(() -> summary.map(GroupSummary::lastSeen)),
                view.map(GroupView::members).orElse(0),
                withFacts ? summary.flatMap(this::facts) : Optional.empty(),
                view.flatMap(GroupView::outline)));
    }

    /** A group whose topology is another than the stored one's is not taken for stored. */
    private static GroupState state(Optional<GroupView> view, Optional<GroupSummary> summary) {
        boolean current = summary.isPresent()
                && view.flatMap(GroupView::topology)
                        .map(topology -> topology.id().equals(summary.get().baseId()))
                        .orElse(true);
        if (current) {
            return GroupState.STORED;
        }
        if (view.flatMap(GroupView::refusal).isPresent()) {
            return GroupState.REFUSED;
        }
        if (view.flatMap(GroupView::asked).isPresent()) {
            return GroupState.ASKED;
        }
        return view.map(GroupView::canPush).orElse(false)
                        || view.flatMap(GroupView::outline).isEmpty()
                ? GroupState.WAITING
                : GroupState.OUTLINE;
    }

    private Instant ago(Duration duration) {
        return clock.instant().minus(duration).truncatedTo(ChronoUnit.SECONDS);
    }

    private Optional<Facts> facts(GroupSummary summary) {
        Facts known = facts.get(summary.groupId());
        if (known != null && known.digest().equals(summary.digest())) {
            return Optional.of(known);
        }
        try {
            Optional<Facts> read = document(summary.groupId()).map(Facts::of);
            read.ifPresent(now -> facts.put(summary.groupId(), now));
            return read;
        } catch (RuntimeException e) {
            log.warn("a description of cluster {} cannot be looked at", cluster, e);
            return Optional.empty();
        }
    }

    /** What is kept of a group; empty where there is nothing that can be read. */
    public Optional<GroupDocument> document(String id) {
        try {
            return history.flatMap(kept -> kept.document(id));
        } catch (RuntimeException e) {
            log.warn("what is kept of a group of cluster {} cannot be read", cluster, e);
            return Optional.empty();
        }
    }
}
