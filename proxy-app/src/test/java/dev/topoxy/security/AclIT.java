package dev.topoxy.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.security.SecuredStages.Stage;
import dev.topoxy.testkit.RawClient;
import dev.topoxy.testkit.RawMember;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.StreamsGroupDescription;
import org.apache.kafka.common.message.StreamsGroupDescribeRequestData;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData.DescribedGroup;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The broker's own authorizer decides who may push through the proxy, as it does on a native broker. */
class AclIT {

    private static SecuredStages stages;

    @BeforeAll
    static void start() throws Exception {
        stages = SecuredStages.start();
    }

    @AfterAll
    static void stop() {
        stages.close();
    }

    @ParameterizedTest
    @EnumSource
    void a_push_is_answered_as_by_a_native_broker_with_the_same_ACLs(Case user) throws Exception {
        List<String> answers = new ArrayList<>();
        for (Stage stage : stages.both()) {
            try (RawClient admin = login(stage, "admin", "admin-secret");
                    RawClient client = login(stage, user)) {
                RawMember member = RawMember.of(admin, user.user(), "member");
                assertThat(member.join(Case.INPUT).errorCode()).isZero();
                // Where the broker tells the user too little, this heartbeat is the evidence of membership.
                member.over(client).beat();
                answers.add(answer(member.over(client).push(Case.INPUT)));
            }
        }

        assertThat(answers).first().asString().startsWith(user.expected.name() + " ");
        assertThat(answers.get(1)).isEqualTo(answers.get(0));
    }

    @ParameterizedTest
    @EnumSource
    void a_push_for_a_group_that_does_not_exist_is_answered_as_by_a_native_broker(Case user) throws Exception {
        List<String> answers = new ArrayList<>();
        for (Stage stage : stages.both()) {
            try (RawClient client = login(stage, user)) {
                answers.add(answer(RawMember.of(client, absent(user), "member").push(Case.INPUT)));
            }
        }

        assertThat(answers.get(1)).isEqualTo(answers.get(0));
    }

    /** Another name that the user's prefixed and wildcard ACLs cover just as well. */
    private static String absent(Case user) {
        return user.user() + "-absent";
    }

    @ParameterizedTest
    @EnumSource(names = {"READ_WITHOUT_TOPICS", "READ_BUT_TOPICS_DENIED", "READ_BUT_DESCRIBE_DENIED"})
    void without_evidence_of_membership_on_this_connection_a_member_is_unknown(Case user) throws Exception {
        Stage stage = stages.proxied();
        try (RawClient admin = login(stage, "admin", "admin-secret");
                RawClient client = login(stage, user)) {
            RawMember member = RawMember.of(admin, user.user(), "unseen-member");
            assertThat(member.join(Case.INPUT).errorCode()).isZero();

            assertThat(member.over(client).push(Case.INPUT).errorCode()).isEqualTo(Errors.UNKNOWN_MEMBER_ID.code());
            assertThat(member.over(client).beat().errorCode()).isZero();
            assertThat(member.over(client).push(Case.INPUT).errorCode()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"READ_WITHOUT_TOPICS", "READ_BUT_DESCRIBE_DENIED"})
    void evidence_is_of_one_member_and_only_while_the_broker_takes_its_heartbeats(Case user) throws Exception {
        Stage stage = stages.proxied();
        try (RawClient admin = login(stage, "admin", "admin-secret");
                RawClient client = login(stage, user)) {
            RawMember member = RawMember.of(admin, user.user(), "leaving-member");
            member.join(Case.INPUT);
            assertThat(member.over(client).beat().errorCode()).isZero();

            RawMember stranger = RawMember.of(client, user.user(), "stranger");
            assertThat(stranger.push(Case.INPUT).errorCode()).isEqualTo(Errors.UNKNOWN_MEMBER_ID.code());
            member.leave();
            assertThat(member.over(client).beat().errorCode()).isEqualTo(Errors.UNKNOWN_MEMBER_ID.code());
            assertThat(member.over(client).push(Case.INPUT).errorCode()).isEqualTo(Errors.UNKNOWN_MEMBER_ID.code());
        }
    }

    @Test
    void asking_for_READ_with_a_heartbeat_leaves_the_group_as_it_is_and_creates_none() throws Exception {
        Stage stage = stages.proxied();
        Case user = Case.READ_BUT_DESCRIBE_DENIED;
        try (RawClient admin = login(stage, "admin", "admin-secret");
                RawClient client = login(stage, user);
                Admin direct = stage.cluster().admin()) {
            RawMember member = RawMember.of(admin, user.user(), "undisturbed");
            member.join(Case.INPUT);
            StreamsGroupDescription before = describe(direct, user.user());

            member.over(client).push(Case.INPUT);
            RawMember.of(client, absent(user), "member").push(Case.INPUT);

            StreamsGroupDescription after = describe(direct, user.user());
            assertThat(after.groupEpoch()).isEqualTo(before.groupEpoch());
            assertThat(after.targetAssignmentEpoch()).isEqualTo(before.targetAssignmentEpoch());
            assertThat(after.members()).hasSameSizeAs(before.members());
            assertThat(direct.listGroups().all().get(30, TimeUnit.SECONDS))
                    .noneMatch(group -> group.groupId().equals(absent(user)));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"READ_AND_TOPICS", "DESCRIBE_ONLY", "NOTHING", "READ_WITHOUT_TOPICS", "PREFIXED_BUT_DENIED"})
    void a_describe_tells_a_user_as_much_as_a_native_broker_does(Case user) throws Exception {
        List<String> answers = new ArrayList<>();
        for (Stage stage : stages.both()) {
            try (RawClient admin = login(stage, "admin", "admin-secret");
                    RawClient client = login(stage, user)) {
                RawMember member = RawMember.of(admin, user.user(), "described");
                member.join(Case.INPUT);
                assertThat(member.push(Case.INPUT).errorCode()).isZero();
                DescribedGroup group = client.call(
                                new StreamsGroupDescribeRequestData()
                                        .setGroupIds(List.of(user.user()))
                                        .setIncludeTopologyDescription(true),
                                1)
                        .as(StreamsGroupDescribeResponseData.class)
                        .groups()
                        .get(0);
                answers.add(Errors.forCode(group.errorCode()) + " " + group.errorMessage() + " "
                        + group.topologyDescriptionStatus() + " " + group.topologyDescription());
            }
        }

        assertThat(answers.get(1)).isEqualTo(answers.get(0));
    }

    private static RawClient login(Stage stage, Case user) throws Exception {
        return login(stage, user.user(), user.password());
    }

    private static RawClient login(Stage stage, String user, String password) throws Exception {
        RawClient client = RawClient.connect(stage.bootstrap());
        assertThat(client.login(user, password).errorCode()).isZero();
        return client;
    }

    private static String answer(StreamsGroupTopologyDescriptionUpdateResponseData response) {
        return Errors.forCode(response.errorCode()) + " " + response.errorMessage();
    }

    private static StreamsGroupDescription describe(Admin admin, String group) throws Exception {
        return Objects.requireNonNull(admin.describeStreamsGroups(List.of(group))
                .all()
                .get(30, TimeUnit.SECONDS)
                .get(group));
    }
}
