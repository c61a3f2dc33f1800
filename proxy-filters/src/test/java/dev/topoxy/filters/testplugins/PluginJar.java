package dev.topoxy.filters.testplugins;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;

/** Compiles sources into a jar, as a plugin's author would. */
public final class PluginJar {

    private final List<Path> sources = new ArrayList<>();
    private final Path work;
    private final List<String> classPath = new ArrayList<>(List.of(System.getProperty("java.class.path")));

    private PluginJar(Path work) {
        this.work = work;
    }

    public static PluginJar in(Path temporary) throws IOException {
        return new PluginJar(Files.createTempDirectory(temporary, "plugin"));
    }

    public PluginJar with(String className, String source) throws IOException {
        Path file = work.resolve("src").resolve(className.replace('.', '/') + ".java");
        Files.createDirectories(file.getParent());
        sources.add(Files.writeString(file, source));
        return this;
    }

    public PluginJar seeing(Path jar) {
        classPath.add(jar.toString());
        return this;
    }

    public Path writeTo(Path jar) throws IOException {
        Path classes = Files.createDirectories(work.resolve("classes"));
        var arguments = new ArrayList<>(List.of(
                "-proc:none",
                "--release",
                "17",
                "-cp",
                String.join(java.io.File.pathSeparator, classPath),
                "-d",
                classes.toString()));
        sources.forEach(source -> arguments.add(source.toString()));
        int result = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        assertThat(result).as("javac").isZero();
        Files.createDirectories(jar.getParent());
        try (var out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            files.filter(Files::isRegularFile).forEach(file -> add(out, classes, file));
        }
        return jar;
    }

    private static void add(JarOutputStream out, Path root, Path file) {
        try {
            out.putNextEntry(new ZipEntry(root.relativize(file).toString()));
            out.write(Files.readAllBytes(file));
            out.closeEntry();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
