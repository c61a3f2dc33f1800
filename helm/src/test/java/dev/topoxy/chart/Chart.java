package dev.topoxy.chart;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.TemplateCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The chart as it lies in this module. */
final class Chart {
    static final Path DIRECTORY = Path.of("topoxy").toAbsolutePath();
    static final Path EXAMPLES = DIRECTORY.resolve("examples");

    /** The first with all that the chart can use. */
    static final String KUBERNETES = "1.36.0";

    private Chart() {}

    static LintResult lint() {
        return new Helm(DIRECTORY).lint().strict().call();
    }

    /** What would be installed as {@code topoxy} in namespace {@code streams}. */
    static Manifests render(Path values) {
        return render(values.getFileName().toString(), command().withValuesFile(values));
    }

    /** With values written as YAML. */
    static Manifests render(String values) {
        try {
            Path file = Files.createTempFile("values", ".yaml");
            try {
                Files.writeString(file, values);
                return render(values, command().withValuesFile(file));
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As a command line would: perhaps a file, and single values. */
    static Manifests render(Optional<Path> values, Map<String, String> set) {
        TemplateCommand command = command();
        values.ifPresent(command::withValuesFile);
        set.forEach(command::set);
        return render(values + " " + set, command);
    }

    private static TemplateCommand command() {
        return new Helm(DIRECTORY)
                .template()
                .withKubeVersion(KUBERNETES)
                .withName("topoxy")
                .withNamespace("streams");
    }

    private static Manifests render(String what, TemplateCommand command) {
        return Manifests.of(what, command.call());
    }

    static List<Path> examples() {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
