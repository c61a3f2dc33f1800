package dev.topoxy.filters.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.topoxy.filters.testplugins.Descriptions;
import dev.topoxy.filters.testplugins.LogLines;
import dev.topoxy.filters.testplugins.PushedBy;
import dev.topoxy.filters.testplugins.TestClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTopologyStoreTest {

    private static final Uuid ID = new Uuid(1, 1);
    private static final Uuid OTHER = new Uuid(2, 2);

    private final List<FileTopologyStore> opened = new ArrayList<>();

    @TempDir
    Path temporary;

    private FileTopologyStore open(Path directory, String... settings) {
        var store = new FileTopologyStore(HistoryStore::monotonicMillis, Runnable::run, Instant::now);
        Map<String, String> configs = new HashMap<>(Map.of("directory", directory.toString()));
        for (int i = 0; i < settings.length; i += 2) {
            configs.put(settings[i], settings[i + 1]);
        }
        store.configure(configs);
        opened.add(store);
        return store;
    }

    private FileTopologyStore reopen(FileTopologyStore store, Path directory) {
        store.close();
        return open(directory);
    }

    @AfterEach
    void close() {
        opened.forEach(FileTopologyStore::close);
    }

    private static CompletableFuture<Void> push(FileTopologyStore store, String group, Uuid id, String processor) {
        return store.setTopology(new PushedBy("m1", 0, id), group, id, Descriptions.withProcessor(processor));
    }

    private static void assertStored(FileTopologyStore store, String group, Uuid id, String processor) {
        assertThat(store.getTopology(TestClient.ALICE, group, id).join())
                .isEqualTo(Descriptions.withProcessor(processor));
    }

    private static Path file(Path directory, String group) {
        return directory.resolve(GroupFileName.of(group));
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void descriptions_survive_a_restart_and_their_groups_are_not_asked_again() {
        FileTopologyStore store = open(temporary);
        push(store, "g", ID, "a").join();
        push(store, "g", OTHER, "b").join();
        store = reopen(store, temporary);
        assertThat(store.requiresTopologyPush(TestClient.ALICE, "g", OTHER)).isFalse();
        assertStored(store, "g", OTHER, "b");
        assertThat(store.document("g").orElseThrow().versions()).hasSize(2);
        assertThat(store.newestId("g", OTHER)).isEqualTo(OTHER);
    }

    @Test
    void hostile_group_names_stay_inside_the_directory_and_apart() throws Exception {
        Path directory = temporary.resolve("a/b");
        FileTopologyStore store = open(directory);
        List<String> groups = GroupFileNameTest.HOSTILE.stream()
                .filter(group -> group.codePoints().noneMatch(c -> Character.getType(c) == Character.SURROGATE))
                .toList();
        for (int i = 0; i < groups.size(); i++) {
            push(store, groups.get(i), ID, "p" + i).join();
        }
        store = reopen(store, directory);
        for (int i = 0; i < groups.size(); i++) {
            assertStored(store, groups.get(i), ID, "p" + i);
        }
        assertThat(store.groups()).containsExactlyInAnyOrderElementsOf(groups);
        assertThat(names(directory)).hasSize(groups.size() + 1);
        assertThat(names(temporary)).containsExactly("a");
    }

    @Test
    void only_the_owner_may_read() throws Exception {
        assumeTrue(temporary.getFileSystem().supportedFileAttributeViews().contains("posix"), "no permissions here");
        Path directory = temporary.resolve("new");
        push(open(directory), "g", ID, "a").join();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
                .isEqualTo("rwx------");
        for (String name : names(directory)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve(name))))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void a_damaged_file_is_set_aside_and_costs_only_its_own_group() throws Exception {
        FileTopologyStore store = open(temporary);
        push(store, "good", ID, "a").join();
        push(store, "bad", ID, "a").join();
        push(store, "strayed", ID, "a").join();
        store.close();
        byte[] bytes = Files.readAllBytes(file(temporary, "bad"));
        Files.write(file(temporary, "bad"), Arrays.copyOf(bytes, bytes.length - 20));
        Files.move(file(temporary, "strayed"), file(temporary, "another"));

        LogLines lines = new LogLines(DocumentDirectory.class);
        try (lines) {
            store = open(temporary);
        }
        assertThat(lines.warnings()).hasSize(2).allMatch(line -> line.contains("damaged"));
        assertThat(names(temporary))
                .contains(GroupFileName.of("bad") + ".damaged", GroupFileName.of("another") + ".damaged");
        assertStored(store, "good", ID, "a");
        assertThat(store.groups()).containsExactly("good");
        assertThat(store.requiresTopologyPush(TestClient.ALICE, "bad", ID)).isTrue();
        push(store, "bad", ID, "b").join();
        assertStored(store, "bad", ID, "b");
    }

    @Test
    void damage_that_is_found_late_has_the_group_asked_again() throws Exception {
        FileTopologyStore store = open(temporary);
        push(store, "g", ID, "a").join();
        Path file = file(temporary, "g");
        Files.writeString(file, Files.readString(file).replace("topic-in", "topic-ix"));
        store = reopen(store, temporary);
        assertThat(store.requiresTopologyPush(TestClient.ALICE, "g", ID)).isFalse();
        assertThat(store.getTopology(TestClient.ALICE, "g", ID)).isCompletedWithValue(null);
        assertThat(store.requiresTopologyPush(TestClient.ALICE, "g", ID)).isTrue();
        assertThat(names(temporary)).contains(GroupFileName.of("g") + ".damaged");
    }

    @Test
    void unfinished_files_are_removed_and_files_of_others_left_alone() throws Exception {
        Files.writeString(temporary.resolve(GroupFileName.of("g") + ".tmp"), "half");
        Files.writeString(temporary.resolve("notes.tmp"), "mine");
        Files.writeString(temporary.resolve("notes.json"), "mine");
        open(temporary);
        assertThat(names(temporary)).containsExactly(".lock", "notes.json", "notes.tmp");
    }

    @Test
    void a_file_of_a_newer_format_is_left_until_its_group_pushes() throws Exception {
        Path file = file(temporary, "g");
        Files.writeString(file, "{\"format\":2}");
        FileTopologyStore store = open(temporary);
        assertThat(Files.readString(file)).isEqualTo("{\"format\":2}");
        assertThat(store.requiresTopologyPush(TestClient.ALICE, "g", ID)).isTrue();
        push(store, "g", ID, "a").join();
        assertStored(store, "g", ID, "a");
    }

    @Test
    void a_directory_serves_one_store_at_a_time() {
        FileTopologyStore store = open(temporary);
        assertThatThrownBy(() -> open(temporary))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("another cluster of this proxy");
        push(store, "g", ID, "a").join();
        assertStored(reopen(store, temporary), "g", ID, "a");
    }

    @Test
    void a_directory_that_cannot_be_used_is_told() throws Exception {
        Path file = Files.writeString(temporary.resolve("file"), "");
        assertThatThrownBy(() -> open(file.resolve("x")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("directory")
                .hasMessageContaining("cannot be used (Not a directory)");
        assertThatThrownBy(() -> open(Path.of("/proc/topoxy")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("directory: cannot be created there: name another directory");
        assertThatThrownBy(() -> open(file))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("directory: is a file: name a directory");
        assertThatThrownBy(() -> new FileTopologyStore().configure(Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("directory");
    }

    @Test
    void a_deleted_group_leaves_no_file() throws Exception {
        FileTopologyStore store = open(temporary);
        push(store, "g", ID, "a").join();
        store.deleteTopology(TestClient.ALICE, "g").join();
        assertThat(names(temporary)).containsExactly(".lock");
        store.deleteTopology(TestClient.ALICE, "g").join();
    }

    @Test
    void a_group_not_seen_since_before_the_restart_expires() throws Exception {
        FileTopologyStore store = open(temporary);
        push(store, "old", ID, "a").join();
        push(store, "live", ID, "a").join();
        store.close();
        for (String group : List.of("old", "live")) {
            Path file = file(temporary, group);
            String json = Files.readString(file);
            int at = json.indexOf("\"lastSeen\":\"") + 12;
            Files.writeString(file, json.substring(0, at) + "2020" + json.substring(at + 4));
            Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(8))));
        }
        FileTopologyStore reopened = open(temporary, "expiry.ms", "60000");
        assertThat(reopened.groups()).containsExactlyInAnyOrder("old", "live");
        reopened.close();

        FileTopologyStore impatient = open(temporary, "expiry.ms", "20000");
        Awaitility.await()
                .pollInterval(Duration.ofMillis(20))
                .atMost(Duration.ofSeconds(60))
                .until(() -> {
                    assertThat(impatient.requiresTopologyPush(TestClient.ALICE, "live", ID))
                            .isFalse();
                    return !impatient.groups().contains("old");
                });
        assertThat(impatient.groups()).containsExactly("live");
        assertThat(Files.exists(file(temporary, "old"))).isFalse();
        Awaitility.await()
                .untilAsserted(() -> assertThat(Files.getLastModifiedTime(file(temporary, "live"))
                                .toInstant())
                        .as("noted as alive")
                        .isAfter(Instant.now().minus(Duration.ofHours(1))));
    }

    @Test
    void a_full_disk_fails_the_push_for_now_and_loses_nothing() throws Exception {
        Path disk = Files.createDirectory(temporary.resolve("disk"));
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk.toString()), "cannot mount a tmpfs");
        try {
            FileTopologyStore store = open(disk);
            push(store, "g", ID, "a").join();
            Path ballast = disk.resolve("ballast");
            assertThatThrownBy(() -> Files.write(ballast, new byte[1 << 20])).isInstanceOf(IOException.class);

            CompletableFuture<Void> refused = push(store, "g", OTHER, "b");
            assertThat(refused).isCompletedExceptionally();
            assertStored(store, "g", ID, "a");
            assertThat(names(disk)).noneMatch(name -> name.endsWith(".tmp"));

            Files.delete(ballast);
            push(store, "g", OTHER, "b").join();
            store = reopen(store, disk);
            assertStored(store, "g", OTHER, "b");
            assertThat(store.document("g").orElseThrow().versions()).hasSize(2);
            store.close();
        } finally {
            run("umount", disk.toString());
        }
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getInputStream().readAllBytes();
            return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
