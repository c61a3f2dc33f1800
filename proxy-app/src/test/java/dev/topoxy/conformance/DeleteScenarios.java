package dev.topoxy.conformance;

import java.io.IOException;
import java.util.List;
import org.apache.kafka.common.message.DeleteGroupsResponseData;
import org.apache.kafka.common.protocol.Errors;

/** Groups are deleted, or not, and what is left of their descriptions. */
final class DeleteScenarios {

    private static final int OLDER_VERSION = 2;

    private DeleteScenarios() {}

    static List<Scenario> all() {
        return List.of(
                new Scenario("delete-unknown-group", stage -> {
                    expect(Errors.GROUP_ID_NOT_FOUND, delete(stage, stage.group()), stage);
                    newest(stage, stage.group());
                }),
                new Scenario("delete-empty-group-id", stage -> delete(stage, "")),
                new Scenario("delete-nothing", stage -> delete(stage)),
                new Scenario("delete-group-with-members", stage -> {
                    Member member = Member.of(stage, stage.group()).joined().pushed();
                    expect(Errors.NON_EMPTY_GROUP, delete(stage, stage.group()), stage);
                    newest(stage, stage.group());
                    member.beat();
                    Description.expect(Description.AVAILABLE, stage, stage.group());
                }),
                new Scenario("delete-emptied-group", stage -> {
                    Member.of(stage, stage.group()).joined().pushed().leave();
                    expect(Errors.NONE, delete(stage, stage.group()), stage);
                    Description.of(stage, stage.group());
                    expect(Errors.GROUP_ID_NOT_FOUND, delete(stage, stage.group()), stage);
                }),
                new Scenario("delete-emptied-group-newest-version", stage -> {
                    Member.of(stage, stage.group()).joined().pushed().leave();
                    expect(Errors.NONE, newest(stage, stage.group()), stage);
                    Description.of(stage, stage.group());
                }),
                new Scenario("delete-emptied-group-without-description", stage -> {
                    Member.of(stage, stage.group()).joined().leave();
                    expect(Errors.NONE, delete(stage, stage.group()), stage);
                }),
                new Scenario("delete-a-group-twice-in-one-request", stage -> {
                    Member.of(stage, stage.group()).joined().pushed().leave();
                    delete(stage, stage.group(), stage.group());
                }),
                new Scenario("delete-and-create-again", stage -> {
                    Member member = Member.of(stage, stage.group()).joined().pushed();
                    member.leave();
                    expect(Errors.NONE, delete(stage, stage.group()), stage);
                    stage.expect(true, member.join().topologyDescriptionRequired());
                    Description.expect(Description.NOT_STORED, stage, stage.group());
                    member.push(Descriptions.chain(5));
                    member.beat();
                    Description.expect(Description.AVAILABLE, stage, stage.group());
                }),
                new Scenario("delete-and-create-again-after-a-permanent-failure", stage -> {
                    String group = stage.group("fail-permanent-");
                    Member member = Member.of(stage, group).joined();
                    member.push(Descriptions.small());
                    member.leave();
                    expect(Errors.NONE, delete(stage, group), stage);
                    stage.expect(true, member.join().topologyDescriptionRequired());
                }),
                new Scenario("delete-groups-of-every-kind", stage -> {
                    Member.of(stage, stage.group("busy-")).joined().pushed();
                    Member.of(stage, stage.group("emptied-")).joined().pushed().leave();
                    Member.of(stage, stage.group("plain-")).joined().leave();
                    delete(
                            stage,
                            stage.group("busy-"),
                            stage.group("unknown-"),
                            stage.group("emptied-"),
                            stage.group("plain-"));
                    Description.of(stage, stage.group("busy-"), stage.group("emptied-"));
                }),
                new Scenario("delete-where-the-plugin-fails", stage -> pluginFails(stage, "delete-fail-")),
                new Scenario("delete-where-the-plugin-throws", stage -> pluginFails(stage, "delete-throw-")));
    }

    private static void pluginFails(Stage stage, String prefix) throws IOException {
        Member.of(stage, stage.group(prefix)).joined().pushed().leave();
        delete(stage, stage.group(prefix));
        Description.of(stage, stage.group(prefix));
    }

    private static DeleteGroupsResponseData delete(Stage stage, String... groups) throws IOException {
        return stage.ask(Requests.delete(groups), OLDER_VERSION, DeleteGroupsResponseData.class);
    }

    /** In the newest version that the target speaks. */
    private static DeleteGroupsResponseData newest(Stage stage, String... groups) throws IOException {
        int version = stage.newestVersion(Requests.delete().apiKey());
        DeleteGroupsResponseData answer =
                stage.client().call(Requests.delete(groups), version).as(DeleteGroupsResponseData.class);
        stage.note("DeleteGroups newest", Normalizer.json(answer, (short) version));
        return answer;
    }

    private static void expect(Errors error, DeleteGroupsResponseData answer, Stage stage) {
        stage.expect(error.code(), answer.results().iterator().next().errorCode());
    }
}
