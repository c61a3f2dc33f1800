package dev.topoxy.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The proxy with a plugin of its own interface, taken from a jar in its plugins directory. The plugin writes down what
 * it is called with: see {@code src/test/plugin}.
 */
public final class RecordingPluginProxy implements ProxyUnderTest {

    private static final String CLASS_NAME = "dev.topoxy.productplugin.RecordingPlugin";

    private final Path directory;
    private final Path record;
    private final ProxyProcess proxy;

    private RecordingPluginProxy(Path directory, String bootstrapServers, Map<String, String> settings) {
        this.directory = directory;
        this.record = directory.resolve("record");
        String listen = "127.0.0.1:" + FreePorts.consecutive(ProxyProcess.PORTS);
        Map<String, String> all = new LinkedHashMap<>(settings);
        all.put("group.streams.topology.description.class", CLASS_NAME);
        all.put("plugins.directory", directory.resolve("plugins").toString());
        all.put("plugin.config", "{record.file: " + record + "}");
        Path config = ProxyConfigFile.write(directory, "recorded", bootstrapServers, listen, all);
        this.proxy =
                ProxyProcess.withConfig(config, listen, Workspace.target("logs").resolve("recording-proxy.log"));
    }

    /** In front of a cluster that it calls {@code recorded}; settings are those of {@code topology.description}. */
    public static RecordingPluginProxy inFrontOf(String bootstrapServers, Map<String, String> settings) {
        Path directory = Cleanup.temporaryDirectory("topoxy-recording-");
        try {
            Path plugins = Files.createDirectory(directory.resolve("plugins"));
            Files.writeString(directory.resolve("record"), "");
            // Only what a plugin author has: the product's jars.
            String classPath = Objects.requireNonNull(System.getProperty("java.class.path"));
            TestPluginJar.built(CLASS_NAME, plugins.resolve("recording.jar"), classPath);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new RecordingPluginProxy(directory, bootstrapServers, settings);
    }

    /** What happened to the plugin, oldest first. */
    public List<String> record() {
        try {
            return Files.readAllLines(record);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The lines of one kind of call for one group. */
    public List<String> record(String call, String group) {
        return record().stream()
                .filter(line -> line.startsWith(call + " group=" + group + " "))
                .toList();
    }

    public ProxyProcess process() {
        return proxy;
    }

    @Override
    public String bootstrap() {
        return proxy.bootstrap();
    }

    @Override
    public void close() {
        proxy.close();
        Cleanup.delete(directory);
    }
}
