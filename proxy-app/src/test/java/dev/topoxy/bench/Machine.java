package dev.topoxy.bench;

import dev.topoxy.testkit.KafkaArtifacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Where figures were taken. */
final class Machine {

    private Machine() {}

    static List<String> facts(Optional<String> haproxy) {
        return List.of(
                "cores: " + Runtime.getRuntime().availableProcessors() + ", " + cpuModel(),
                "system: " + System.getProperty("os.name") + " " + System.getProperty("os.version"),
                "java: " + System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
                "Kafka broker and tools: " + KafkaArtifacts.V4_3,
                "HAProxy: " + haproxy.orElse("not installed"));
    }

    private static String cpuModel() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown processor");
        } catch (IOException e) {
            return "unknown processor";
        }
    }
}
