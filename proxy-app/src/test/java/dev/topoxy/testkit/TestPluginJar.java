package dev.topoxy.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A topology description plugin compiled against Kafka 4.4's own interface, in a jar of its own, as an operator would
 * have it. What it does for a group is steered by the group's id: see {@code src/test/plugin}.
 */
public final class TestPluginJar {

    public static final String CLASS_NAME = "dev.topoxy.testplugin.SteerablePlugin";

    /** The setting by which a 4.4 broker takes it. */
    public static final String BROKER_SETTING = "group.streams.topology.description.plugin.class";

    private TestPluginJar() {}

    /** The jar; compiled when its source is newer. */
    public static synchronized Path get() {
        return built(
                CLASS_NAME,
                Workspace.target("kafka").resolve("test-plugin.jar"),
                KafkaArtifacts.brokerClassPath(KafkaArtifacts.V4_4));
    }

    /** A jar with one class of {@code src/test/plugin}; compiled when its source is newer. */
    public static synchronized Path built(String className, Path jar, String classPath) {
        return built(
                Workspace.module().resolve("src/test/plugin").resolve(className.replace('.', '/') + ".java"),
                jar,
                classPath);
    }

    /** A jar with that class; compiled when its source is newer. */
    public static synchronized Path built(Path source, Path jar, String classPath) {
        try {
            if (!Files.exists(jar) || Files.getLastModifiedTime(jar).compareTo(Files.getLastModifiedTime(source)) < 0) {
                build(source, jar, classPath);
            }
            return jar;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void build(Path source, Path jar, String classPath) throws IOException {
        Path classes = Cleanup.temporaryDirectory("topoxy-plugin-");
        compile(source, classes, classPath);
        Path fresh = Files.createTempFile(jar.getParent(), "plugin", ".new");
        try (OutputStream file = Files.newOutputStream(fresh);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> found = Files.walk(classes)) {
            for (Path each : found.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(each).toString()));
                Files.copy(each, out);
                out.closeEntry();
            }
        }
        Files.move(fresh, jar, StandardCopyOption.REPLACE_EXISTING);
        Cleanup.delete(classes);
    }

    private static void compile(Path source, Path classes, String classPath) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        List<String> options = List.of("--release", "17", "-d", classes.toString(), "-cp", classPath);
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(
                            said, files, null, options, null, files.getJavaFileObjects(source.toFile()))
                    .call();
            if (!compiled) {
                throw new IllegalStateException(source + " does not compile:\n" + said);
            }
        }
    }
}
