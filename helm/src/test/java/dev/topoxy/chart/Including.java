package dev.topoxy.chart;

import com.marcnuri.helm.Helm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A chart of an application that has Topoxy's as a dependency and includes its sidecar, as the README says. */
final class Including {
    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata:
              name: orders
            spec:
              initContainers:
                {{- include "topoxy.sidecar.container" .Subcharts.topoxy | nindent 4 }}
              volumes:
                {{- include "topoxy.sidecar.volumes" .Subcharts.topoxy | nindent 4 }}
            """;

    private Including() {}

    /** Renders such a chart, made in a directory, with values for Topoxy. */
    static Manifests chart(Path directory, String values) throws IOException {
        Path chart = directory.resolve("orders");
        Files.createDirectories(chart.resolve("templates"));
        Files.writeString(chart.resolve("Chart.yaml"), """
                apiVersion: v2
                name: orders
                version: 1.0.0
                dependencies:
                  - name: topoxy
                    version: ">=0.1.0"
                """);
        Files.writeString(chart.resolve("values.yaml"), "topoxy:\n" + values.indent(2));
        Files.writeString(chart.resolve("templates").resolve("pod.yaml"), POD);
        copy(Chart.DIRECTORY, chart.resolve("charts").resolve("topoxy"));
        return Manifests.of(
                values,
                new Helm(chart)
                        .template()
                        .withKubeVersion(Chart.KUBERNETES)
                        .withName("topoxy")
                        .withNamespace("streams")
                        .call());
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }
}
