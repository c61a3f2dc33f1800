package dev.topoxy.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FaultsDocumentTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern NAMED = Pattern.compile("`(\\w+(?:Test|IT))(?:\\.(\\w+))?`");

    @Test
    void every_test_that_the_list_of_faults_names_is_there() throws IOException {
        Map<String, Path> sources = sources();
        String document = Files.readString(ROOT.resolve("docs/faults.md"));
        assertThat(NAMED.matcher(document).results()).hasSizeGreaterThan(30).allSatisfy(named -> {
            assertThat(sources).containsKey(named.group(1));
            assertThat(Files.readString(sources.get(named.group(1)))).contains(claim(named));
        });
    }

    private static String claim(MatchResult named) {
        return named.group(2) == null ? "class " + named.group(1) + " " : "void " + named.group(2) + "(";
    }

    private static Map<String, Path> sources() throws IOException {
        try (Stream<Path> files =
                Files.find(ROOT, 12, (file, attributes) -> file.toString().contains("src/test/java") && isTest(file))) {
            return files.collect(Collectors.toMap(FaultsDocumentTest::className, file -> file));
        }
    }

    private static boolean isTest(Path file) {
        return file.toString().endsWith("Test.java") || file.toString().endsWith("IT.java");
    }

    private static String className(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }
}
