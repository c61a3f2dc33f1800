package dev.topoxy.app.admin;

import dev.topoxy.app.groups.Catalogue;
import dev.topoxy.app.groups.Facts;
import dev.topoxy.app.groups.Group;
import dev.topoxy.app.groups.LineageSheet;
import dev.topoxy.app.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** The part of the API that tells how groups are joined: who reads and writes a topic, who uses a store, all of it. */
final class LineageApi {

    private final Catalogues clusters;

    LineageApi(Catalogues clusters) {
        this.clusters = clusters;
    }

    List<Route> routes() {
        List<Route> routes = new ArrayList<>(List.of(
                Route.get(
                        GroupApi.CLUSTER + "/topics/{topic}",
                        Guard.Access.DATA,
                        (request, arguments) -> topic(clusters.cluster(arguments.get(0)), arguments.get(1))),
                Route.get(
                        GroupApi.CLUSTER + "/stores/{store}",
                        Guard.Access.DATA,
                        (request, arguments) -> store(clusters.cluster(arguments.get(0)), arguments.get(1))),
                Route.get(
                        GroupApi.CLUSTER + "/lineage",
                        Guard.Access.DATA,
                        (request, arguments) -> lineage(clusters.cluster(arguments.get(0))))));
        for (Pictures form : Pictures.values()) {
            routes.add(Route.get(
                    GroupApi.CLUSTER + "/lineage" + form.ending(),
                    Guard.Access.DATA,
                    (request, arguments) -> form.of(
                            LineageSheet.of(clusters.cluster(arguments.get(0)).groups()), "Lineage")));
        }
        return routes;
    }

    private static Answer topic(Catalogue cluster, String topic) {
        return Answer.json(Json.object()
                .with("topic", topic)
                .with("readers", users(cluster, topic, Facts::reads))
                .with("writers", users(cluster, topic, Facts::writes))
                .with("internalTo", users(cluster, topic, Facts::internal)));
    }

    private static Answer store(Catalogue cluster, String store) {
        return Answer.json(Json.object().with("store", store).with("users", users(cluster, store, Facts::stores)));
    }

    private static List<String> users(Catalogue cluster, String name, Function<Facts, Set<String>> names) {
        return cluster.groups().stream()
                .filter(group -> group.facts().map(names).orElse(Set.of()).contains(name))
                .map(Group::id)
                .toList();
    }

    private static Answer lineage(Catalogue cluster) {
        return Answer.json(Json.object()
                .with(
                        "applications",
                        cluster.groups().stream()
                                .filter(group -> group.facts().isPresent())
                                .map(group -> Json.object()
                                        .with("group", group.id())
                                        .with("reads", sorted(group, Facts::reads))
                                        .with("writes", sorted(group, Facts::writes)))
                                .toList()));
    }

    private static List<String> sorted(Group group, Function<Facts, Set<String>> names) {
        return group.facts().map(names).orElse(Set.of()).stream().sorted().toList();
    }
}
