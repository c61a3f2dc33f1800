package dev.topoxy.app.admin;

import dev.topoxy.app.groups.Facts;
import dev.topoxy.app.groups.Group;
import dev.topoxy.app.json.Json;
import dev.topoxy.filters.diff.Consequence;
import dev.topoxy.filters.diff.NameChanges;
import dev.topoxy.filters.diff.NodeChanges;
import dev.topoxy.filters.diff.NodeRef;
import dev.topoxy.filters.diff.ResourceChanges;
import dev.topoxy.filters.diff.SubtopologyDiff;
import dev.topoxy.filters.diff.TopologyDiff;
import dev.topoxy.filters.group.Outline;
import dev.topoxy.filters.store.DescriptionVersion;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Node;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Processor;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Sink;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Source;

/** Groups, descriptions and diffs as the API writes them. */
final class GroupJson {

    private GroupJson() {}

    static Json.Members group(Group group) {
        return Json.object()
                .with("group", group.id())
                .with("state", word(group.state()))
                .with("reason", group.reason())
                .with("topologyDescriptionId", group.topologyDescriptionId())
                .with("topologyEpoch", group.topologyEpoch())
                .with("firstSeen", group.firstSeen())
                .with("lastSeen", group.lastSeen())
                .with("members", group.members())
                .with("description", group.facts().map(GroupJson::facts))
                .with("outline", group.outline().map(GroupJson::outline));
    }

    private static Json.Members facts(Facts facts) {
        return Json.object()
                .with("bytes", facts.bytes())
                .with("storedAt", facts.storedAt())
                .with("versions", facts.versions())
                .with("subtopologies", facts.subtopologies())
                .with("nodes", facts.nodes())
                .with("reads", new TreeSet<>(facts.reads()))
                .with("writes", new TreeSet<>(facts.writes()))
                .with("internalTopics", new TreeSet<>(facts.internal()))
                .with("stores", new TreeSet<>(facts.stores()));
    }

    private static Json.Members outline(Outline outline) {
        return Json.object()
                .with(
                        "subtopologies",
                        outline.subtopologies().stream()
                                .map(subtopology -> Json.object()
                                        .with("id", subtopology.id())
                                        .with("sourceTopics", subtopology.sourceTopics())
                                        .with("sourcePatterns", subtopology.sourcePatterns())
                                        .with("repartitionSources", subtopology.repartitionSources())
                                        .with("repartitionSinks", subtopology.repartitionSinks())
                                        .with("changelogs", subtopology.changelogs()))
                                .toList());
    }

    static Json.Members version(DescriptionVersion version) {
        return Json.object()
                .with("topologyDescriptionId", version.id().toString())
                .with("topologyEpoch", version.topologyEpoch())
                .with("storedAt", version.storedAt())
                .with("memberId", version.memberId())
                .with("clientId", version.clientId())
                .with("principal", version.principal())
                .with("digest", version.digest());
    }

    static Json.Members description(StreamsGroupTopologyDescription description) {
        return Json.object()
                .with(
                        "subtopologies",
                        description.subtopologies().stream()
                                .map(subtopology -> Json.object()
                                        .with("id", subtopology.id())
                                        .with("nodes", nodes(subtopology.nodes())))
                                .toList())
                .with(
                        "globalStores",
                        description.globalStores().stream()
                                .map(store -> Json.object()
                                        .with("source", node(store.source()))
                                        .with("processor", node(store.processor())))
                                .toList());
    }

    private static List<Json.Members> nodes(Collection<? extends Node> nodes) {
        return nodes.stream().map(GroupJson::node).toList();
    }

    private static Json.Members node(Node node) {
        Json.Members json = Json.object().with("name", node.name());
        if (node instanceof Source source) {
            json.with("type", "source").with("topics", source.topics());
        } else if (node instanceof Processor processor) {
            json.with("type", "processor").with("stores", processor.stores());
        } else if (node instanceof Sink sink) {
            json.with("type", "sink").with("topic", sink.topic().orElse(null));
        }
        return json.with("successors", node.successors());
    }

    static Json.Members diff(TopologyDiff diff, DescriptionVersion from, DescriptionVersion to) {
        return Json.object()
                .with("from", version(from))
                .with("to", version(to))
                .with("same", diff.isEmpty())
                .with(
                        "consequences",
                        diff.consequences().stream().map(Consequence::sentence).toList())
                .with(
                        "subtopologies",
                        diff.subtopologies().stream()
                                .filter(subtopology -> !subtopology.isEmpty())
                                .map(GroupJson::subtopology)
                                .toList())
                .with("resources", resources(diff.resources()))
                .with("text", diff.toString());
    }

    private static Json.Members subtopology(SubtopologyDiff subtopology) {
        NodeChanges nodes = subtopology.nodes();
        return Json.object()
                .with("before", subtopology.before())
                .with("after", subtopology.after())
                .with("added", refs(nodes.added()))
                .with("removed", refs(nodes.removed()))
                .with(
                        "changed",
                        nodes.changed().stream().map(change -> change.after()).toList())
                .with(
                        "moved",
                        nodes.moved().stream()
                                .map(move -> Json.object()
                                        .with("before", move.before())
                                        .with("after", move.after()))
                                .toList());
    }

    private static List<String> refs(List<NodeRef> nodes) {
        return nodes.stream().map(NodeRef::name).toList();
    }

    private static Json.Members resources(ResourceChanges resources) {
        return Json.object()
                .with("stores", names(resources.stores()))
                .with("sourceTopics", names(resources.sourceTopics()))
                .with("sinkTopics", names(resources.sinkTopics()))
                .with("internalTopics", names(resources.internalTopics()));
    }

    private static Json.Members names(NameChanges names) {
        return Json.object()
                .with("added", List.copyOf(names.added()))
                .with("removed", List.copyOf(names.removed()))
                .with(
                        "renamed",
                        names.renamed().stream()
                                .map(name -> Json.object()
                                        .with("before", name.before())
                                        .with("after", name.after()))
                                .toList());
    }

    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
