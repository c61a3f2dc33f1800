package dev.topoxy.filters.store.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes sure, before anything is read or written, that the topic exists, is compacted, and may be used. */
final class TopicSetup {

    private static final Logger log = LoggerFactory.getLogger(TopicSetup.class);

    private final Admin admin;
    private final TopicSettings settings;

    private TopicSetup(Admin admin, TopicSettings settings) {
        this.admin = admin;
        this.settings = settings;
    }

    /**
     * Creates the topic where it is missing. Blocks for as long as the admin client's timeouts allow.
     *
     * @return the topic's id, which differs once it was deleted and created again
     * @throws ExecutionException where the cluster cannot be asked now; a later attempt may succeed
     */
    static Uuid ensure(TopicSettings settings) throws TopicUnusableException, ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(settings.admin())) {
            return new TopicSetup(admin, settings).ensure();
        }
    }

    /** Whether the topic is there and is the one with that id. Blocks as {@link #ensure} does. */
    static boolean exists(TopicSettings settings, Uuid id)
            throws TopicUnusableException, ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(settings.admin())) {
            return new TopicSetup(admin, settings)
                    .describe()
                    .filter(topic -> topic.topicId().equals(id))
                    .isPresent();
        }
    }

    private Uuid ensure() throws TopicUnusableException, ExecutionException, InterruptedException {
        try {
            Optional<TopicDescription> existing = describe();
            if (existing.isPresent()) {
                checkAllowed(existing.get());
                checkCompacted();
                return existing.get().topicId();
            }
            return create();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthenticationException refused) {
                throw new TopicUnusableException(
                        "the cluster of " + name() + " refuses the login (" + refused.getMessage()
                                + "): set security.protocol and the rest under client. in plugin.config",
                        refused);
            }
            throw e;
        }
    }

    private Optional<TopicDescription> describe()
            throws TopicUnusableException, ExecutionException, InterruptedException {
        try {
            return Optional.ofNullable(admin.describeTopics(
                            List.of(settings.topic()), new DescribeTopicsOptions().includeAuthorizedOperations(true))
                    .allTopicNames()
                    .get()
                    .get(settings.topic()));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return Optional.empty();
            }
            if (e.getCause() instanceof AuthorizationException) {
                throw new TopicUnusableException(
                        name() + " may not be seen by the proxy's user: allow it Describe, DescribeConfigs, Read and"
                                + " Write on the topic, and Create if the topic does not exist",
                        e.getCause());
            }
            if (e.getCause() instanceof InvalidTopicException) {
                throw new TopicUnusableException(name() + " is no valid name of a topic", e.getCause());
            }
            throw e;
        }
    }

    private void checkAllowed(TopicDescription description) throws TopicUnusableException {
        Set<AclOperation> allowed = description.authorizedOperations();
        if (allowed == null) {
            return;
        }
        List<AclOperation> missing = new ArrayList<>(List.of(AclOperation.READ, AclOperation.WRITE));
        missing.removeAll(allowed);
        if (!missing.isEmpty()) {
            throw new TopicUnusableException(name() + " exists, but the proxy's user lacks " + missing
                    + " on it: allow it Describe, DescribeConfigs, Read and Write");
        }
    }

    private void checkCompacted() throws TopicUnusableException, ExecutionException, InterruptedException {
        var resource = new ConfigResource(ConfigResource.Type.TOPIC, settings.topic());
        String policy;
        try {
            Config config = admin.describeConfigs(List.of(resource)).all().get().get(resource);
            policy = config == null
                    ? ""
                    : config.get(TopicConfig.CLEANUP_POLICY_CONFIG).value();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthorizationException) {
                log.info("{} may not be checked for compaction (DescribeConfigs) and is taken as compacted", name());
                return;
            }
            throw e;
        }
        if (policy == null || !List.of(policy.split("\\s*,\\s*", -1)).contains(TopicConfig.CLEANUP_POLICY_COMPACT)) {
            throw new TopicUnusableException(name() + " has " + TopicConfig.CLEANUP_POLICY_CONFIG + "=" + policy
                    + ", under which descriptions would vanish: set it to compact, or name another topic with "
                    + TopicSettings.TOPIC);
        }
    }

    private Uuid create() throws TopicUnusableException, ExecutionException, InterruptedException {
        Optional<Short> replicas =
                settings.replicationFactor() < 0 ? Optional.empty() : Optional.of(settings.replicationFactor());
        NewTopic topic = new NewTopic(settings.topic(), Optional.of(settings.partitions()), replicas)
                .configs(Map.of(
                        TopicConfig.CLEANUP_POLICY_CONFIG,
                        TopicConfig.CLEANUP_POLICY_COMPACT,
                        TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                        Integer.toString(settings.maxMessageBytes()),
                        // The age of a record decides about expiry, and clocks of proxies differ.
                        TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
                        "LogAppendTime"));
        try {
            Uuid id =
                    admin.createTopics(List.of(topic)).topicId(settings.topic()).get();
            log.info("{} created, {} partitions", name(), settings.partitions());
            return id;
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof TopicExistsException) {
                log.debug("{} was just created by somebody else", name());
                return describe().orElseThrow(() -> e).topicId();
            }
            if (cause instanceof AuthorizationException) {
                throw new TopicUnusableException(
                        name() + " does not exist and the proxy's user may not create it: allow it Create on the topic,"
                                + " or create the topic with cleanup.policy=compact",
                        cause);
            }
            if (cause instanceof PolicyViolationException || cause instanceof InvalidConfigurationException) {
                throw new TopicUnusableException(
                        name() + " does not exist and the cluster refuses to create it (" + cause.getMessage()
                                + "): create it with cleanup.policy=compact, or change partitions or"
                                + " replication.factor",
                        cause);
            }
            throw e;
        }
    }

    private String name() {
        return "topic " + settings.topic();
    }
}
