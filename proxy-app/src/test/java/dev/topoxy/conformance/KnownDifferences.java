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
                    "An older broker takes no task offsets, so it names no interval for them.",
                    ANY,
                    ".* StreamsGroupHeartbeat v1/taskOffsetIntervalMs",
                    "60000",
                    "0"),
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

    static int size() {
        return ALL.size();
    }
}
