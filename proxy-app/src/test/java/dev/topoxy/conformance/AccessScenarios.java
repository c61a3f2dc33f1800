package dev.topoxy.conformance;

import dev.topoxy.testkit.BrokerSasl;
import dev.topoxy.testkit.RawClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.message.DeleteGroupsResponseData;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.awaitility.Awaitility;

/** What users may do whom an authorizer binds, each according to what it is granted on the scenario's group. */
final class AccessScenarios {

    /** Users without any right but those that {@link #grantTopics} and a scenario give. */
    private static final List<String> USERS = List.of("reader", "looker", "member", "nobody", "topicless");

    private AccessScenarios() {}

    static BrokerSasl users() {
        BrokerSasl sasl = BrokerSasl.withAdmin();
        for (String user : USERS) {
            sasl = sasl.withPlainUser(user, password(user));
        }
        return sasl;
    }

    private static String password(String user) {
        return user + "-secret";
    }

    /** Lets all but one user see the topic that members read. */
    static void grantTopics(Target target) throws Exception {
        List<AclBinding> acls = USERS.stream()
                .filter(user -> !user.equals("topicless") && !user.equals("nobody"))
                .map(user ->
                        acl(ResourceType.TOPIC, Target.INPUT, user, AclOperation.DESCRIBE, AclPermissionType.ALLOW))
                .toList();
        create(target, acls);
    }

    static List<Scenario> all() {
        return List.of(
                new Scenario("access-of-a-reader", stage -> {
                    grant(stage, "reader", AclOperation.READ);
                    play(stage, "reader", Errors.NONE);
                }),
                new Scenario("access-of-a-reader-denied-to-describe", stage -> {
                    grant(stage, "reader", AclOperation.READ);
                    deny(stage, "reader", AclOperation.DESCRIBE);
                    play(stage, "reader", Errors.NONE);
                }),
                new Scenario("access-of-a-looker", stage -> {
                    grant(stage, "looker", AclOperation.DESCRIBE);
                    play(stage, "looker", Errors.GROUP_AUTHORIZATION_FAILED);
                }),
                new Scenario("access-of-a-deleter", stage -> {
                    grant(stage, "looker", AclOperation.DELETE);
                    play(stage, "looker", Errors.GROUP_AUTHORIZATION_FAILED);
                }),
                new Scenario("access-of-nobody", stage -> play(stage, "nobody", Errors.GROUP_AUTHORIZATION_FAILED)),
                new Scenario("access-of-a-denied-reader", stage -> {
                    grant(stage, "reader", AclOperation.ALL);
                    deny(stage, "reader", AclOperation.READ);
                    play(stage, "reader", Errors.GROUP_AUTHORIZATION_FAILED);
                }),
                new Scenario("access-of-admin", stage -> play(stage, "admin", Errors.NONE)),
                new Scenario("access-of-a-reader-without-topics", stage -> {
                    grant(stage, "topicless", AclOperation.READ);
                    play(stage, "topicless", Errors.NONE);
                }),
                new Scenario("access-to-an-unknown-group", stage -> {
                    grant(stage, "reader", AclOperation.READ);
                    for (String user : List.of("reader", "nobody", "admin")) {
                        try (RawClient client = login(stage, user)) {
                            askAll(stage, client, "nobody");
                        }
                    }
                }),
                new Scenario("access-of-a-member", stage -> {
                    grant(stage, "member", AclOperation.READ);
                    playMember(stage);
                }),
                new Scenario("access-of-a-member-denied-to-describe", stage -> {
                    grant(stage, "member", AclOperation.READ);
                    deny(stage, "member", AclOperation.DESCRIBE);
                    playMember(stage);
                }),
                new Scenario("access-denied-comes-before-other-faults", stage -> {
                    try (RawClient client = login(stage, "nobody")) {
                        push(stage, client, "");
                        push(stage, client, "wrong");
                    }
                }));
    }

    /** One user pushes for a member that another has joined, and looks at the group and tries to delete it. */
    private static void play(Stage stage, String user, Errors expected) throws Exception {
        try (RawClient admin = login(stage, "admin");
                RawClient client = login(stage, user)) {
            Member member = Member.over(admin, stage, stage.group(), "m", 1).joined();
            stage.note("pushed", push(stage, client, member.id()) == expected.code() ? "as expected" : "otherwise");
            askAll(stage, client, member.id());
            member.beat();
            stage.ask(admin, Requests.describe(stage.group()), 1, StreamsGroupDescribeResponseData.class);
        }
    }

    /** The user's own member pushes, as an application's does. */
    private static void playMember(Stage stage) throws Exception {
        try (RawClient client = login(stage, "member")) {
            Member member =
                    Member.over(client, stage, stage.group(), "m", 1).joined().pushed();
            member.beat();
            askAll(stage, client, member.id());
        }
    }

    private static void askAll(Stage stage, RawClient client, String member) throws Exception {
        push(stage, client, member);
        push(stage, client, "wrong");
        stage.ask(
                client,
                Requests.describe(stage.group()).setIncludeAuthorizedOperations(true),
                1,
                StreamsGroupDescribeResponseData.class);
        Member.over(client, stage, stage.group(), "other", 1).join();
        stage.ask(client, Requests.delete(stage.group()), 2, DeleteGroupsResponseData.class);
    }

    private static short push(Stage stage, RawClient client, String member) throws Exception {
        return stage.ask(
                        client,
                        Requests.push(stage.group(), member, 0, Descriptions.small()),
                        0,
                        StreamsGroupTopologyDescriptionUpdateResponseData.class)
                .errorCode();
    }

    private static RawClient login(Stage stage, String user) throws Exception {
        RawClient client = RawClient.connect(stage.target().secured());
        stage.expect(Errors.NONE.code(), client.login(user, password(user)).errorCode());
        return client;
    }

    private static void grant(Stage stage, String user, AclOperation operation) throws Exception {
        create(
                stage.target(),
                List.of(acl(ResourceType.GROUP, stage.group(), user, operation, AclPermissionType.ALLOW)));
    }

    private static void deny(Stage stage, String user, AclOperation operation) throws Exception {
        create(
                stage.target(),
                List.of(acl(ResourceType.GROUP, stage.group(), user, operation, AclPermissionType.DENY)));
    }

    private static AclBinding acl(
            ResourceType type, String name, String user, AclOperation operation, AclPermissionType permission) {
        return new AclBinding(
                new ResourcePattern(type, name, PatternType.LITERAL),
                new AccessControlEntry("User:" + user, "*", operation, permission));
    }

    private static void create(Target target, List<AclBinding> acls) throws Exception {
        try (Admin admin = target.cluster().admin()) {
            admin.createAcls(acls).all().get(30, TimeUnit.SECONDS);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .pollDelay(Duration.ZERO)
                    .until(() -> admin.describeAcls(AclBindingFilter.ANY)
                            .values()
                            .get(30, TimeUnit.SECONDS)
                            .containsAll(acls));
        }
    }
}
