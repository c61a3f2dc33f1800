package dev.topoxy.core.filter;

import java.util.List;

/** Makes the filters of one connection. */
@FunctionalInterface
public interface FilterFactory {

    /** No filter: the proxy changes nothing but addresses. */
    FilterFactory NONE = connection -> List.of();

    /**
     * Called once per client connection, on its event loop.
     *
     * @return at most one filter per API
     */
    List<Filter<?, ?>> create(ClientConnection connection);
}
