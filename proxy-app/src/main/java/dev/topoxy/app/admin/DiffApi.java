package dev.topoxy.app.admin;

import dev.topoxy.app.groups.Catalogue;
import dev.topoxy.app.groups.DiffSheet;
import dev.topoxy.filters.diff.TopologyDiff;
import dev.topoxy.filters.store.DescriptionVersion;
import dev.topoxy.filters.store.GroupDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The part of the API that compares descriptions: of one group, or of two. */
final class DiffApi {

    private final Catalogues clusters;

    DiffApi(Catalogues clusters) {
        this.clusters = clusters;
    }

    /** Two descriptions and what is different. */
    private record Pair(String title, DescriptionVersion from, DescriptionVersion to, TopologyDiff diff) {
        String text() {
            return from.equals(to)
                    ? "Nothing to compare: both are the version of " + to.storedAt() + ", " + to.id() + ".\n"
                    : diff.toString();
        }
    }

    List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        for (boolean oneGroup : new boolean[] {true, false}) {
            routes.add(diff(oneGroup, "", pair -> Answer.json(GroupJson.diff(pair.diff, pair.from, pair.to))));
            routes.add(diff(oneGroup, ".txt", pair -> Answer.ok(Answer.TEXT, pair.text())));
            routes.add(diff(
                    oneGroup,
                    ".svg",
                    pair -> Pictures.SVG.of(
                            DiffSheet.of(pair.diff, pair.from.description(), pair.to.description()), pair.title)));
        }
        return routes;
    }

    private Route diff(boolean oneGroup, String ending, Function<Pair, Answer> answer) {
        String path = oneGroup ? GroupApi.GROUP : GroupApi.CLUSTER;
        return Route.get(path + "/diff" + ending, Guard.Access.DATA, (request, arguments) -> {
            Catalogue cluster = clusters.cluster(arguments.get(0));
            return answer.apply(oneGroup ? versions(request, cluster, arguments.get(1)) : groups(request, cluster));
        });
    }

    /** Without parameters the newest description and the one before. */
    private static Pair versions(AdminRequest request, Catalogue cluster, String group) {
        GroupDocument document = Catalogues.document(cluster, group);
        List<DescriptionVersion> versions = document.versions();
        DescriptionVersion to = Catalogues.version(document, request.parameter("to"), document.current());
        DescriptionVersion before = versions.get(Math.min(versions.indexOf(to) + 1, versions.size() - 1));
        DescriptionVersion from = Catalogues.version(document, request.parameter("from"), before);
        return new Pair(group, from, to, TopologyDiff.between(group, from.description(), to.description()));
    }

    /** Each group has its own state and internal topics, so that a difference between groups has no consequences. */
    private static Pair groups(AdminRequest request, Catalogue cluster) {
        String fromGroup = required(request, "fromGroup");
        String toGroup = required(request, "toGroup");
        GroupDocument fromDocument = Catalogues.document(cluster, fromGroup);
        GroupDocument toDocument = Catalogues.document(cluster, toGroup);
        DescriptionVersion from = Catalogues.version(fromDocument, request.parameter("from"), fromDocument.current());
        DescriptionVersion to = Catalogues.version(toDocument, request.parameter("to"), toDocument.current());
        TopologyDiff diff = TopologyDiff.between(toGroup, from.description(), to.description());
        TopologyDiff differences = fromGroup.equals(toGroup)
                ? diff
                : new TopologyDiff(
                        diff.subtopologies(), diff.globalNodes(), diff.globalStores(), diff.resources(), List.of());
        return new Pair(fromGroup + " and " + toGroup, from, to, differences);
    }

    private static String required(AdminRequest request, String name) {
        Optional<String> value = request.parameter(name).filter(text -> !text.isEmpty());
        return value.orElseThrow(
                () -> new BadRequestException("The parameters fromGroup and toGroup are needed: two groups' ids."));
    }
}
