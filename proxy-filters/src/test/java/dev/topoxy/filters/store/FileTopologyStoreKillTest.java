package dev.topoxy.filters.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.filters.testplugins.Descriptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The store's process ended by SIGKILL at random points. */
class FileTopologyStoreKillTest {

    private static final int PUSHES = 1_000;
    private static final int KILLS = 5;

    @TempDir
    Path directory;

    @Test
    @Timeout(300)
    void every_acknowledged_push_survives_kill_9_and_no_file_is_damaged() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int acknowledged = 0;
        int kills = 0;
        while (acknowledged < PUSHES) {
            boolean kill = kills < KILLS;
            int before = acknowledged;
            acknowledged =
                    pushFrom(before + 1, kill ? before + 1 + random.nextInt(PUSHES / KILLS) : PUSHES + 1, random);
            kills += kill ? 1 : 0;
        }
        try (var store = new FileTopologyStore()) {
            store.configure(PushingProcess.settings(directory));
            for (int push = 1; push <= acknowledged; push++) {
                GroupDocument document =
                        store.document(PushingProcess.group(push)).orElseThrow();
                assertThat(document.at(PushingProcess.id(push)).map(DescriptionVersion::description))
                        .as("push %d with seed %d", push, seed)
                        .contains(Descriptions.withProcessor("p" + push));
            }
        }
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.map(Path::toString)).noneMatch(name -> name.endsWith(".damaged") || name.endsWith(".tmp"));
        }
    }

    /** Returns the last acknowledged push. */
    private int pushFrom(int first, int killAt, Random random) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PushingProcess.class.getName(),
                        directory.toString(),
                        String.valueOf(first),
                        String.valueOf(PUSHES))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        int last = first - 1;
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                last = Integer.parseInt(line);
                if (last == killAt) {
                    TimeUnit.MICROSECONDS.sleep(random.nextInt(3_000));
                    // Unlike the process, its handle leaves what was said readable.
                    process.toHandle().destroyForcibly();
                }
            }
        } finally {
            process.destroyForcibly();
            process.waitFor();
        }
        return last;
    }
}
