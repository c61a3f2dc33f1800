package dev.topoxy.security;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.awaitility.Awaitility;

/**
 * One ACL without its user.
 *
 * @param everyone whether it is for all users instead of one
 */
record Grant(ResourcePattern on, AclOperation operation, AclPermissionType permission, boolean everyone) {

    static Grant onGroup(AclOperation operation, String group) {
        return allow(ResourceType.GROUP, PatternType.LITERAL, group, operation);
    }

    static Grant onGroups(AclOperation operation, String prefix) {
        return allow(ResourceType.GROUP, PatternType.PREFIXED, prefix, operation);
    }

    static Grant onTopic(AclOperation operation, String topic) {
        return allow(ResourceType.TOPIC, PatternType.LITERAL, topic, operation);
    }

    static Grant onTopics(AclOperation operation, String prefix) {
        return allow(ResourceType.TOPIC, PatternType.PREFIXED, prefix, operation);
    }

    private static Grant allow(ResourceType type, PatternType pattern, String name, AclOperation operation) {
        return new Grant(new ResourcePattern(type, name, pattern), operation, AclPermissionType.ALLOW, false);
    }

    Grant denied() {
        return new Grant(on, operation, AclPermissionType.DENY, everyone);
    }

    Grant forEveryone() {
        return new Grant(on, operation, permission, true);
    }

    private AclBinding to(String user) {
        return new AclBinding(
                on, new AccessControlEntry("User:" + (everyone ? "*" : user), "*", operation, permission));
    }

    /** Creates ACLs and waits until the brokers go by them. */
    static void give(Admin admin, String user, List<Grant> grants) throws Exception {
        List<AclBinding> bindings = grants.stream().map(grant -> grant.to(user)).toList();
        admin.createAcls(bindings).all().get(30, TimeUnit.SECONDS);
        for (AclBinding binding : bindings) {
            Awaitility.await()
                    .until(() -> admin.describeAcls(binding.toFilter())
                            .values()
                            .get(30, TimeUnit.SECONDS)
                            .contains(binding));
        }
    }
}
