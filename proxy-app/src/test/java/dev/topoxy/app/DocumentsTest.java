package dev.topoxy.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.plugin.TopologyDescriptionStore;
import dev.topoxy.testkit.SelfSigned;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The documentation, as far as a program can read it. */
class DocumentsTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^()\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);
    private static final Pattern YAML = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern ETC = Pattern.compile("/etc/topoxy/([\\w./-]+)");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)}");

    /** A certificate and its key: what configurations name is looked at. */
    private static Path keyFile = Path.of("");

    @TempDir
    Path directory;

    @BeforeAll
    static void makeKeyFile(@TempDir Path shared) {
        keyFile = SelfSigned.make(shared, "documented", "CN=kafka.example.com", "dns:kafka.example.com")
                .pem();
    }

    static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>();
        try (Stream<Path> atRoot = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            Stream.concat(atRoot, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .forEach(documents::add);
        }
        for (String elsewhere : List.of("docker", "helm/topoxy")) {
            documents.add(ROOT.resolve(elsewhere).resolve("README.md"));
        }
        return documents;
    }

    @ParameterizedTest
    @MethodSource("documents")
    void links_lead_somewhere(Path document) throws IOException {
        List<String> links = LINK.matcher(Files.readString(document))
                .results()
                .map(result -> result.group(1))
                .filter(link -> !link.contains("://") && !link.startsWith("mailto:"))
                .toList();
        for (String link : links) {
            String[] parts = link.split("#", 2);
            Path target = parts[0].isEmpty() ? document : document.resolveSibling(parts[0]);
            assertThat(target).as(link).exists();
            if (parts.length > 1) {
                assertThat(anchors(target)).as(link).contains(parts[1]);
            }
        }
    }

    /** As GitHub makes them of headings. */
    private static List<String> anchors(Path document) throws IOException {
        return HEADING.matcher(Files.readString(document))
                .results()
                .map(result -> result.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-'))
                .toList();
    }

    static Stream<String> configurations() throws IOException {
        List<String> all = new ArrayList<>();
        for (Path document : documents()) {
            YAML.matcher(Files.readString(document))
                    .results()
                    .map((MatchResult result) -> result.group(1))
                    .filter(block -> block.startsWith("clusters:") || block.contains("\nclusters:"))
                    .forEach(all::add);
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("configurations")
    void configurations_that_are_shown_are_valid(String yaml) throws IOException {
        Map<String, String> environment = new HashMap<>();
        VARIABLE.matcher(yaml)
                .results()
                .forEach(result -> environment.put(
                        result.group(1),
                        result.group(1).endsWith("SERVERS") ? "broker1:9092" : "some-secret-of-enough-characters"));
        Files.createDirectory(directory.resolve("plugins"));
        for (MatchResult named : ETC.matcher(yaml).results().toList()) {
            Path mounted = directory.resolve(named.group(1));
            Files.createDirectories(mounted.resolve("..").normalize());
            Files.copy(keyFile, mounted, StandardCopyOption.REPLACE_EXISTING);
        }
        Path file = Files.writeString(
                directory.resolve("topoxy.yaml"),
                yaml.replace("/etc/topoxy/", directory + "/")
                        .replaceAll(
                                "com\\.example\\.\\w+Plugin", Matcher.quoteReplacement(SomePlugin.class.getName())));
        StringWriter said = new StringWriter();
        PrintWriter out = new PrintWriter(said, true);
        Topoxy topoxy = new Topoxy(out, out, environment, directory, config -> {
            throw new AssertionError("only checked");
        });
        assertThat(topoxy.run("check", "--config", file.toString()))
                .as(said.toString())
                .isZero();
    }

    /** Stands for those that readers write. */
    public static final class SomePlugin extends TopologyDescriptionStore {
        @Override
        protected CompletableFuture<Void> store(
                AuthorizableRequestContext context,
                String groupId,
                Uuid topologyDescriptionId,
                StreamsGroupTopologyDescription description) {
            throw new AssertionError("only checked");
        }

        @Override
        protected CompletableFuture<@Nullable StreamsGroupTopologyDescription> load(
                String groupId, Uuid topologyDescriptionId) {
            throw new AssertionError("only checked");
        }

        @Override
        protected CompletableFuture<Void> remove(String groupId) {
            throw new AssertionError("only checked");
        }
    }

    @Test
    void there_are_configurations_to_check() throws IOException {
        assertThat(configurations()).hasSizeGreaterThan(5);
    }
}
