package dev.topoxy.filters;

/** Who is given a description, which names topics. */
public enum DescribeTopics {
    /** Whoever may describe the group, as with Kafka 4.4. */
    GROUP,
    /** Of those only who may also describe every topic that the description names. */
    AUTHORIZED
}
