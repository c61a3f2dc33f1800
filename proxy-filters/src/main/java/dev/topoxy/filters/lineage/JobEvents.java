package dev.topoxy.filters.lineage;

import dev.topoxy.filters.description.InternalTopics;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.GlobalStore;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Node;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Processor;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Sink;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Source;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Subtopology;

/**
 * Makes OpenLineage job events of descriptions: the group is the job, the topics it reads and writes are its datasets.
 * Topics that Streams made for the application are inside the job, so they are in the topology facet only.
 */
final class JobEvents {

    static final String PRODUCER = "https://topoxy.dev";

    private static final String EVENT_SCHEMA = "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/JobEvent";
    private static final String JOB_TYPE_SCHEMA =
            "https://openlineage.io/spec/facets/2-0-4/JobTypeJobFacet.json#/$defs/JobTypeJobFacet";
    private static final String OWN_SCHEMAS = PRODUCER + "/openlineage/1-0-0/TopoxyFacets.json#/$defs/";

    private final String namespace;
    private final String datasetNamespace;

    JobEvents(String namespace, String datasetNamespace) {
        this.namespace = namespace;
        this.datasetNamespace = datasetNamespace;
    }

    /** The event as JSON. */
    String of(Stored stored) {
        StreamsGroupTopologyDescription description = stored.description();
        Topics topics = new Topics(description);
        Map<String, Object> facets = new LinkedHashMap<>();
        facets.put("jobType", jobType());
        facets.put("topoxy_topology", topology(stored, topics));
        facets.put("topoxy_stores", stores(description));
        Map<String, Object> job = new LinkedHashMap<>();
        job.put("namespace", namespace);
        job.put("name", stored.groupId());
        job.put("facets", facets);
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("eventTime", stored.time().truncatedTo(ChronoUnit.MILLIS));
        event.put("producer", PRODUCER);
        event.put("schemaURL", EVENT_SCHEMA);
        event.put("job", job);
        event.put("inputs", datasets(topics.inputs));
        event.put("outputs", datasets(topics.outputs));
        return Json.write(event);
    }

    private List<Map<String, Object>> datasets(Collection<String> topics) {
        List<Map<String, Object>> datasets = new ArrayList<>();
        for (String topic : topics) {
            Map<String, Object> dataset = new LinkedHashMap<>();
            dataset.put("namespace", datasetNamespace);
            dataset.put("name", topic);
            datasets.add(dataset);
        }
        return datasets;
    }

    private static Map<String, Object> facet(String schema) {
        Map<String, Object> facet = new LinkedHashMap<>();
        facet.put("_producer", PRODUCER);
        facet.put("_schemaURL", schema);
        return facet;
    }

    private static Map<String, Object> jobType() {
        Map<String, Object> facet = facet(JOB_TYPE_SCHEMA);
        facet.put("processingType", "STREAMING");
        facet.put("integration", "KAFKA_STREAMS");
        facet.put("jobType", "APPLICATION");
        return facet;
    }

    private static Map<String, Object> topology(Stored stored, Topics topics) {
        Map<String, Object> facet = facet(OWN_SCHEMAS + "TopoxyTopologyJobFacet");
        facet.put("topologyDescriptionId", stored.version().id());
        List<Map<String, Object>> subtopologies = new ArrayList<>();
        for (Subtopology subtopology : stored.description().subtopologies()) {
            Map<String, Object> written = new LinkedHashMap<>();
            written.put("id", subtopology.id());
            written.put(
                    "nodes", subtopology.nodes().stream().map(JobEvents::node).toList());
            subtopologies.add(written);
        }
        facet.put("subtopologies", subtopologies);
        facet.put("internalTopics", topics.internal);
        facet.put("dynamicSinks", topics.dynamicSinks);
        facet.put("patternSources", topics.patternSources);
        return facet;
    }

    private static Map<String, Object> node(Node node) {
        Map<String, Object> written = new LinkedHashMap<>();
        written.put("name", node.name());
        if (node instanceof Source source) {
            written.put("type", "SOURCE");
            written.put("topics", new TreeSet<>(source.topics()));
        } else if (node instanceof Processor processor) {
            written.put("type", "PROCESSOR");
            written.put("stores", new TreeSet<>(processor.stores()));
        } else {
            written.put("type", "SINK");
            ((Sink) node).topic().ifPresent(topic -> written.put("topics", List.of(topic)));
        }
        written.put("successors", new TreeSet<>(node.successors()));
        return written;
    }

    private static Map<String, Object> stores(StreamsGroupTopologyDescription description) {
        Map<String, Object> facet = facet(OWN_SCHEMAS + "TopoxyStoresJobFacet");
        List<Map<String, Object>> local = new ArrayList<>();
        for (Subtopology subtopology : description.subtopologies()) {
            Set<String> names = new TreeSet<>();
            for (Node node : subtopology.nodes()) {
                if (node instanceof Processor processor) {
                    names.addAll(processor.stores());
                }
            }
            names.forEach(name -> local.add(Map.of("name", name, "subtopology", subtopology.id())));
        }
        List<Map<String, Object>> global = new ArrayList<>();
        for (GlobalStore store : description.globalStores()) {
            Set<String> topics = new TreeSet<>(store.source().topics());
            new TreeSet<>(store.processor().stores())
                    .forEach(name -> global.add(Map.of("name", name, "topics", topics)));
        }
        facet.put("stores", local);
        facet.put("globalStores", global);
        return facet;
    }

    /** What is read and written, and by which nodes that cannot be told. */
    private static final class Topics {
        private final Set<String> inputs = new TreeSet<>();
        private final Set<String> outputs = new TreeSet<>();
        private final Set<String> internal = new TreeSet<>();

        /** Sinks that choose a topic for each record. */
        private final Set<String> dynamicSinks = new TreeSet<>();

        /** Sources that subscribe to a pattern: a client describes them as sources without topics. */
        private final Set<String> patternSources = new TreeSet<>();

        private Topics(StreamsGroupTopologyDescription description) {
            internal.addAll(InternalTopics.of(description).all());
            for (Subtopology subtopology : description.subtopologies()) {
                subtopology.nodes().forEach(this::add);
            }
            for (GlobalStore store : description.globalStores()) {
                add(store.source());
            }
            inputs.removeAll(internal);
            outputs.removeAll(internal);
        }

        private void add(Node node) {
            if (node instanceof Source source) {
                inputs.addAll(source.topics());
                if (source.topics().isEmpty()) {
                    patternSources.add(source.name());
                }
            } else if (node instanceof Sink sink) {
                sink.topic().ifPresentOrElse(outputs::add, () -> dynamicSinks.add(sink.name()));
            }
        }
    }
}
