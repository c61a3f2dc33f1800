package dev.topoxy.conformance;

import static dev.topoxy.conformance.Descriptions.SINK;
import static dev.topoxy.conformance.Descriptions.node;
import static dev.topoxy.conformance.Descriptions.processor;
import static dev.topoxy.conformance.Descriptions.small;
import static dev.topoxy.conformance.Descriptions.source;

import java.io.IOException;
import java.util.List;
import org.apache.kafka.common.message.DeleteGroupsResponseData;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescription;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescriptionNode;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateResponseData;
import org.apache.kafka.common.protocol.Errors;

/** Every error of a push, and which of several comes first. */
final class PushScenarios {

    private static final byte UNKNOWN_TYPE = 9;

    private PushScenarios() {}

    static List<Scenario> all() {
        return List.of(
                new Scenario("push-to-unknown-group", stage -> {
                    push(stage, stage.group(), "nobody", 0, small(), Errors.GROUP_ID_NOT_FOUND);
                }),
                new Scenario("push-with-empty-group-id", stage -> {
                    push(stage, "", "nobody", 0, small(), Errors.INVALID_REQUEST);
                }),
                new Scenario("push-with-blank-group-id", stage -> {
                    push(stage, " \t", "nobody", 0, small(), Errors.INVALID_REQUEST);
                }),
                new Scenario("push-with-empty-member-id", stage -> {
                    Member.of(stage, stage.group()).joined();
                    push(stage, stage.group(), "", 0, small(), Errors.INVALID_REQUEST);
                }),
                new Scenario("push-with-blank-member-id", stage -> {
                    Member.of(stage, stage.group()).joined();
                    push(stage, stage.group(), "  ", 0, small(), Errors.INVALID_REQUEST);
                }),
                new Scenario("push-without-any-id", stage -> {
                    push(stage, "", "", 0, small(), Errors.INVALID_REQUEST);
                }),
                new Scenario("push-without-member-id-to-unknown-group", stage -> {
                    push(stage, stage.group(), "", 0, small(), Errors.INVALID_REQUEST);
                }),
                new Scenario("push-by-unknown-member", stage -> {
                    Member.of(stage, stage.group()).joined();
                    push(stage, stage.group(), "nobody", 0, small(), Errors.UNKNOWN_MEMBER_ID);
                }),
                new Scenario("push-by-unknown-member-at-another-epoch", stage -> {
                    Member.of(stage, stage.group()).joined();
                    push(stage, stage.group(), "nobody", 7, small(), Errors.UNKNOWN_MEMBER_ID);
                }),
                new Scenario("push-at-a-later-epoch", stage -> {
                    Member member = Member.of(stage, stage.group()).joined();
                    push(stage, stage.group(), member.id(), 7, small(), Errors.INVALID_REQUEST);
                }),
                new Scenario("push-at-a-negative-epoch", stage -> {
                    Member member = Member.of(stage, stage.group()).joined();
                    push(stage, stage.group(), member.id(), -1, small(), Errors.INVALID_REQUEST);
                }),
                new Scenario("push-by-a-member-that-left", stage -> {
                    Member member = Member.of(stage, stage.group()).joined();
                    Member.of(stage, stage.group(), "stays", 1).joined();
                    member.leave();
                    push(stage, stage.group(), member.id(), 0, small(), Errors.UNKNOWN_MEMBER_ID);
                }),
                new Scenario("push-to-an-emptied-group", stage -> {
                    Member member = Member.of(stage, stage.group()).joined();
                    member.leave();
                    push(stage, stage.group(), member.id(), 0, small(), Errors.UNKNOWN_MEMBER_ID);
                }),
                new Scenario("push-to-a-deleted-group", stage -> {
                    Member member = Member.of(stage, stage.group()).joined();
                    member.leave();
                    stage.ask(Requests.delete(stage.group()), 2, DeleteGroupsResponseData.class);
                    push(stage, stage.group(), member.id(), 0, small(), Errors.GROUP_ID_NOT_FOUND);
                }),
                new Scenario("push-of-unknown-node-type", stage -> {
                    refusedNode(stage, node("odd", UNKNOWN_TYPE));
                }),
                new Scenario("push-of-node-type-zero", stage -> refusedNode(stage, node("odd", (byte) 0))),
                new Scenario("push-of-negative-node-type", stage -> refusedNode(stage, node("odd", (byte) -1))),
                new Scenario("push-of-unknown-node-type-to-unknown-group", stage -> {
                    push(stage, stage.group(), "nobody", 0, odd(), Errors.GROUP_ID_NOT_FOUND);
                }),
                new Scenario("push-of-unknown-node-type-by-unknown-member", stage -> {
                    Member.of(stage, stage.group()).joined();
                    push(stage, stage.group(), "nobody", 0, odd(), Errors.UNKNOWN_MEMBER_ID);
                }),
                new Scenario("push-of-unknown-node-type-at-another-epoch", stage -> {
                    Member member = Member.of(stage, stage.group()).joined();
                    push(stage, stage.group(), member.id(), 3, odd(), Errors.INVALID_REQUEST);
                }),
                new Scenario("push-of-two-faults-names-the-first", stage -> {
                    refusedNode(stage, source("in", List.of("in")), node("odd", UNKNOWN_TYPE), node("odder", (byte) 8));
                }),
                new Scenario("push-of-global-store-the-wrong-way-round", stage -> {
                    refused(
                            stage,
                            Descriptions.ofGlobalStore(processor("p", List.of("s")), source("in", List.of("in"))));
                }),
                new Scenario("push-of-global-store-with-a-sink", stage -> {
                    refused(stage, Descriptions.ofGlobalStore(source("in", List.of("in"), "out"), node("out", SINK)));
                }),
                new Scenario("push-of-global-store-with-unknown-node-type", stage -> {
                    refused(stage, Descriptions.ofGlobalStore(source("in", List.of("in")), node("odd", UNKNOWN_TYPE)));
                }),
                new Scenario("push-of-global-store-without-types", stage -> {
                    refused(
                            stage,
                            Descriptions.ofGlobalStore(new TopologyDescriptionNode(), new TopologyDescriptionNode()));
                }),
                new Scenario("push-twice", stage -> {
                    Member member =
                            Member.of(stage, stage.group()).joined().pushed().pushed();
                    member.beat();
                    Description.of(stage, stage.group());
                }),
                new Scenario("push-replaces-the-description", stage -> {
                    Member member = Member.of(stage, stage.group()).joined().pushed();
                    member.push(Descriptions.chain(5));
                    Description.of(stage, stage.group());
                }),
                new Scenario("push-refused-leaves-the-description", stage -> {
                    Member member = Member.of(stage, stage.group()).joined().pushed();
                    member.push(odd());
                    Description.of(stage, stage.group());
                }),
                new Scenario("push-with-a-huge-group-id", stage -> {
                    push(stage, "g".repeat(30_000), "nobody", 0, small(), Errors.GROUP_ID_NOT_FOUND);
                }),
                new Scenario("push-with-a-huge-member-id", stage -> {
                    Member.of(stage, stage.group()).joined();
                    push(stage, stage.group(), "m".repeat(30_000), 0, small(), Errors.UNKNOWN_MEMBER_ID);
                }),
                new Scenario("push-with-a-unicode-group-id", stage -> {
                    String group = stage.group() + "-Ünïcode-日本-🎉";
                    Member.of(stage, group).joined().pushed();
                    Description.of(stage, group);
                }));
    }

    private static TopologyDescription odd() {
        return Descriptions.of(node("odd", UNKNOWN_TYPE));
    }

    private static void refusedNode(Stage stage, TopologyDescriptionNode... nodes) throws IOException {
        refused(stage, Descriptions.of(nodes));
    }

    private static void refused(Stage stage, TopologyDescription description) throws IOException {
        Member member = Member.of(stage, stage.group()).joined();
        stage.expect(Errors.INVALID_REQUEST.code(), member.push(description).errorCode());
        member.beat();
        Description.of(stage, stage.group());
    }

    private static void push(
            Stage stage, String group, String member, int epoch, TopologyDescription description, Errors expected)
            throws IOException {
        short error = stage.ask(
                        Requests.push(group, member, epoch, description),
                        0,
                        StreamsGroupTopologyDescriptionUpdateResponseData.class)
                .errorCode();
        stage.expect(expected.code(), error);
    }
}
