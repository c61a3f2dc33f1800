package dev.topoxy.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code bin/topoxy} with a java that only prints how it was called. */
class LauncherTest {
    private Path home = Path.of("");

    @TempDir
    Path directory;

    @BeforeEach
    void install() throws IOException {
        home = Files.createDirectories(directory.resolve("a home/topoxy")).toRealPath();
        Files.createDirectories(home.resolve("bin"));
        executable(home.resolve("bin/topoxy"), Files.readString(Path.of("src", "main", "dist", "bin", "topoxy")));
    }

    @Test
    void arguments_reach_the_program_as_they_are() throws Exception {
        Result result =
                run(home.resolve("bin/topoxy"), Map.of("JAVA_HOME", java("17.0.15")), "--config", "a b.yaml", "*");
        assertThat(result.text().lines())
                .contains("-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError", "-Dtopoxy.home=" + home)
                .endsWith("dev.topoxy.app.Topoxy", "--config", "a b.yaml", "*");
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void symbolic_links_lead_home() throws Exception {
        Path first = Files.createSymbolicLink(home.resolve("link"), Path.of("bin", "topoxy"));
        Path second = Files.createSymbolicLink(directory.resolve("topoxy-link"), first);
        Result result = run(second, Map.of("JAVA_HOME", java("25")));
        assertThat(result.text().lines()).contains("-Dtopoxy.home=" + home, home + "/lib/*");
    }

    @Test
    void options_of_the_virtual_machine_can_be_replaced() throws Exception {
        Result result =
                run(home.resolve("bin/topoxy"), Map.of("JAVA_HOME", java("17"), "TOPOXY_JVM_OPTS", "-Xmx1g -Dx=y"));
        assertThat(result.text().lines())
                .contains("-Xmx1g", "-Dx=y", "-XX:+ExitOnOutOfMemoryError")
                .doesNotContain("-XX:+UseSerialGC");
    }

    @ParameterizedTest
    @CsvSource({
        "17.0.15, 17.0.16, -XX:ArchiveClassesAtExit=, -XX:SharedArchiveFile=",
        "25.0.3, 25.0.4, -XX:AOTCache=, -XX:AOTCache="
    })
    void shared_classes_are_used_by_the_java_and_the_jars_they_were_made_with_only(
            String version, String update, String making, String using) throws Exception {
        Path program = home.resolve("bin/topoxy");
        Path jar = home.resolve("lib/proxy-app.jar");
        Files.createDirectories(jar.getParent());
        Files.writeString(jar, "a");
        String java = java(version);
        Result made = run(program, Map.of("JAVA_HOME", java, "TOPOXY_SHARE_CLASSES", "yes"), "ignored");
        String archive = made.text()
                .lines()
                .filter(line -> line.startsWith(making))
                .findFirst()
                .orElseThrow()
                .substring(making.length());
        assertThat(made.text().lines()).contains("dev.topoxy.app.Rehearsal").doesNotContain("ignored");
        assertThat(made.exitCode()).isZero();
        Files.writeString(Path.of(archive), "x");

        assertThat(run(program, Map.of("JAVA_HOME", java), "--check").text().lines())
                .contains(using + archive)
                .endsWith("dev.topoxy.app.Topoxy", "--check");
        assertThat(run(program, Map.of("JAVA_HOME", java(update))).text()).doesNotContain(using);
        Files.writeString(jar, "b");
        assertThat(run(program, Map.of("JAVA_HOME", java)).text()).doesNotContain(using);
    }

    @Test
    void options_that_java_refuses_beside_shared_classes_go_before_them() throws Exception {
        Path program = home.resolve("bin/topoxy");
        Files.createDirectories(home.resolve("lib"));
        Files.writeString(home.resolve("lib/proxy-app.jar"), "a");
        String java = java("25.0.3");
        Result made = run(program, Map.of("JAVA_HOME", java, "TOPOXY_SHARE_CLASSES", "yes"));
        String cache = made.text()
                .lines()
                .filter(line -> line.startsWith("-XX:AOTCache="))
                .findFirst()
                .orElseThrow();
        Files.writeString(Path.of(cache.substring(cache.indexOf('=') + 1)), "x");
        assertThat(run(program, Map.of("JAVA_HOME", java, "TOPOXY_JVM_OPTS", "-Xmx1g"))
                        .text()
                        .lines())
                .contains(cache);
        assertThat(run(program, Map.of("JAVA_HOME", java, "TOPOXY_JVM_OPTS", "-Xshare:off"))
                        .text()
                        .lines())
                .contains("-Xshare:off")
                .doesNotContain(cache);
    }

    @Test
    void a_java_that_would_warn_of_what_netty_does_is_told_that_it_is_wanted() throws Exception {
        Path program = home.resolve("bin/topoxy");
        String libraries = "--enable-native-access=ALL-UNNAMED";
        String memory = "--sun-misc-unsafe-memory-access=allow";
        assertThat(run(program, Map.of("JAVA_HOME", java("25.0.3"))).text().lines())
                .contains(libraries, memory);
        assertThat(run(program, Map.of("JAVA_HOME", java("26"))).text().lines())
                .contains(libraries)
                .doesNotContain(memory);
        assertThat(run(program, Map.of("JAVA_HOME", java("17.0.15"))).text()).doesNotContain(libraries, memory);
    }

    @Test
    void the_image_starts_java_as_the_program_does() throws Exception {
        Result result = run(home.resolve("bin/topoxy"), Map.of("JAVA_HOME", java("25.0.3")));
        String[] ofTheImage = Files.readString(Path.of("..", "docker", "options", "jvm"))
                .strip()
                .split(" ", -1);
        assertThat(result.text().lines().takeWhile(option -> !option.startsWith("-Dtopoxy.home=")))
                .containsExactly(ofTheImage);
    }

    @Test
    void a_java_that_is_too_old_is_refused() throws Exception {
        for (String version : new String[] {"11.0.2", "1.8.0_402"}) {
            Result result = run(home.resolve("bin/topoxy"), Map.of("JAVA_HOME", java(version)));
            assertThat(result.exitCode()).isEqualTo(1);
            assertThat(result.text())
                    .contains("is Java " + version + ": Java 17 or newer is needed, set JAVA_HOME")
                    .hasLineCount(1);
        }
    }

    @Test
    void a_java_that_is_missing_is_told() throws Exception {
        Result wrong = run(home.resolve("bin/topoxy"), Map.of("JAVA_HOME", "/nowhere"));
        assertThat(wrong.exitCode()).isEqualTo(1);
        assertThat(wrong.text()).startsWith("topoxy: JAVA_HOME is '/nowhere', which has no bin/java");

        Path tools = Files.createDirectories(directory.resolve("tools"));
        for (String tool : new String[] {"dirname", "readlink", "sed", "head"}) {
            executable(tools.resolve(tool), "#!/bin/sh\nexec /usr/bin/" + tool + " \"$@\"\n");
        }
        Result none = run(home.resolve("bin/topoxy"), Map.of("JAVA_HOME", "", "PATH", tools.toString()));
        assertThat(none.exitCode()).isEqualTo(1);
        assertThat(none.text()).startsWith("topoxy: no java found: install Java 17 or newer, or set JAVA_HOME");
    }

    private String java(String version) throws IOException {
        Path java = Files.createDirectories(directory.resolve("java " + version));
        Files.createDirectories(java.resolve("bin"));
        Files.writeString(java.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        executable(java.resolve("bin/java"), "#!/bin/sh\nfor argument; do echo \"$argument\"; done\n");
        return java.toString();
    }

    private static void executable(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private record Result(int exitCode, String text) {}

    private static Result run(Path program, Map<String, String> environment, String... arguments) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(program.toString()).redirectErrorStream(true);
        builder.command().addAll(List.of(arguments));
        builder.environment().remove("TOPOXY_JVM_OPTS");
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), UTF_8);
        return new Result(process.waitFor(), text);
    }
}
