package dev.topoxy.security;

import static org.apache.kafka.common.acl.AclOperation.ALL;
import static org.apache.kafka.common.acl.AclOperation.DELETE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE;
import static org.apache.kafka.common.acl.AclOperation.READ;

import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.protocol.Errors;

/** A user, what ACLs there are for it, and how a push of that user is to be answered. */
enum Case {
    READ_AND_TOPICS(Errors.NONE, Grant.onGroup(READ, "read-and-topics"), Grant.onTopic(DESCRIBE, Case.INPUT)),
    ALL_ON_GROUP(Errors.NONE, Grant.onGroup(ALL, "all-on-group"), Grant.onTopic(DESCRIBE, Case.INPUT)),
    PREFIXED(Errors.NONE, Grant.onGroups(READ, "prefi"), Grant.onTopics(DESCRIBE, "in")),
    WILDCARD(Errors.NONE, Grant.onGroup(READ, "*"), Grant.onTopic(DESCRIBE, "*")),
    EVERYONE(Errors.NONE, Grant.onGroup(READ, "everyone").forEveryone(), Grant.onTopic(DESCRIBE, Case.INPUT)),
    SUPER_USER(Errors.NONE),
    READ_WITHOUT_TOPICS(Errors.NONE, Grant.onGroup(READ, "read-without-topics")),
    READ_BUT_TOPICS_DENIED(
            Errors.NONE,
            Grant.onGroup(READ, "read-but-topics-denied"),
            Grant.onTopic(DESCRIBE, Case.INPUT),
            Grant.onTopic(DESCRIBE, Case.INPUT).denied()),
    READ_BUT_DESCRIBE_DENIED(
            Errors.NONE,
            Grant.onGroup(READ, "read-but-describe-denied"),
            Grant.onGroup(DESCRIBE, "read-but-describe-denied").denied(),
            Grant.onTopic(DESCRIBE, Case.INPUT)),
    DESCRIBE_ONLY(
            Errors.GROUP_AUTHORIZATION_FAILED,
            Grant.onGroup(DESCRIBE, "describe-only"),
            Grant.onTopic(DESCRIBE, Case.INPUT)),
    DELETE_ONLY(
            Errors.GROUP_AUTHORIZATION_FAILED,
            Grant.onGroup(DELETE, "delete-only"),
            Grant.onTopic(DESCRIBE, Case.INPUT)),
    TOPICS_ONLY(Errors.GROUP_AUTHORIZATION_FAILED, Grant.onTopic(ALL, Case.INPUT)),
    NOTHING(Errors.GROUP_AUTHORIZATION_FAILED),
    ANOTHER_GROUP(
            Errors.GROUP_AUTHORIZATION_FAILED,
            Grant.onGroup(READ, "another-grou"),
            Grant.onTopic(DESCRIBE, Case.INPUT)),
    PREFIXED_BUT_DENIED(
            Errors.GROUP_AUTHORIZATION_FAILED,
            Grant.onGroups(READ, "prefixed-but"),
            Grant.onGroup(READ, "prefixed-but-denied").denied(),
            Grant.onTopic(DESCRIBE, Case.INPUT)),
    DENIED_BY_PREFIX(
            Errors.GROUP_AUTHORIZATION_FAILED,
            Grant.onGroup(READ, "denied-by-prefix"),
            Grant.onGroups(ALL, "denied-by").denied(),
            Grant.onTopic(DESCRIBE, Case.INPUT)),
    EVERYONE_DENIED(
            Errors.GROUP_AUTHORIZATION_FAILED,
            Grant.onGroup(READ, "everyone-denied"),
            Grant.onGroup(READ, "everyone-denied").denied().forEveryone(),
            Grant.onTopic(DESCRIBE, Case.INPUT));

    /** The topic that every group reads. */
    static final String INPUT = "input";

    final Errors expected;

    @SuppressWarnings("ImmutableEnumChecker") // it is what List.of made
    final List<Grant> grants;

    Case(Errors expected, Grant... grants) {
        this.expected = expected;
        this.grants = List.of(grants);
    }

    /** The name of the user, and of its group. */
    String user() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String password() {
        return user() + "-secret";
    }
}
