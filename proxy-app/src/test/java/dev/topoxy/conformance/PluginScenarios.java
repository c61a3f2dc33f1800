package dev.topoxy.conformance;

import dev.topoxy.testkit.RawClient;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.protocol.Errors;
import org.awaitility.Awaitility;

/** Plugins that fail, each in its own way, and what follows for the group's members. */
final class PluginScenarios {

    /** When members may be asked again after a failure, at the earliest: 30 s, less what chance may take off. */
    private static final Duration FIRST_WINDOW = Duration.ofSeconds(24);

    private PluginScenarios() {}

    /** Those that wait long. */
    static List<Scenario> patient() {
        return List.of(new Scenario("plugin-fails-for-now-and-is-asked-again", stage -> {
            Member member = Member.of(stage, stage.group("fail-transient-")).joined();
            member.push(Descriptions.small());
            stage.expect(false, member.beat().topologyDescriptionRequired());
            long failed = System.nanoTime();
            Awaitility.await()
                    .pollInterval(Duration.ofSeconds(1))
                    .atMost(Duration.ofSeconds(90))
                    .until(() -> member.quietBeat().topologyDescriptionRequired());
            stage.expect(true, System.nanoTime() - failed >= FIRST_WINDOW.toNanos());
            stage.note("asked again", "after the window");
            member.beat();
        }));
    }

    static List<Scenario> all() {
        return List.of(
                fails("plugin-fails-for-good", "fail-permanent-"),
                fails("plugin-fails-for-now", "fail-transient-"),
                fails("plugin-finds-it-invalid", "invalid-"),
                fails("plugin-throws", "throw-"),
                fails("plugin-gives-null", "null-"),
                new Scenario("plugin-is-slow", stage -> succeeds(stage, "slow-")),
                new Scenario("plugin-blocks", stage -> succeeds(stage, "block-")),
                new Scenario("plugin-never-answers", stage -> {
                    String group = stage.group("never-");
                    Member member = Member.of(stage, group).joined();
                    try (RawClient pushing = stage.target().connect()) {
                        stage.askInVain(
                                pushing,
                                Requests.push(group, member.id(), 0, Descriptions.small()),
                                0,
                                Targets.PLUGIN_TIMEOUT_MS + 2_000);
                    }
                    member.beat();
                    Description.of(stage, group);
                }),
                new Scenario("plugin-never-answers-a-look", stage -> {
                    String group = stage.group("get-never-");
                    Member.of(stage, group).joined().pushed();
                    try (RawClient looking = stage.target().connect()) {
                        stage.askInVain(looking, Requests.describe(group), 1, Targets.PLUGIN_TIMEOUT_MS + 2_000);
                    }
                }),
                new Scenario("plugin-fails-for-good-and-others-push", stage -> {
                    String group = stage.group("fail-permanent-");
                    Member first = Member.of(stage, group).joined();
                    first.push(Descriptions.small());
                    Member second = Member.of(stage, group, "second", 1);
                    stage.expect(false, second.join().topologyDescriptionRequired());
                    second.push(Descriptions.small());
                    stage.expect(false, second.beat().topologyDescriptionRequired());
                }),
                new Scenario("plugin-fails-for-good-and-the-group-empties", stage -> {
                    String group = stage.group("fail-permanent-");
                    Member member = Member.of(stage, group).joined();
                    member.push(Descriptions.small());
                    member.leave();
                    member.join();
                    member.beat();
                }),
                new Scenario("plugin-is-slow-while-the-member-beats", stage -> {
                    String group = stage.group("slow-");
                    Member member = Member.of(stage, group).joined();
                    try (RawClient pushing = stage.target().connect()) {
                        pushing.send(Requests.push(group, member.id(), 0, Descriptions.small()), 0);
                        stage.expect(false, member.beat().topologyDescriptionRequired());
                        stage.note(pushing.read().body(), 0);
                        member.beat();
                        Description.expect(Description.AVAILABLE, stage, group);
                    }
                }));
    }

    private static Scenario fails(String name, String prefix) {
        return new Scenario(name, stage -> {
            String group = stage.group(prefix);
            Member member = Member.of(stage, group).joined();
            stage.expect(
                    Errors.STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED.code(),
                    member.push(Descriptions.small()).errorCode());
            for (int i = 0; i < 3; i++) {
                stage.expect(false, member.beat().topologyDescriptionRequired());
            }
            Description.expect(Description.NOT_STORED, stage, group);
            member.push(Descriptions.small());
            member.beat();
        });
    }

    private static void succeeds(Stage stage, String prefix) throws IOException {
        String group = stage.group(prefix);
        Member member = Member.of(stage, group).joined().pushed();
        stage.expect(false, member.beat().topologyDescriptionRequired());
        Description.expect(Description.AVAILABLE, stage, group);
    }
}
