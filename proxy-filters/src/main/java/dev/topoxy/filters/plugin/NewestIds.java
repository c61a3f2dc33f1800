package dev.topoxy.filters.plugin;

import dev.topoxy.plugin.RefreshableTopologyPlugin;
import dev.topoxy.plugin.StreamsGroupTopologyDescriptionPlugin;
import java.util.Iterator;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.Uuid;

/**
 * Under which id a plugin has the newest description of a topology. Remembers it for plugins that do not, for groups
 * whose description was replaced since the proxy started. Thread-safe.
 */
final class NewestIds {

    /** Only groups that were changed without a trace in their topics take a place. */
    private static final int MOST_GROUPS = 10_000;

    private final StreamsGroupTopologyDescriptionPlugin plugin;
    private final ConcurrentHashMap<String, Replaced> replaced = new ConcurrentHashMap<>();

    NewestIds(StreamsGroupTopologyDescriptionPlugin plugin) {
        this.plugin = plugin;
    }

    Uuid of(TopologyVersion topology) {
        if (plugin instanceof RefreshableTopologyPlugin refreshable) {
            return refreshable.newestId(topology.groupId(), topology.id());
        }
        Replaced known = replaced.get(topology.groupId());
        return known != null && known.baseId.equals(topology.id()) ? known.newestId : topology.id();
    }

    /** The plugin has stored a description of the topology under that id. */
    void stored(TopologyVersion topology, Uuid id) {
        if (plugin instanceof RefreshableTopologyPlugin) {
            return;
        }
        if (id.equals(topology.id())) {
            replaced.remove(topology.groupId());
            return;
        }
        if (replaced.size() >= MOST_GROUPS) {
            Iterator<String> any = replaced.keySet().iterator();
            if (any.hasNext()) {
                replaced.remove(any.next());
            }
        }
        replaced.put(topology.groupId(), new Replaced(topology.id(), id));
    }

    void forget(String groupId) {
        replaced.remove(groupId);
    }

    private record Replaced(Uuid baseId, Uuid newestId) {}
}
