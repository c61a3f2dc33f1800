package dev.topoxy.app.admin;

import dev.topoxy.app.groups.Catalogue;
import dev.topoxy.app.groups.Group;
import dev.topoxy.filters.store.DescriptionVersion;
import dev.topoxy.filters.store.GroupDocument;
import java.util.List;
import java.util.Optional;

/** Finds what a path or a parameter names, or says that there is no such thing. */
record Catalogues(List<Catalogue> all) {

    Catalogues {
        all = List.copyOf(all);
    }

    Catalogue cluster(String name) {
        return all.stream()
                .filter(cluster -> cluster.cluster().equals(name))
                .findFirst()
                .orElseThrow(() -> new NotFoundException("There is no such cluster, or descriptions are off for it."));
    }

    static Group group(Catalogue cluster, String id) {
        return cluster.group(id).orElseThrow(() -> new NotFoundException("There is no such group."));
    }

    static GroupDocument document(Catalogue cluster, String group) {
        return cluster.document(group)
                .orElseThrow(() -> new NotFoundException(cluster.group(group)
                        .map(known -> "No description is stored: "
                                + (known.reason().endsWith(".") ? known.reason() : known.reason() + "."))
                        .orElse("There is no such group.")));
    }

    /** The one with that id; without an id the one that is given. */
    static DescriptionVersion version(GroupDocument document, Optional<String> id, DescriptionVersion defaultVersion) {
        if (id.isEmpty()) {
            return defaultVersion;
        }
        return document.versions().stream()
                .filter(version -> version.id().toString().equals(id.get()))
                .findFirst()
                .orElseThrow(() -> new NotFoundException("No description of the group is kept under this id."));
    }
}
