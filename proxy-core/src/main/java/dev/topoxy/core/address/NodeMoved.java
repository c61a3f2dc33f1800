package dev.topoxy.core.address;

import java.util.Optional;

/**
 * A broker's address became known, or is another one than before.
 *
 * @param nodeId the broker's node id
 * @param before the address it had; empty where it was not known, so that bootstrap servers stood in for it
 * @param now the address it has
 */
public record NodeMoved(int nodeId, Optional<HostPort> before, HostPort now) {}
