package dev.topoxy.filters.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.topoxy.filters.DescribeTopics;
import dev.topoxy.filters.NativeMode;
import dev.topoxy.filters.RefreshMode;
import dev.topoxy.filters.TopologyDescriptionSettings;
import dev.topoxy.filters.testplugins.Descriptions;
import dev.topoxy.filters.testplugins.PluginJar;
import dev.topoxy.filters.testplugins.TestClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginLoaderTest {

    private static final TopologyVersion VERSION = new TopologyVersion("g", 0, new Uuid(1, 1));

    private static final String OWN = """
            package acme;
            import dev.topoxy.plugin.*;
            import java.util.*;
            import java.util.concurrent.*;
            import org.apache.kafka.common.*;
            import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
            import org.apache.kafka.server.authorizer.AuthorizableRequestContext;
            public %s class OwnPlugin implements StreamsGroupTopologyDescriptionPlugin {
                %s
                public void configure(Map<String, ?> configs) { %s }
                public boolean requiresTopologyPush(AuthorizableRequestContext c, String g, Uuid id) { return true; }
                public CompletableFuture<Void> setTopology(
                        AuthorizableRequestContext c, String g, Uuid id, StreamsGroupTopologyDescription d) {
                    return CompletableFuture.completedFuture(null);
                }
                public CompletableFuture<Void> deleteTopology(AuthorizableRequestContext c, String g) {
                    return CompletableFuture.completedFuture(null);
                }
                public CompletableFuture<StreamsGroupTopologyDescription> getTopology(
                        AuthorizableRequestContext c, String g, Uuid id) {
                    return CompletableFuture.failedFuture(new IllegalStateException(%s));
                }
                public void close() {}
            }
            """;

    private static final String RELEASED = """
            package acme;
            import java.util.*;
            import java.util.concurrent.*;
            import org.apache.kafka.coordinator.group.api.streams.*;
            public class ReleasedPlugin implements StreamsGroupTopologyDescriptionPlugin {
                private final Map<String, StreamsGroupTopologyDescription> stored = new ConcurrentHashMap<>();
                public void configure(Map<String, ?> configs) {}
                public CompletableFuture<Void> setTopology(String g, int e, StreamsGroupTopologyDescription d) {
                    stored.put(g + e, d);
                    return CompletableFuture.completedFuture(null);
                }
                public CompletableFuture<Void> deleteTopology(String g) {
                    return CompletableFuture.completedFuture(null);
                }
                public CompletableFuture<StreamsGroupTopologyDescription> getTopology(String g, int e) {
                    return CompletableFuture.completedFuture(stored.get(g + e));
                }
                public void close() {}
            }
            """;

    @TempDir
    private Path temporary;

    private Path plugins;

    @BeforeEach
    void makeDirectory() throws IOException {
        plugins = Files.createDirectory(temporary.resolve("plugins"));
    }

    private static String own(String constructor, String configure, String answer) {
        return String.format(OWN, "", constructor, configure, answer);
    }

    private Path jar(String className, String source, String name) throws IOException {
        return PluginJar.in(temporary).with(className, source).writeTo(plugins.resolve(name));
    }

    private TopologyDescriptionSettings settings(String plugin, Optional<Path> directory) {
        return new TopologyDescriptionSettings(
                plugin,
                directory,
                Map.of("url", "x"),
                0,
                NativeMode.AUTO,
                Duration.ofSeconds(10),
                1,
                1,
                RefreshMode.NEVER,
                DescribeTopics.GROUP);
    }

    private TopologyDescriptionService create(String plugin) throws PluginLoadException {
        return PluginServices.create("c", "", settings(plugin, Optional.of(plugins)));
    }

    private String problem(String plugin) {
        try (var service = create(plugin)) {
            throw new AssertionError("loaded " + service);
        } catch (PluginLoadException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** What the plugin's getTopology says. */
    private static String said(TopologyDescriptionService service) {
        try {
            return String.valueOf(service.getTopology(TestClient.ALICE, VERSION).join());
        } catch (java.util.concurrent.CompletionException e) {
            return String.valueOf(e.getCause() == null ? null : e.getCause().getMessage());
        }
    }

    @Test
    void a_jar_of_the_products_interface_is_loaded_and_configured() throws Exception {
        jar(
                "acme.OwnPlugin",
                own("private Map<String, ?> seen;", "seen = configs;", "\"configured \" + seen"),
                "own.jar");
        try (var service = create("acme.OwnPlugin")) {
            assertThat(service).isInstanceOf(PluginService.class);
            assertThat(service.requiresTopologyPush(TestClient.ALICE, VERSION, false))
                    .isTrue();
            assertThat(said(service)).isEqualTo("configured {url=x}");
        }
    }

    @Test
    void a_plugin_is_found_without_running_any_of_its_code() throws Exception {
        jar(
                "acme.OwnPlugin",
                own("static final int SIDE_EFFECT = 1 / Integer.parseInt(\"0\");", "", "\"\""),
                "eager.jar");
        PluginServices.find(settings("acme.OwnPlugin", Optional.of(plugins)));
        assertThat(problem("acme.OwnPlugin"))
                .contains("class acme.OwnPlugin failed to initialise its static fields with", "ArithmeticException");
        assertThatThrownBy(() -> PluginServices.find(settings("acme.Other", Optional.of(plugins))))
                .isInstanceOf(PluginLoadException.class)
                .hasMessageContaining("class acme.Other is neither in a jar of plugins.directory");
    }

    @Test
    void a_jar_of_the_released_interface_is_loaded_behind_the_adapter() throws Exception {
        jar("acme.ReleasedPlugin", RELEASED, "released.jar");
        try (var service = create("acme.ReleasedPlugin")) {
            assertThat(service).isInstanceOf(ReleasedPluginService.class);
            var description = Descriptions.withProcessor("p");
            service.setTopology(TestClient.ALICE, VERSION, description).join();
            assertThat(service.getTopology(TestClient.ALICE, VERSION).join()).contains(description);
        }
    }

    @Test
    void a_jar_may_extend_the_base_class_of_stores() throws Exception {
        jar("acme.Shelf", """
                package acme;
                import dev.topoxy.plugin.TopologyDescriptionStore;
                import java.util.concurrent.*;
                import org.apache.kafka.common.Uuid;
                import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
                import org.apache.kafka.server.authorizer.AuthorizableRequestContext;
                public class Shelf extends TopologyDescriptionStore {
                    private volatile StreamsGroupTopologyDescription stored;
                    protected CompletableFuture<Void> store(
                            AuthorizableRequestContext c, String g, Uuid id, StreamsGroupTopologyDescription d) {
                        stored = d;
                        return CompletableFuture.completedFuture(null);
                    }
                    protected CompletableFuture<StreamsGroupTopologyDescription> load(String g, Uuid id) {
                        return CompletableFuture.completedFuture(stored);
                    }
                    protected CompletableFuture<Void> remove(String g) {
                        stored = null;
                        return CompletableFuture.completedFuture(null);
                    }
                }
                """, "shelf.jar");
        try (var service = create("acme.Shelf")) {
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> service.requiresTopologyPush(TestClient.ALICE, VERSION, false));
            var description = Descriptions.withProcessor("p");
            service.setTopology(TestClient.ALICE, VERSION, description).join();
            assertThat(service.requiresTopologyPush(TestClient.ALICE, VERSION, false))
                    .isFalse();
            assertThat(service.getTopology(TestClient.ALICE, VERSION).join()).contains(description);
        }
    }

    @Test
    void two_plugins_use_two_versions_of_one_library_and_neither_sees_the_products() throws Exception {
        String answer = "acme.Library.VERSION + isolated()";
        String isolated = """
                private static String isolated() {
                    try {
                        Class.forName("ch.qos.logback.classic.Logger");
                        return " sees the product";
                    } catch (ClassNotFoundException e) {
                        boolean context = Thread.currentThread().getContextClassLoader() == OwnPlugin.class.getClassLoader();
                        return context ? " alone" : " without context";
                    }
                }
                """;
        for (String version : new String[] {"1", "2"}) {
            Path directory = plugins.resolve("v" + version);
            Path library = PluginJar.in(temporary)
                    .with(
                            "acme.Library",
                            "package acme; public class Library { public static final Object VERSION = \"" + version
                                    + "\"; }")
                    .writeTo(directory.resolve("library.jar"));
            String source = own(isolated, "", answer).replace("OwnPlugin", "OwnPlugin" + version);
            PluginJar.in(temporary)
                    .with("acme.OwnPlugin" + version, source)
                    .seeing(library)
                    .writeTo(directory.resolve("plugin.jar"));
        }
        try (var first = create("acme.OwnPlugin1");
                var second = create("acme.OwnPlugin2")) {
            assertThat(said(first)).isEqualTo("1 alone");
            assertThat(said(second)).isEqualTo("2 alone");
        }
    }

    @Test
    void a_plugin_on_the_class_path_is_found_by_its_name() throws Exception {
        String name = dev.topoxy.filters.store.MemoryTopologyStore.class.getName();
        try (var service = PluginServices.create("c", "", settings(name, Optional.empty()))) {
            assertThat(service.requiresTopologyPush(TestClient.ALICE, VERSION, false))
                    .isTrue();
        }
    }

    @Test
    void a_class_that_is_nowhere_is_named_with_the_places_searched() {
        assertThat(problem("acme.Missing"))
                .contains("acme.Missing", "plugins.directory " + plugins, "class path", "put the plugin's jar there");
        assertThatThrownBy(() -> PluginServices.create("c", "", settings("acme.Missing", Optional.empty())))
                .isInstanceOf(PluginLoadException.class)
                .hasMessageContaining("plugins.directory is not set");
    }

    @Test
    void a_class_in_two_jars_is_refused_naming_both() throws Exception {
        jar("acme.ReleasedPlugin", RELEASED, "a.jar");
        jar("acme.ReleasedPlugin", RELEASED, "b.jar");
        assertThat(problem("acme.ReleasedPlugin")).contains("more than one", "a.jar and b.jar", "leave one");
    }

    @Test
    void a_missing_directory_and_a_broken_jar_are_named() throws Exception {
        Files.writeString(plugins.resolve("broken.jar"), "no zip");
        assertThat(problem("acme.Any")).contains("broken.jar is not a readable jar", "replace or remove");
        Path absent = temporary.resolve("absent");
        assertThatThrownBy(() -> PluginServices.create("c", "", settings("acme.Any", Optional.of(absent))))
                .hasMessageContaining(absent + " is not a directory");
    }

    @Test
    void constructors_that_cannot_be_used_are_explained() throws Exception {
        jar("acme.OwnPlugin", own("public OwnPlugin(String url) {}", "", "\"\""), "own.jar");
        assertThat(problem("acme.OwnPlugin")).contains("no public constructor without arguments");
        jar(
                "acme.OwnPlugin",
                own("public OwnPlugin() { throw new IllegalStateException(\"no disk\"); }", "", "\"\""),
                "own.jar");
        assertThat(problem("acme.OwnPlugin")).contains("failed in its constructor", "IllegalStateException", "no disk");
        jar("acme.OwnPlugin", String.format(OWN, "abstract", "", "", "\"\""), "own.jar");
        assertThat(problem("acme.OwnPlugin")).contains("not abstract");
    }

    @Test
    void a_class_of_neither_interface_is_told_both() throws Exception {
        jar("acme.Other", "package acme; public class Other {}", "other.jar");
        assertThat(problem("acme.Other"))
                .contains("neither", "dev.topoxy.plugin.Streams", "org.apache.kafka.coordinator.group.api.streams");
    }

    @Test
    void a_plugin_that_refuses_its_settings_is_quoted() throws Exception {
        jar("acme.OwnPlugin", own("", "throw new IllegalArgumentException(\"url\\nis bad\");", "\"\""), "own.jar");
        assertThat(problem("acme.OwnPlugin")).contains("[url]", "IllegalArgumentException", "url\\u000ais bad");
    }

    @Test
    void a_class_for_a_newer_java_is_recognised() throws Exception {
        Path jar = jar("acme.ReleasedPlugin", RELEASED, "released.jar");
        byte[] bytes;
        try (var file = new java.util.jar.JarFile(jar.toFile());
                var in = file.getInputStream(new ZipEntry("acme/ReleasedPlugin.class"))) {
            bytes = in.readAllBytes();
        }
        bytes[7] = 120;
        try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new ZipEntry("acme/ReleasedPlugin.class"));
            out.write(bytes);
        }
        assertThat(problem("acme.ReleasedPlugin")).contains("newer Java", "120.0", "compile the plugin for this one");
    }

    @Test
    void a_missing_library_is_named_with_the_remedy() throws Exception {
        Path library = PluginJar.in(temporary)
                .with("acme.Library", "package acme; public class Library { public static void touch() {} }")
                .writeTo(temporary.resolve("library.jar"));
        for (String source : new String[] {
            own("", "acme.Library.touch();", "\"\""), own("static { acme.Library.touch(); }", "", "\"\"")
        }) {
            PluginJar.in(temporary)
                    .with("acme.OwnPlugin", source)
                    .seeing(library)
                    .writeTo(plugins.resolve("own.jar"));
            assertThat(problem("acme.OwnPlugin")).contains("acme/Library", "beside its jar");
        }
    }
}
