package dev.topoxy.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Configuration files of the proxy for one cluster. */
public final class ProxyConfigFile {

    private ProxyConfigFile() {}

    /**
     * Writes one.
     *
     * @param topologyDescription the settings of that section, as YAML writes their values
     */
    public static Path write(
            Path directory,
            String cluster,
            String bootstrapServers,
            String listen,
            Map<String, String> topologyDescription) {
        StringBuilder yaml = new StringBuilder("clusters:\n");
        yaml.append("  - name: ").append(cluster).append('\n');
        yaml.append("    bootstrap.servers: ").append(bootstrapServers).append('\n');
        yaml.append("    listen: ").append(listen).append('\n');
        yaml.append("    topology.description:\n");
        topologyDescription.forEach((name, value) ->
                yaml.append("      ").append(name).append(": ").append(value).append('\n'));
        try {
            return Files.writeString(Files.createTempFile(directory, "topoxy", ".yaml"), yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
