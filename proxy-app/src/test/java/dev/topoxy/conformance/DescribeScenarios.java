package dev.topoxy.conformance;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.common.message.StreamsGroupDescribeRequestData;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData;

/** Every status of a topology description, and groups of which there is none. */
final class DescribeScenarios {

    private DescribeScenarios() {}

    static List<Scenario> all() {
        return List.of(
                new Scenario("describe-before-any-push", stage -> {
                    Member.of(stage, stage.group()).joined();
                    Description.expect(Description.NOT_STORED, stage, stage.group());
                }),
                new Scenario("describe-after-a-push", stage -> {
                    Member.of(stage, stage.group()).joined().pushed();
                    Description.expect(Description.AVAILABLE, stage, stage.group());
                }),
                new Scenario("describe-not-requested", stage -> {
                    Member.of(stage, stage.group()).joined().pushed();
                    describe(stage, false, 1, stage.group());
                }),
                new Scenario("describe-v0", stage -> {
                    Member.of(stage, stage.group()).joined().pushed();
                    describe(stage, false, 0, stage.group());
                }),
                new Scenario("describe-with-authorized-operations", stage -> {
                    Member.of(stage, stage.group()).joined().pushed();
                    describe(stage, true, 1, stage.group());
                    describe(stage, true, 0, stage.group());
                }),
                new Scenario("describe-unknown-group", stage -> {
                    Description.expect(Description.NOT_REQUESTED, stage, stage.group());
                    describe(stage, false, 0, stage.group());
                }),
                new Scenario("describe-empty-group-id", stage -> Description.of(stage, "")),
                new Scenario("describe-no-group", stage -> Description.of(stage)),
                new Scenario("describe-a-group-twice", stage -> {
                    Member.of(stage, stage.group()).joined().pushed();
                    Description.of(stage, stage.group(), stage.group());
                }),
                new Scenario("describe-groups-of-every-kind", stage -> {
                    Member.of(stage, stage.group()).joined().pushed();
                    Member.of(stage, stage.group("get-fail-")).joined().pushed();
                    Member.of(stage, stage.group("without-")).joined();
                    Description.of(
                            stage,
                            stage.group("without-"),
                            stage.group("unknown-"),
                            stage.group(),
                            stage.group("get-fail-"),
                            "");
                }),
                new Scenario("describe-a-hundred-groups", DescribeScenarios::hundredGroups),
                new Scenario("describe-an-emptied-group", stage -> {
                    Member.of(stage, stage.group()).joined().pushed().leave();
                    Description.expect(Description.AVAILABLE, stage, stage.group());
                }),
                new Scenario("describe-a-group-with-tasks", stage -> {
                    Member member = Member.of(stage, stage.group()).joined().pushed();
                    member.beat();
                    member.ownBothTasks();
                    Description.expect(Description.AVAILABLE, stage, stage.group());
                }),
                status("describe-get-fails", "get-fail-", Description.ERROR),
                status("describe-get-throws", "get-throw-", Description.ERROR),
                status("describe-get-gives-null", "get-null-", Description.ERROR),
                status("describe-get-gives-nothing", "get-empty-", Description.NOT_STORED),
                status("describe-get-is-slow", "get-slow-", Description.AVAILABLE));
    }

    private static Scenario status(String name, String prefix, byte status) {
        return new Scenario(name, stage -> {
            Member.of(stage, stage.group(prefix)).joined().pushed();
            Description.expect(status, stage, stage.group(prefix));
        });
    }

    private static void hundredGroups(Stage stage) throws IOException {
        String[] groups =
                IntStream.range(0, 100).mapToObj(i -> stage.group() + "-" + i).toArray(String[]::new);
        for (int i = 0; i < groups.length; i += 10) {
            Member.of(stage, groups[i]).joined().pushed();
        }
        Description.of(stage, groups);
    }

    private static void describe(Stage stage, boolean operations, int version, String... groups) throws IOException {
        StreamsGroupDescribeRequestData request = new StreamsGroupDescribeRequestData()
                .setGroupIds(List.of(groups))
                .setIncludeAuthorizedOperations(operations);
        stage.ask(request, version, StreamsGroupDescribeResponseData.class);
    }
}
