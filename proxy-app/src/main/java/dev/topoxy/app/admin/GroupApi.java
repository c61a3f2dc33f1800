package dev.topoxy.app.admin;

import dev.topoxy.app.groups.Catalogue;
import dev.topoxy.app.groups.DescribeText;
import dev.topoxy.app.groups.Group;
import dev.topoxy.app.groups.GroupState;
import dev.topoxy.app.groups.TopologySheet;
import dev.topoxy.app.json.Json;
import dev.topoxy.filters.store.DescriptionVersion;
import dev.topoxy.filters.store.GroupDocument;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/** The part of the API that tells of clusters, their groups and what is known of each. */
final class GroupApi {

    static final String CLUSTERS = "/api/v1/clusters";
    static final String CLUSTER = CLUSTERS + "/{cluster}";
    static final String GROUP = CLUSTER + "/groups/{group}";

    private static final int MOST_PER_PAGE = 1_000;

    private final Catalogues clusters;

    GroupApi(Catalogues clusters) {
        this.clusters = clusters;
    }

    /** All that the API tells of topologies. */
    static List<Route> all(List<Catalogue> clusters) {
        Catalogues catalogues = new Catalogues(clusters);
        List<Route> all = new ArrayList<>(new GroupApi(catalogues).routes());
        all.addAll(new DiffApi(catalogues).routes());
        all.addAll(new LineageApi(catalogues).routes());
        return all;
    }

    private List<Route> routes() {
        List<Route> routes = new ArrayList<>(List.of(
                Route.get(CLUSTERS, Guard.Access.DATA, (request, arguments) -> clusters()),
                Route.get(
                        CLUSTER + "/groups",
                        Guard.Access.DATA,
                        (request, arguments) -> groups(request, clusters.cluster(arguments.get(0)))),
                Route.get(
                        GROUP,
                        Guard.Access.DATA,
                        (request, arguments) -> Answer.json(GroupJson.group(
                                Catalogues.group(clusters.cluster(arguments.get(0)), arguments.get(1))))),
                Route.get(GROUP + "/history", Guard.Access.DATA, (request, arguments) -> history(document(arguments))),
                topology(
                        "",
                        (document, version) -> Answer.json(GroupJson.version(version)
                                .with("group", document.groupId())
                                .with("topology", GroupJson.description(version.description())))),
                topology(
                        ".txt",
                        (document, version) -> Answer.ok(Answer.TEXT, DescribeText.of(version.description())))));
        for (Pictures form : Pictures.values()) {
            routes.add(topology(
                    form.ending(),
                    (document, version) -> form.of(TopologySheet.of(version.description()), document.groupId())));
            routes.add(Route.get(
                    GROUP + "/outline" + form.ending(),
                    Guard.Access.DATA,
                    (request, arguments) -> outline(form, clusters.cluster(arguments.get(0)), arguments.get(1))));
        }
        return routes;
    }

    private Route topology(String ending, BiFunction<GroupDocument, DescriptionVersion, Answer> answer) {
        return Route.get(GROUP + "/topology" + ending, Guard.Access.DATA, (request, arguments) -> {
            GroupDocument document = document(arguments);
            return answer.apply(
                    document, Catalogues.version(document, request.parameter("version"), document.current()));
        });
    }

    private GroupDocument document(List<String> arguments) {
        return Catalogues.document(clusters.cluster(arguments.get(0)), arguments.get(1));
    }

    private Answer clusters() {
        return Answer.json(Json.object()
                .with(
                        "clusters",
                        clusters.all().stream()
                                .map(cluster -> {
                                    Map<GroupState, Integer> counts = cluster.counts();
                                    Json.Members states = Json.object();
                                    Arrays.stream(GroupState.values())
                                            .forEach(state ->
                                                    states.with(GroupJson.word(state), counts.getOrDefault(state, 0)));
                                    return Json.object()
                                            .with("cluster", cluster.cluster())
                                            .with("loaded", cluster.isLoaded())
                                            .with("showsDescriptions", cluster.hasHistory())
                                            .with("groups", states);
                                })
                                .toList()));
    }

    private static Answer groups(AdminRequest request, Catalogue cluster) {
        int offset = request.number("offset", 0, 0, Integer.MAX_VALUE);
        int limit = request.number("limit", 100, 1, MOST_PER_PAGE);
        String search = request.parameter("search").orElse("").toLowerCase(Locale.ROOT);
        Optional<String> state = request.parameter("state");
        if (state.isPresent()
                && Arrays.stream(GroupState.values())
                        .noneMatch(each -> GroupJson.word(each).equals(state.get()))) {
            throw new BadRequestException("There is no such state.");
        }
        List<Group> found = cluster.groups().stream()
                .filter(group ->
                        state.isEmpty() || GroupJson.word(group.state()).equals(state.get()))
                .filter(group -> matches(group, search))
                .toList();
        return Answer.json(Json.object()
                .with("total", found.size())
                .with("offset", offset)
                .with(
                        "groups",
                        found.stream()
                                .skip(offset)
                                .limit(limit)
                                .map(GroupJson::group)
                                .toList()));
    }

    /** By its own name, or by a topic or store that it uses. */
    private static boolean matches(Group group, String search) {
        return contains(group.id(), search)
                || group.facts()
                        .map(facts -> contains(facts.reads(), search)
                                || contains(facts.writes(), search)
                                || contains(facts.internal(), search)
                                || contains(facts.stores(), search))
                        .orElse(false);
    }

    private static boolean contains(Set<String> names, String search) {
        return names.stream().anyMatch(name -> contains(name, search));
    }

    private static boolean contains(String name, String search) {
        return name.toLowerCase(Locale.ROOT).contains(search);
    }

    private static Answer history(GroupDocument document) {
        return Answer.json(Json.object()
                .with("group", document.groupId())
                .with(
                        "versions",
                        document.versions().stream().map(GroupJson::version).toList()));
    }

    private static Answer outline(Pictures form, Catalogue cluster, String id) {
        return form.of(
                TopologySheet.of(cluster.group(id)
                        .flatMap(Group::outline)
                        .orElseThrow(() -> new NotFoundException("No outline of such a group is known."))),
                id + " (outline)");
    }
}
