package dev.topoxy.app.admin;

import dev.topoxy.app.drawing.Dot;
import dev.topoxy.app.drawing.Mermaid;
import dev.topoxy.app.drawing.Sheet;
import dev.topoxy.app.drawing.Svg;
import dev.topoxy.app.groups.Catalogue;
import dev.topoxy.app.groups.DescribeText;
import dev.topoxy.app.groups.DiffSheet;
import dev.topoxy.app.groups.Facts;
import dev.topoxy.app.groups.Group;
import dev.topoxy.app.groups.GroupState;
import dev.topoxy.app.groups.LineageSheet;
import dev.topoxy.app.groups.TopologySheet;
import dev.topoxy.filters.diff.TopologyDiff;
import dev.topoxy.filters.store.DescriptionVersion;
import dev.topoxy.filters.store.GroupDocument;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The part of the API that tells of groups and their topologies. */
final class GroupApi {

    private static final String BASE = "/api/v1/clusters";
    private static final String GROUPS = BASE + "/{cluster}/groups";
    private static final String GROUP = GROUPS + "/{group}";
    private static final int MOST_PER_PAGE = 1_000;

    /** A picture brings its own style, which the page's policy would not let apply. */
    private static final Map<String, String> PICTURE_POLICY = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox");

    private final List<Catalogue> clusters;

    GroupApi(List<Catalogue> clusters) {
        this.clusters = List.copyOf(clusters);
    }

    List<Route> routes() {
        return List.of(
                get(BASE, (request, arguments) -> clusters()),
                get(GROUPS, (request, arguments) -> groups(request, cluster(arguments))),
                get(GROUP, (request, arguments) -> group(cluster(arguments), arguments.get(1))),
                get(GROUP + "/history", (request, arguments) -> history(document(arguments))),
                topology(
                        "topology",
                        (document, version) -> Answer.json(GroupJson.version(version)
                                .with("group", document.groupId())
                                .with("topology", GroupJson.description(version.description())))),
                topology(
                        "topology.txt",
                        (document, version) -> Answer.ok(Answer.TEXT, DescribeText.of(version.description()))),
                topology(
                        "topology.dot",
                        (document, version) -> Answer.ok(
                                Answer.TEXT, Dot.of(TopologySheet.of(version.description()), document.groupId()))),
                topology(
                        "topology.mmd",
                        (document, version) ->
                                Answer.ok(Answer.TEXT, Mermaid.of(TopologySheet.of(version.description())))),
                topology(
                        "topology.svg",
                        (document, version) -> picture(TopologySheet.of(version.description()), document.groupId())),
                get(GROUP + "/outline.svg", (request, arguments) -> outline(cluster(arguments), arguments.get(1))),
                diff("diff", (document, pair) -> Answer.json(GroupJson.diff(pair.diff, pair.from, pair.to))),
                diff("diff.txt", (document, pair) -> Answer.ok(Answer.TEXT, pair.diff.toString())),
                diff(
                        "diff.svg",
                        (document, pair) -> picture(
                                DiffSheet.of(pair.diff, pair.from.description(), pair.to.description()),
                                document.groupId())),
                get(
                        BASE + "/{cluster}/topics/{topic}",
                        (request, arguments) -> topic(cluster(arguments), arguments.get(1))),
                get(
                        BASE + "/{cluster}/stores/{store}",
                        (request, arguments) -> store(cluster(arguments), arguments.get(1))),
                get(BASE + "/{cluster}/lineage", (request, arguments) -> lineage(cluster(arguments))),
                lineage("svg", sheet -> picture(sheet, "Lineage")),
                lineage("dot", sheet -> Answer.ok(Answer.TEXT, Dot.of(sheet, "Lineage"))),
                lineage("mmd", sheet -> Answer.ok(Answer.TEXT, Mermaid.of(sheet))));
    }

    private Route lineage(String ending, Function<Sheet, Answer> answer) {
        return get(
                BASE + "/{cluster}/lineage." + ending,
                (request, arguments) ->
                        answer.apply(LineageSheet.of(cluster(arguments).groups())));
    }

    private static Route get(String path, Route.Endpoint endpoint) {
        return Route.get(path, Guard.Access.DATA, endpoint);
    }

    private Route topology(String name, BiFunction<GroupDocument, DescriptionVersion, Answer> answer) {
        return get(GROUP + "/" + name, (request, arguments) -> {
            GroupDocument document = document(arguments);
            return answer.apply(document, version(document, request.parameter("version"), document.current()));
        });
    }

    private record Pair(DescriptionVersion from, DescriptionVersion to, TopologyDiff diff) {}

    private Route diff(String name, BiFunction<GroupDocument, Pair, Answer> answer) {
        return get(GROUP + "/" + name, (request, arguments) -> {
            GroupDocument document = document(arguments);
            List<DescriptionVersion> versions = document.versions();
            DescriptionVersion to = version(document, request.parameter("to"), document.current());
            DescriptionVersion from = version(
                    document,
                    request.parameter("from"),
                    versions.get(Math.min(versions.indexOf(to) + 1, versions.size() - 1)));
            return answer.apply(
                    document,
                    new Pair(from, to, TopologyDiff.between(document.groupId(), from.description(), to.description())));
        });
    }

    private static DescriptionVersion version(
            GroupDocument document, Optional<String> id, DescriptionVersion defaultVersion) {
        if (id.isEmpty()) {
            return defaultVersion;
        }
        return document.versions().stream()
                .filter(version -> version.id().toString().equals(id.get()))
                .findFirst()
                .orElseThrow(() -> new NotFoundException("No description of the group is kept under this id."));
    }

    private Catalogue cluster(List<String> arguments) {
        return clusters.stream()
                .filter(cluster -> cluster.cluster().equals(arguments.get(0)))
                .findFirst()
                .orElseThrow(() -> new NotFoundException("There is no such cluster, or descriptions are off for it."));
    }

    private GroupDocument document(List<String> arguments) {
        Catalogue cluster = cluster(arguments);
        return cluster.document(arguments.get(1))
                .orElseThrow(() -> new NotFoundException(cluster.group(arguments.get(1))
                        .map(group -> "No description is stored: " + group.reason() + ".")
                        .orElse("There is no such group.")));
    }

    private Answer clusters() {
        return Answer.json(Json.object()
                .with(
                        "clusters",
                        clusters.stream()
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

    private static Answer group(Catalogue cluster, String id) {
        return Answer.json(
                GroupJson.group(cluster.group(id).orElseThrow(() -> new NotFoundException("There is no such group."))));
    }

    private static Answer history(GroupDocument document) {
        return Answer.json(Json.object()
                .with("group", document.groupId())
                .with(
                        "versions",
                        document.versions().stream().map(GroupJson::version).toList()));
    }

    private static Answer picture(Sheet sheet, String title) {
        return new Answer(200, Answer.SVG, Svg.of(sheet, title), true, PICTURE_POLICY);
    }

    private static Answer outline(Catalogue cluster, String id) {
        return picture(
                TopologySheet.of(cluster.group(id)
                        .flatMap(Group::outline)
                        .orElseThrow(() -> new NotFoundException("No outline of such a group is known."))),
                id + " (outline)");
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
