package dev.topoxy.conformance;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** Every difference from a native broker that is meant or cannot be helped, each with its reason. There are no others. */
final class KnownDifferences {

    /**
     * One kind of difference.
     *
     * @param scenario names of scenarios
     * @param path paths as in {@link Difference#path}
     * @param reference values of the native broker
     * @param proxied values of the proxy
     */
    record Known(String reason, Pattern scenario, Pattern path, Pattern reference, Pattern proxied) {

        static Known of(String reason, String scenario, String path, String reference, String proxied) {
            return new Known(
                    reason,
                    Pattern.compile(scenario),
                    Pattern.compile(path),
                    Pattern.compile(reference, Pattern.DOTALL),
                    Pattern.compile(proxied, Pattern.DOTALL));
        }

        boolean covers(Difference difference) {
            return scenario.matcher(difference.scenario()).matches()
                    && path.matcher(difference.path()).matches()
                    && reference.matcher(difference.reference()).matches()
                    && proxied.matcher(difference.proxied()).matches();
        }
    }

    private static final String ANY = ".*";

    private static final List<Known> ALL = List.of(
            Known.of(
                    "An older broker does not know the acceptable recovery lag; -1 is what a broker says then.",
                    ANY,
                    ".* StreamsGroupHeartbeat v1/acceptableRecoveryLag",
                    "10000",
                    "-1"),
            Known.of(
                    "An older broker takes no task offsets, so it names no interval; a v0 answer is its own.",
                    ANY,
                    ".* StreamsGroupHeartbeat v0/taskOffsetIntervalMs",
                    "60000",
                    "0"),
            Known.of(
                    "An older broker refuses task offsets; the proxy drops them at v1, which it offers, not at v0.",
                    "heartbeat-v0-with-task-offsets",
                    ".* StreamsGroupHeartbeat v0/.*",
                    ANY,
                    ANY),
            Known.of("An older broker has no static members in streams groups.", "heartbeat-static-.*", ANY, ANY, ANY),
            Known.of(
                    "DeleteGroups v3, which adds a message per group, is the broker's to offer.",
                    "delete-.*",
                    ".* DeleteGroups newest/results/[0-9]+/errorMessage",
                    "null",
                    "absent"),
            Known.of(
                    "The KIP deletes the description after the group and only logs a failure; Kafka 4.4 deletes it before"
                            + " and keeps the group where that fails.",
                    "delete-where-the-plugin-.*",
                    "/0[45] (DeleteGroups|StreamsGroupDescribe) .*",
                    ANY,
                    ANY),
            Known.of(
                    "Who may push but not describe learns no members from the broker, so the proxy takes only those whose"
                            + " heartbeats the broker accepted on the same connection, which this push's was not.",
                    "access-of-a-reader-(denied-to-describe|without-topics)",
                    "/(02|03|04|10) (StreamsGroupTopologyDescriptionUpdate|pushed|StreamsGroupDescribe).*",
                    ANY,
                    ANY),
            Known.of(
                    "The KIP's size limit, which Kafka 4.4 lacks.",
                    "wire-push-larger-than-the-limit",
                    "/02 StreamsGroupTopologyDescriptionUpdate v0/.*",
                    "0|null",
                    "135|\".*420074 bytes.*358400 bytes.*\""),
            Known.of(
                    "Kafka 4.4 waits for a plugin without end, which the proxy does not: its caller gets an error.",
                    "plugin-never-answers",
                    "/02 StreamsGroupTopologyDescriptionUpdate v0",
                    "\"no answer\"",
                    ".*\"errorCode\":135,.*did not answer within 6000 ms.*"),
            Known.of(
                    "Kafka 4.4 waits for a plugin without end, which the proxy does not: the status becomes ERROR.",
                    "plugin-never-answers-a-look",
                    "/03 StreamsGroupDescribe v1",
                    "\"no answer\"",
                    ".*\"topologyDescriptionStatus\":2,.*"),
            Known.of(
                    "What the broker alone serves is offered as it offers it, and it does not serve what came after it.",
                    "wire-api-versions-v4",
                    "/01 ApiVersions v4/(?!StreamsGroup).*",
                    ANY,
                    ANY),
            Known.of(
                    "An older broker refuses ApiVersions v5, and clients come again with v4.",
                    "wire-api-versions-v5",
                    "/01 ApiVersions v5/.*",
                    ANY,
                    ANY),
            Known.of(
                    "An older broker does not tell the assignor's name, which the field's null stands for.",
                    ANY,
                    ".* StreamsGroupDescribe v1/groups/[0-9]+/assignorName",
                    "\"sticky\"",
                    "null"),
            Known.of(
                    "An older broker leaves the assignment epoch behind when a group empties; a 4.4 broker moves it on.",
                    ANY,
                    ".* StreamsGroupDescribe v./groups/[0-9]+/assignmentEpoch",
                    "3",
                    "2"));

    private final Set<Known> met = ConcurrentHashMap.newKeySet();

    boolean cover(Difference difference) {
        for (Known known : ALL) {
            if (known.covers(difference)) {
                met.add(known);
                return true;
            }
        }
        return false;
    }

    /** Reasons that no difference called for: they no longer apply and must go. */
    List<String> neverMet() {
        return ALL.stream()
                .filter(known -> !met.contains(known))
                .map(Known::reason)
                .toList();
    }
}
