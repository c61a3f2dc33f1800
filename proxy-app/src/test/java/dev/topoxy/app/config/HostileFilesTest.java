package dev.topoxy.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that are no configuration at all are refused quickly and in words. */
@Timeout(20)
class HostileFilesTest {
    @TempDir
    Path directory;

    @Test
    void an_empty_file_is_refused() throws IOException {
        assertThat(faults("")).containsExactly(":1:1: is empty: at least one cluster must be configured");
        assertThat(faults("# only a comment\n"))
                .containsExactly(":1:1: is empty: at least one cluster must be configured");
        assertThat(faults("---\n")).containsExactly(":1:1: is empty: at least one cluster must be configured");
    }

    @Test
    void a_missing_file_and_a_directory_are_refused() {
        assertThat(faults(directory.resolve("none.yaml"))).containsExactly(":1:1: does not exist");
        assertThat(faults(directory)).containsExactly(":1:1: is a directory: name the file in it");
    }

    @Test
    void bytes_that_are_no_text_are_refused() throws IOException {
        byte[] latin1 = "clusters: \u00e4\u00f6".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(faults(latin1)).containsExactly(":1:1: is not a YAML text file: its bytes are not UTF-8");
        assertThat(faults(new byte[] {0, 1, 2, 3}))
                .singleElement()
                .asString()
                .startsWith(":1:1: not a YAML text file: ");
    }

    @Test
    void random_bytes_and_random_damage_never_escape_as_another_exception() throws IOException {
        Random random = new Random(7);
        byte[] good = "clusters:\n  - bootstrap.servers: b:9092\n    brokers: {ports: {1: 2}}\n"
                .getBytes(StandardCharsets.UTF_8);
        String letters = "{}[]:-,&*!|>'\"%@`#?\t\n ~$";
        for (int round = 0; round < 400; round++) {
            byte[] damaged = good.clone();
            for (int hit = 0; hit < 1 + round % 4; hit++) {
                damaged[random.nextInt(damaged.length)] = (byte) letters.charAt(random.nextInt(letters.length()));
            }
            Path file = Files.write(directory.resolve("damaged.yaml"), damaged);
            try {
                new ConfigLoader(directory, Map.of()).fromFile(file);
            } catch (InvalidConfigException e) {
                assertThat(e.faults()).isNotEmpty();
            }
        }
    }

    @Test
    void a_tab_is_told_with_its_place() throws IOException {
        assertThat(faults("clusters:\n\t- name: a\n"))
                .singleElement()
                .asString()
                .startsWith(":2:1: not valid YAML: ")
                .contains("cannot start any token");
    }

    @Test
    void a_file_that_is_no_map_is_refused() throws IOException {
        assertThat(faults("hello\n")).anyMatch(fault -> fault.startsWith(":1:1: is a single value: write a map of "));
        assertThat(faults("- a\n- b\n")).anyMatch(fault -> fault.startsWith(":1:1: is a list: write a map of "));
    }

    @Test
    void aliases_are_refused_before_they_can_multiply() throws IOException {
        String bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n"
                + IntStream.range(1, 30)
                        .mapToObj(
                                i -> "a%1$d: &a%1$d [*a%2$d,*a%2$d,*a%2$d,*a%2$d,*a%2$d,*a%2$d]\n".formatted(i, i - 1))
                        .collect(Collectors.joining());
        assertThat(faults(bomb)).containsExactly(":2:10: YAML aliases (*name) are not supported: write the value out");
        assertThat(faults("a: &a [*a]\n"))
                .containsExactly(":1:8: YAML aliases (*name) are not supported: write the value out");
    }

    @Test
    void depth_and_size_are_bounded() throws IOException {
        assertThat(faults("[".repeat(100_000))).singleElement().asString().contains("nested deeper");
        assertThat(faults("a: " + "{b: ".repeat(1000)))
                .singleElement()
                .asString()
                .contains("nested deeper");
        assertThat(faults("# " + "x".repeat(2 << 20)))
                .containsExactly(":1:1: is larger than 1 MiB: this is no configuration file");
    }

    @Test
    void a_second_document_and_a_complex_key_are_refused() throws IOException {
        assertThat(faults("a: 1\n---\nb: 2\n"))
                .containsExactly(":2:1: a second document begins here: keep one document in the file");
        assertThat(faults("? [a]\n: b\n")).containsExactly(":1:3: a key must be a word");
    }

    private List<String> faults(String text) throws IOException {
        return faults(text.getBytes(StandardCharsets.UTF_8));
    }

    private List<String> faults(byte[] content) throws IOException {
        return faults(Files.write(directory.resolve("hostile.yaml"), content));
    }

    private List<String> faults(Path file) {
        ConfigLoader loader = new ConfigLoader(directory, Map.of());
        long start = System.nanoTime();
        InvalidConfigException invalid =
                catchThrowableOfType(InvalidConfigException.class, () -> loader.fromFile(file));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
        assertThat(invalid).isNotNull();
        return invalid.faults().stream()
                .map(fault -> fault.substring(file.toString().length()))
                .toList();
    }
}
