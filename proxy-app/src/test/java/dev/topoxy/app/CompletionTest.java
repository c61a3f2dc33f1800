package dev.topoxy.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts in the shells they are for, where those are installed. */
class CompletionTest {

    @TempDir
    Path directory;

    @Test
    void bash_completes_words_options_and_values() throws Exception {
        assertThat(inBash("topoxy", "")).contains("run", "check", "describe", "completion", "--config");
        assertThat(inBash("topoxy", "de")).containsExactly("describe");
        assertThat(inBash("topoxy", "describe", "--gr")).containsExactly("--group");
        assertThat(inBash("topoxy", "describe", "--group", "g", "--format", ""))
                .containsExactly("text", "mermaid", "dot", "svg", "json");
        assertThat(inBash("topoxy", "groups", "--format", "")).containsExactly("text", "json");
        assertThat(inBash("topoxy", "health", "--probe", "")).containsExactly("ready", "live", "startup");
        assertThat(inBash("topoxy", "run", "--admin-l")).containsExactly("--admin-listen");
        assertThat(inBash("topoxy", "--topology-plugin", "k")).containsExactly("kafka");
        Files.createFile(directory.resolve("topoxy.yaml"));
        assertThat(inBash("topoxy", "check", "--config", "top")).containsExactly("topoxy.yaml");
    }

    @Test
    void zsh_completes_words_options_and_values() throws Exception {
        Files.createFile(directory.resolve("topoxy.yaml"));
        assertThat(inZsh(
                        "topoxy de",
                        "topoxy describe --gr",
                        "topoxy describe --format=mer",
                        "topoxy groups --format=j",
                        "topoxy health --probe=st",
                        "topoxy run --admin-l",
                        "topoxy --topology-plugin=ka",
                        "topoxy check --config=top",
                        "topoxy completion z"))
                .containsExactly(
                        "topoxy describe ",
                        "topoxy describe --group=",
                        "topoxy describe --format=mermaid ",
                        "topoxy groups --format=json ",
                        "topoxy health --probe=startup ",
                        "topoxy run --admin-listen=",
                        "topoxy --topology-plugin=kafka ",
                        "topoxy check --config=topoxy.yaml ",
                        "topoxy completion zsh ");
    }

    private List<String> inBash(String... line) throws Exception {
        String words = Stream.of(line).map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        return run(
                        "bash",
                        Completion.BASH.script() + "COMP_WORDS=(" + words + ")\nCOMP_CWORD=" + (line.length - 1)
                                + "\n_topoxy\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n")
                .lines()
                .toList();
    }

    /** What an interactive zsh makes of lines and the tabulator; a key of the test's own shows the line as it is then. */
    private List<String> inZsh(String... lines) throws Exception {
        Files.writeString(directory.resolve("completion.zsh"), Completion.ZSH.script());
        String quoted = Stream.of(lines).map(line -> "'" + line + "'").collect(Collectors.joining(" "));
        return run("zsh", """
                zmodload zsh/zpty
                zpty inner zsh -f -i
                zpty -w inner 'PS1="" RPS1=""; stty -echo; cd "%s"; autoload -U compinit && compinit -u -D
                show() { print -r -- "<$BUFFER>"; BUFFER= }; zle -N show; bindkey "^X" show; unsetopt beep
                source completion.zsh; echo re""ady'
                zpty -r inner seen '*ready*'
                for line in %s; do
                    zpty -w -n inner "$line"$'\\t\\x18'
                    zpty -r inner seen '*<*>*'
                    print -r -- "$seen" | sed -n 's/.*<\\(.*\\)>.*/\\1/p'
                done
                zpty -d inner
                """.formatted(directory, quoted)).lines().toList();
    }

    private String run(String shell, String script) throws IOException, InterruptedException {
        Assumptions.assumeTrue(
                Stream.of("/bin", "/usr/bin").anyMatch(place -> Files.isExecutable(Path.of(place, shell))),
                "no " + shell + " on this machine: its completion is not tried");
        Path file = Files.writeString(directory.resolve("script"), script);
        Process process = new ProcessBuilder(shell, file.toString())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
