package dev.topoxy.app.config;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Writes the configuration reference from the schema, as Markdown. */
public final class Reference {
    private static final String HEAD = """
            # Configuration

            Give a YAML file with `--config`, its text in the environment variable `TOPOXY_CONFIG`, or options for a
            single cluster:

            | option | setting |
            |---|---|
            %s

            `topoxy --check` with any of them validates without starting anything, key files included. Every fault is told
            with file, line and column; Topoxy then exits with 2.

            In the file, `${NAME}` in a value is replaced by that environment variable and `${NAME:-default}` by it or,
            where it is unset or empty, the default; `$$` is a dollar sign. Keys are not replaced. YAML aliases are not
            supported. A relative path of a file or directory in it starts at the directory Topoxy is installed in.

            ```yaml
            clusters:
              - name: main
                bootstrap.servers: broker1:9092,broker2:9092
                listen: 127.0.0.1:19092
            ```

            `TOPOXY_LOG_LEVEL` sets the log level (`ERROR`, `WARN`, `INFO`, `DEBUG`, `TRACE`; default `INFO`),
            `TOPOXY_LOG_FORMAT` its form (`text` or `json`; default `text`), see [operations.md](operations.md#logs).
            `TOPOXY_JVM_OPTS` replaces the options of the Java virtual machine that `bin/topoxy` starts; in the image it is
            `JDK_JAVA_OPTIONS` that adds to them.
            """;

    private Reference() {}

    /** The whole document. */
    public static String markdown() {
        String options = Arrays.stream(CommandLineSetting.values())
                .map(setting -> "| `" + setting.option() + "` | `"
                        + setting.key().name() + "` of `" + setting.section().path() + "` |")
                .collect(Collectors.joining("\n"));
        return HEAD.formatted(options)
                + Schema.SECTIONS.stream().map(Reference::section).collect(Collectors.joining());
    }

    private static String section(Section section) {
        String title = section.path().isEmpty() ? "Top level" : "`" + section.path() + "`";
        return "\n## " + title + "\n\n" + section.help() + "\n\n| key | value | default | |\n|---|---|---|---|\n"
                + section.keys().stream().map(Reference::row).collect(Collectors.joining())
                + section.subsections().stream()
                        .map(name -> subsection(section, name))
                        .collect(Collectors.joining());
    }

    private static String row(Key<?> key) {
        String aliases = key.aliases().stream()
                .map(alias -> " Also understood as `" + alias + "`.")
                .collect(Collectors.joining());
        return "| `%s` | %s | %s | %s |\n"
                .formatted(key.name(), key.type().description(), key.defaultNote(), key.help() + aliases);
    }

    private static String subsection(Section parent, String name) {
        String path = parent.path().isEmpty() ? name : parent.path() + "." + name;
        String help = Schema.SECTIONS.stream()
                .filter(section -> section.path().replaceFirst("\\[]$", "").equals(path))
                .map(Section::help)
                .findFirst()
                .orElseThrow();
        return "| `" + name + "` | see below | | " + help + " |\n";
    }
}
