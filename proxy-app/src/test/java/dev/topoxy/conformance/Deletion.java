package dev.topoxy.conformance;

import java.io.IOException;
import org.apache.kafka.common.message.DeleteGroupsResponseData;

/** Deletes groups. */
final class Deletion {

    private Deletion() {}

    static DeleteGroupsResponseData of(Stage stage, int version, String... groups) throws IOException {
        return stage.ask(Requests.delete(groups), version, DeleteGroupsResponseData.class);
    }
}
