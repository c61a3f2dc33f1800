package dev.topoxy.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.app.config.ProxyConfig;
import dev.topoxy.testkit.SelfSigned;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopoxyTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final AtomicReference<ProxyConfig> started = new AtomicReference<>();

    private Map<String, String> environment = Map.of();

    @TempDir
    Path directory;

    @Test
    void help_fits_a_screen_and_has_an_example() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString().lines())
                .hasSizeLessThanOrEqualTo(24)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
        assertThat(out.toString())
                .contains("topoxy --bootstrap-servers broker1:9092,broker2:9092 --listen 127.0.0.1:19092")
                .contains("--config", "--check", "--advertised", "--broker-ports", "--topology-plugin", "--max-bytes");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void run_and_check_are_words_too() {
        assertThat(run("check", "--bootstrap-servers", "b1:9092")).isZero();
        assertThat(out.toString()).contains("The configuration is valid.");
        assertThat(run("run", "--bootstrap-servers", "b1:9092", "--check")).isZero();
        assertThat(started.get()).isNull();
    }

    @Test
    void a_word_that_is_no_command_is_a_mistake() {
        assertThat(run("start")).isEqualTo(2);
        assertThat(err.toString()).contains("there is no command 'start'");
    }

    @Test
    void what_can_be_asked_explains_itself() {
        for (String command : List.of("groups", "describe", "diff", "health", "ping")) {
            assertThat(run(command, "--help")).isZero();
            assertThat(out.toString()).contains("Usage: topoxy " + command, "Example:", "Exit codes:");
        }
    }

    @Test
    void completion_is_for_bash_unless_zsh_is_named() {
        assertThat(run("completion")).isZero();
        assertThat(out.toString()).contains("complete -F _topoxy topoxy");
        assertThat(run("completion", "zsh")).isZero();
        assertThat(out.toString()).contains("#compdef topoxy");
        assertThat(run("completion", "fish")).isEqualTo(2);
        assertThat(err.toString()).contains("'topoxy completion bash' and 'topoxy completion zsh'");
    }

    @Test
    void mistakes_in_what_is_asked_are_told_apart_from_a_proxy_that_does_not_answer() {
        assertThat(run("describe")).isEqualTo(2);
        assertThat(err.toString()).contains("no group is named: give --group");
        assertThat(run("describe", "--group", "g", "--format", "gif")).isEqualTo(2);
        assertThat(run("describe", "--group", "g", "--admin", "http://127.0.0.1:1"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("no admin server can be asked at http://127.0.0.1:1/");
    }

    @Test
    void version_is_one_line() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString()).startsWith("topoxy ").hasLineCount(1);
    }

    @Test
    void options_go_through_the_schema() {
        assertThat(run("--bootstrap-servers", "b1:9092,b2:9092", "--listen", "127.0.0.1:19092", "--check"))
                .isZero();
        assertThat(out.toString())
                .contains(
                        "cluster 'main': listening on 127.0.0.1:19092 in front of b1:9092,b2:9092;"
                                + " brokers at ports 19093-19153 by node id modulo 61; topology descriptions: plugin memory,"
                                + " at most 358400 bytes, native auto",
                        "The configuration is valid.");
    }

    @Test
    void certificates_that_clients_must_show_are_told() throws IOException {
        SelfSigned key = SelfSigned.make(directory, "proxy", "CN=proxy", "ip:127.0.0.1");
        String tls = "{ssl.client.auth: required, ssl.keystore.location: " + key.keystore()
                + ", ssl.keystore.password: " + SelfSigned.PASSWORD + ", ssl.truststore.location: " + key.truststore()
                + ", ssl.truststore.password: " + SelfSigned.PASSWORD + "}";
        Path file = Files.writeString(
                directory.resolve("topoxy.yaml"),
                "admin: {tls: " + tls + "}\nclusters:\n  - bootstrap.servers: b:9092\n    tls: " + tls + "\n");

        assertThat(run("check", "--config", file.toString())).isZero();
        assertThat(out.toString())
                .contains("listening on 127.0.0.1:19092 with TLS, client certificates required in front of b:9092;")
                .contains("admin server: https://127.0.0.1:9190/, client certificates required");
    }

    @Test
    void all_options_are_understood() {
        assertThat(run(
                        "--bootstrap-servers=b:9092",
                        "--listen=0.0.0.0:19092",
                        "--advertised=proxy:29092",
                        "--broker-ports=19100-19110",
                        "--topology-plugin=none",
                        "--max-bytes=7",
                        "--check"))
                .isZero();
        assertThat(out.toString())
                .contains(
                        "listening on 0.0.0.0:19092, told to clients as proxy:29092 in front of b:9092; brokers at"
                                + " ports 19100-19110 from node id 0 on; topology descriptions: none, only addresses are changed");
    }

    @Test
    void faults_name_the_option_and_all_are_told() {
        assertThat(run("--bootstrap-servers", "b", "--listen", "x", "--broker-ports", "abc", "--max-bytes", "1k"))
                .isEqualTo(2);
        assertThat(err.toString().lines())
                .containsExactly(
                        "--bootstrap-servers: 'b' is not host:port: write host:port, like broker1:9092",
                        "--listen: 'x' is not host:port: write host:port, like broker1:9092",
                        "--broker-ports: 'abc' is not a port range: write first-last, like 19093-19153",
                        "--max-bytes: '1k' is not a size in bytes: write a number from 0 to 2147483647",
                        "topoxy: 4 faults, nothing was started");
        assertThat(out.toString()).isEmpty();
        assertThat(started.get()).isNull();
    }

    @Test
    void a_wildcard_listener_needs_to_be_advertised() {
        assertThat(run("--bootstrap-servers", "b:1", "--listen", "0.0.0.0:19092"))
                .isEqualTo(2);
        assertThat(err.toString())
                .startsWith("--listen: '0.0.0.0:19092' is a wildcard")
                .contains("set advertised");
    }

    @Test
    void a_file_and_options_contradict_each_other() {
        assertThat(run("--config", "topoxy.yaml", "--bootstrap-servers", "b:1")).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("topoxy: --config and --bootstrap-servers contradict each other: write the setting into"
                        + " topoxy.yaml, or leave --config out.");
    }

    @Test
    void nothing_given_says_what_to_give() {
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString())
                .startsWith(
                        "topoxy: no cluster is named: give --bootstrap-servers host:port, or --config with a file.");
    }

    @Test
    void unknown_options_are_a_mistake_without_a_stack_trace() {
        assertThat(run("--bootstrap-server", "b:1")).isEqualTo(2);
        assertThat(err.toString().lines())
                .containsExactly("topoxy: there is no option --bootstrap-server. Try 'topoxy --help'.");
    }

    @Test
    void an_option_without_its_value_or_given_twice_is_a_mistake() {
        assertThat(run("--bootstrap-servers")).isEqualTo(2);
        assertThat(run("--bootstrap-servers", "b:1", "--bootstrap-servers=c:1")).isEqualTo(2);
        assertThat(run("b:1")).isEqualTo(2);
        assertThat(err.toString().lines())
                .containsExactly(
                        "topoxy: --bootstrap-servers needs a value. Try 'topoxy --help'.",
                        "topoxy: --bootstrap-servers is given more than once. Try 'topoxy --help'.",
                        "topoxy: there is no command 'b:1'. Try 'topoxy --help'.");
    }

    @Test
    void a_faulty_file_is_a_mistake_without_a_stack_trace() throws IOException {
        Path file = Files.writeString(directory.resolve("t.yaml"), "clusters: 1\n");
        assertThat(run("--config", file.toString())).isEqualTo(2);
        assertThat(err.toString())
                .startsWith(file + ":1:11: clusters: is not a list of clusters")
                .doesNotContain("\tat ");
    }

    @Test
    void the_shipped_example_is_valid() {
        Path example = Path.of("src", "main", "dist", "config", "topoxy.yaml");
        assertThat(run("--config", example.toString(), "--check"))
                .as(err.toString())
                .isZero();
    }

    @Test
    void a_start_that_fails_is_told_in_a_line_and_exits_with_1() {
        Topoxy topoxy = topoxy(config -> {
            throw new StartFailedException(new IOException("cannot listen on 127.0.0.1:19092: in use"));
        });
        assertThat(topoxy.run("--bootstrap-servers", "b:1")).isEqualTo(1);
        assertThat(err.toString().lines()).containsExactly("topoxy: cannot listen on 127.0.0.1:19092: in use");
    }

    @Test
    void a_configuration_can_stand_in_the_environment() {
        environment = Map.of("TOPOXY_CONFIG", "clusters:\n  - bootstrap.servers: ${BROKER}:9092\n", "BROKER", "b7");
        assertThat(run("check")).isZero();
        assertThat(out.toString()).contains("in front of b7:9092");
        assertThat(run("--bootstrap-servers", "b8:9092", "--check")).isZero();
        assertThat(out.toString()).contains("in front of b8:9092");
    }

    @Test
    void faults_in_the_environment_are_told_with_their_place() {
        environment = Map.of("TOPOXY_CONFIG", "clusters:\n  - bootstrap.server: b:1\n");
        assertThat(run("check")).isEqualTo(2);
        assertThat(err.toString()).startsWith("TOPOXY_CONFIG:2:");
    }

    private int run(String... args) {
        return topoxy(config -> {
                    started.set(config);
                    throw new StartFailedException(new IOException("started although it must not"));
                })
                .run(args);
    }

    private Topoxy topoxy(ProxyStarter starter) {
        return new Topoxy(new PrintWriter(out, true), new PrintWriter(err, true), environment, directory, starter);
    }
}
