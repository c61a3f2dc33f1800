package dev.topoxy.filters.diff;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A node with its neighbours. */
final class Vertex {

    final int index;
    final int part;
    final NodeKind kind;
    final GeneratedName name;
    final Set<String> topics;
    final Set<String> stores;
    final List<Vertex> successors = new ArrayList<>();
    final List<Vertex> predecessors = new ArrayList<>();

    /** Successors that the part does not have. */
    final Set<String> dangling = new TreeSet<>();

    Vertex(int index, int part, NodeKind kind, String name, Collection<String> topics, Collection<String> stores) {
        this.index = index;
        this.part = part;
        this.kind = kind;
        this.name = GeneratedName.of(name);
        this.topics = new TreeSet<>(topics);
        this.stores = new TreeSet<>(stores);
    }

    boolean isGlobal() {
        return part == Graph.GLOBAL;
    }
}
