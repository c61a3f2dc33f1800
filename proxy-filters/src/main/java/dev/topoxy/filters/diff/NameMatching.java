package dev.topoxy.filters.diff;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Which store, or which internal topic, is which after: found through the nodes that use it, since two stores may swap
 * their generated names.
 */
final class NameMatching {

    private final Map<String, String> pairs = new LinkedHashMap<>();
    private final Set<String> taken = new HashSet<>();

    private NameMatching() {}

    /** Pairs of names; a name that is alone in its graph is in none. */
    static Map<String, String> of(
            Graph before,
            Matching matching,
            Function<Vertex, Set<String>> usedBefore,
            Function<Vertex, Set<String>> usedAfter,
            Set<String> allAfter) {
        var names = new NameMatching();
        Set<String> allBefore = before.names(vertex -> true, usedBefore);
        allBefore.stream()
                .filter(name -> !GeneratedName.of(name).generated() && allAfter.contains(name))
                .forEach(name -> names.pair(name, name));
        for (Vertex vertex : before.vertices) {
            matching.after(vertex).ifPresent(match -> names.pairUsed(usedBefore.apply(vertex), usedAfter.apply(match)));
        }
        allBefore.stream()
                .filter(name -> names.isOpen(name) && allAfter.contains(name) && !names.taken.contains(name))
                .forEach(name -> names.pair(name, name));
        return names.pairs;
    }

    private void pairUsed(Set<String> before, Set<String> after) {
        pairInOrder(before, after, name -> name);
        pairInOrder(before, after, name -> GeneratedName.of(name).role());
        List<String> open = before.stream().filter(this::isOpen).toList();
        List<String> free = after.stream().filter(name -> !taken.contains(name)).toList();
        if (open.size() == 1 && free.size() == 1) {
            pair(open.get(0), free.get(0));
        }
    }

    /** Names of equal key in the order of their numbers, which is the order of the texts. */
    private void pairInOrder(Set<String> before, Set<String> after, Function<String, String> key) {
        Map<String, Set<String>> free = new LinkedHashMap<>();
        for (String name : after) {
            if (!taken.contains(name)) {
                free.computeIfAbsent(key.apply(name), unknown -> new TreeSet<>())
                        .add(name);
            }
        }
        for (String name : new TreeSet<>(before)) {
            Set<String> fitting = free.getOrDefault(key.apply(name), Set.of());
            if (isOpen(name) && !fitting.isEmpty()) {
                String match = fitting.iterator().next();
                fitting.remove(match);
                pair(name, match);
            }
        }
    }

    private boolean isOpen(String name) {
        return !pairs.containsKey(name);
    }

    private void pair(String before, String after) {
        pairs.put(before, after);
        taken.add(after);
    }
}
