package dev.topoxy.core.session;

import dev.topoxy.core.filter.BrokerApis;
import dev.topoxy.core.filter.Filter;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The filters of one connection by API key. There are few of them: looking through a list is the fastest. */
final class FilterTable {

    private final List<Filter<?, ?>> filters;

    FilterTable(List<Filter<?, ?>> filters) {
        this.filters = List.copyOf(filters);
        long distinct = filters.stream().map(Filter::apiKey).distinct().count();
        if (distinct != filters.size()) {
            throw new IllegalArgumentException("more than one filter for the same API: " + filters);
        }
    }

    List<Filter<?, ?>> all() {
        return filters;
    }

    @Nullable
    Filter<?, ?> find(short apiKey) {
        for (int i = 0; i < filters.size(); i++) {
            if (filters.get(i).apiKey().id == apiKey) {
                return filters.get(i);
            }
        }
        return null;
    }

    /** Whether the filter has an answer for that version, also where the client never asked what is offered. */
    static boolean serves(Filter<?, ?> filter, short version, Optional<BrokerApis> broker) {
        return filter.takes(version, broker.orElse(BrokerApis.ALL_UNDERSTOOD));
    }
}
