package dev.topoxy.plugin;

import org.apache.kafka.common.errors.ApiException;

/** The description is larger than the plugin stores: nobody is asked for it again at that id. */
public class TopologyDescriptionTooLargeException extends ApiException {

    public TopologyDescriptionTooLargeException(String message) {
        super(message);
    }
}
