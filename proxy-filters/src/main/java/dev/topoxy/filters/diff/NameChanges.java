package dev.topoxy.filters.diff;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What changed in a set of names, each list in the order of the names. */
public record NameChanges(List<String> added, List<String> removed, List<Renaming> renamed) {

    public NameChanges {
        added = List.copyOf(added);
        removed = List.copyOf(removed);
        renamed = List.copyOf(renamed);
    }

    /** Pairs names as given; what is in no pair is itself on both sides. */
    static NameChanges between(Set<String> before, Set<String> after, Map<String, String> pairs) {
        Set<String> added = new TreeSet<>(after);
        Set<String> taken = new HashSet<>(pairs.values());
        Set<String> removed = new TreeSet<>();
        List<Renaming> renamed = new ArrayList<>();
        for (String name : before) {
            String now = pairs.getOrDefault(name, name);
            if (!after.contains(now) || (!pairs.containsKey(name) && taken.contains(now))) {
                removed.add(name);
                continue;
            }
            added.remove(now);
            if (!now.equals(name)) {
                renamed.add(Renaming.of(name, now));
            }
        }
        renamed.sort(Comparator.comparing(Renaming::before));
        return new NameChanges(List.copyOf(added), List.copyOf(removed), renamed);
    }

    public boolean isEmpty() {
        return added.isEmpty() && removed.isEmpty() && renamed.isEmpty();
    }

    /** Whether nothing changed but numbers that Streams gave. */
    public boolean isRenumberingOnly() {
        return added.isEmpty() && removed.isEmpty() && renamed.stream().allMatch(Renaming::renumbered);
    }
}
