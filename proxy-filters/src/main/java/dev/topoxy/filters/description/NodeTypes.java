package dev.topoxy.filters.description;

/** The values of {@code NodeType} in the protocol's messages. */
final class NodeTypes {

    static final byte SOURCE = 1;
    static final byte PROCESSOR = 2;
    static final byte SINK = 3;

    private NodeTypes() {}
}
