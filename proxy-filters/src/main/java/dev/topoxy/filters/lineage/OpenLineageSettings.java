package dev.topoxy.filters.lineage;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * Where lineage is sent and under which names.
 *
 * @param url receives each event by POST; http or https
 * @param token sent as bearer token, and never written anywhere else
 * @param namespace of the jobs
 * @param datasetNamespace of the topics
 * @param timeout how long the receiver may take to answer one event
 * @param queue events that may wait; when there are more, the one that waited longest is dropped
 */
public record OpenLineageSettings(
        URI url, Optional<String> token, String namespace, String datasetNamespace, Duration timeout, int queue) {

    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);
    public static final int DEFAULT_QUEUE = 256;

    /** Without the token, so that it cannot get into a log. */
    @Override
    public String toString() {
        return "OpenLineageSettings[url=" + url + ", namespace=" + namespace + ", datasetNamespace=" + datasetNamespace
                + ", timeout=" + timeout + ", queue=" + queue + "]";
    }
}
