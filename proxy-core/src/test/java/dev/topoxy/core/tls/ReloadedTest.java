package dev.topoxy.core.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.core.support.LogCapture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReloadedTest {

    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    @TempDir
    Path directory;

    private Path file;
    private Reloaded<String> reloaded;

    @BeforeEach
    void load() throws IOException {
        file = Files.writeString(directory.resolve("file"), "first");
        reloaded = of(file, Optional.empty());
    }

    private static Reloaded<String> of(Path file, Optional<Instant> expires) throws IOException {
        return new Reloaded<>(
                "cluster c: tls",
                List.of(file),
                () -> {
                    String content = Files.readString(file);
                    if (content.startsWith("bad")) {
                        throw new TlsFileException("cannot be opened");
                    }
                    return content;
                },
                content -> expires,
                Clock.fixed(NOW, ZoneOffset.UTC));
    }

    @Test
    void a_change_is_taken_over_when_it_has_come_to_rest() throws Exception {
        Files.writeString(file, "second");
        assertThat(reloaded.check()).isEmpty();
        assertThat(reloaded.current()).isEqualTo("first");
        Files.writeString(file, "third one");
        assertThat(reloaded.check()).isEmpty();
        assertThat(reloaded.current()).isEqualTo("first");
        assertThat(reloaded.check()).isEmpty();
        assertThat(reloaded.current()).isEqualTo("third one");
    }

    @Test
    void a_bad_file_keeps_the_old_one_with_one_error_until_it_is_mended() throws Exception {
        try (LogCapture log = LogCapture.of(Reloaded.class)) {
            Files.writeString(file, "bad one");
            reloaded.check();
            assertThat(reloaded.check()).isPresent();
            assertThat(reloaded.check()).isEmpty();
            assertThat(reloaded.current()).isEqualTo("first");
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .startsWith("ERROR cluster c: tls: the changed files cannot be used")
                    .endsWith("cannot be opened");
            Files.writeString(file, "mended!");
            reloaded.check();
            reloaded.check();
            assertThat(reloaded.current()).isEqualTo("mended!");
        }
    }

    @Test
    void a_missing_file_keeps_the_old_one() throws Exception {
        Files.delete(file);
        reloaded.check();
        assertThat(reloaded.check()).isPresent();
        assertThat(reloaded.current()).isEqualTo("first");
    }

    @Test
    void a_kubernetes_secret_changes_by_its_data_link() throws Exception {
        Files.writeString(Files.createDirectory(directory.resolve("..1")).resolve("tls.crt"), "one");
        Files.writeString(Files.createDirectory(directory.resolve("..2")).resolve("tls.crt"), "two");
        Path data = Files.createSymbolicLink(directory.resolve("..data"), Path.of("..1"));
        Path mounted = Files.createSymbolicLink(directory.resolve("tls.crt"), Path.of("..data/tls.crt"));
        Reloaded<String> secret = of(mounted, Optional.empty());
        Path next = Files.createSymbolicLink(directory.resolve("..next"), Path.of("..2"));
        Files.move(next, data, StandardCopyOption.ATOMIC_MOVE);
        secret.check();
        secret.check();
        assertThat(secret.current()).isEqualTo("two");
    }

    @Test
    void the_end_of_a_certificate_is_told_while_there_is_time() throws Exception {
        try (LogCapture log = LogCapture.of(Reloaded.class)) {
            of(file, Optional.of(NOW.plus(Duration.ofDays(15))));
            assertThat(log.lines()).isEmpty();
            of(file, Optional.of(NOW.plus(Duration.ofDays(13)))).check();
            of(file, Optional.of(NOW.minus(Duration.ofDays(1)))).check();
            assertThat(log.lines()).hasSize(2);
            assertThat(log.lines().get(0)).startsWith("WARN cluster c: tls: its certificate expires on 2030-01-14");
            assertThat(log.lines().get(1)).contains("has expired on 2029-12-31");
        }
    }
}
