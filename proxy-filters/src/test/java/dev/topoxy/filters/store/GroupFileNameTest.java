package dev.topoxy.filters.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class GroupFileNameTest {

    static final List<String> HOSTILE = List.of(
            "",
            ".",
            "..",
            "../../x",
            "/etc/passwd",
            "..\\x",
            "C:\\x",
            "CON",
            "con",
            "con.json",
            ".lock",
            "a\u0000b",
            "a\nb",
            "x".repeat(255),
            "x".repeat(256),
            "x".repeat(30_000),
            "größe",
            "gro\u0308sse",
            "\ud83d\ude00".repeat(100),
            "\ud83d",
            "?",
            "İ".repeat(60),
            "orders",
            "Orders",
            "ORDERS",
            "orders ",
            "*|<>:\"");

    @ParameterizedTest
    @FieldSource("HOSTILE")
    void every_group_has_a_plain_file_name(String groupId) {
        String name = GroupFileName.of(groupId);
        assertThat(name).matches("[a-z0-9_-][a-z0-9._-]{0,39}-[0-9a-f]{32}\\.json");
        assertThat(GroupFileName.isOne(name)).isTrue();
    }

    @Test
    void no_two_groups_have_the_same_file_even_without_case() {
        Set<String> groups = new HashSet<>(HOSTILE);
        Random random = new Random(4);
        while (groups.size() < 20_000) {
            StringBuilder group = new StringBuilder();
            for (int length = random.nextInt(6); length >= 0; length--) {
                group.append("aAbB._-/\ud83d\ude00é\u0000".charAt(random.nextInt(12)));
            }
            groups.add(group.toString());
        }
        Set<String> names = new HashSet<>();
        groups.forEach(group -> names.add(GroupFileName.of(group).toLowerCase(Locale.ROOT)));
        assertThat(names).hasSameSizeAs(groups);
    }

    @Test
    void a_readable_name_stays_readable() {
        assertThat(GroupFileName.of("Orders-App.v2")).startsWith("orders-app.v2-");
    }

    @Test
    void other_files_are_nobody_s() {
        assertThat(List.of(".lock", "x.json", "notes.txt", "a-0123.json", GroupFileName.of("g") + ".tmp"))
                .noneMatch(GroupFileName::isOne);
    }
}
