package dev.topoxy.filters.store;

import dev.topoxy.filters.testplugins.Descriptions;
import dev.topoxy.filters.testplugins.PushedBy;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.Uuid;

/** Pushes into a file store, one description after the other, and prints the number of each once it is acknowledged. */
final class PushingProcess {

    static final int GROUPS = 20;

    private PushingProcess() {}

    static String group(int push) {
        return "group-" + push % GROUPS;
    }

    static Uuid id(int push) {
        return new Uuid(push, push);
    }

    static Map<String, String> settings(Path directory) {
        return Map.of("directory", directory.toString(), "history", "1000");
    }

    public static void main(String[] args) {
        try (var store = new FileTopologyStore()) {
            store.configure(settings(Path.of(args[0])));
            for (int push = Integer.parseInt(args[1]); push <= Integer.parseInt(args[2]); push++) {
                var context = new PushedBy("m" + push, 0, id(push));
                store.setTopology(context, group(push), id(push), Descriptions.withProcessor("p" + push))
                        .join();
                System.out.println(push);
            }
        }
    }
}
