package dev.topoxy.core.filter;

import java.nio.ByteBuffer;

/**
 * The beginning of a request that was too large to gather.
 *
 * @param bodyStart the first bytes of the body (what follows the request header), cut anywhere; read only
 * @param bodyBytes the size of the whole body
 * @param frameBytes the size of the whole frame as announced, without the size field itself
 */
public record OversizedRequest(ByteBuffer bodyStart, int bodyBytes, int frameBytes) {}
