package dev.topoxy.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.marcnuri.helm.LintResult;
import dev.topoxy.app.config.ConfigLoader;
import dev.topoxy.app.config.InvalidConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChartTest {
    private static final String GATEWAY = "bootstrapServers: kafka:9092\n";
    private static final String SIDECAR = "mode: sidecar\n" + GATEWAY;
    private static final Path SNAPSHOTS = Path.of("src", "test", "resources");
    private static final Path README = Chart.DIRECTORY.resolve("README.md");
    private static final Path DOCS = Path.of("..", "docs", "monitoring");

    private static final String MOUNTS = "/etc/topoxy/";
    private static final Pattern FILE = Pattern.compile(Pattern.quote(MOUNTS) + "([\\w./-]+)");

    private static final Pattern INSTALL = Pattern.compile("^helm install (?:.*\\\\\n)*.*$", Pattern.MULTILINE);
    private static final Pattern SET = Pattern.compile("--set ([\\w.]+)=(\\S+)");
    private static final Pattern VALUES_FILE = Pattern.compile("-f (\\S+)");

    /** Enough for each variable that configurations name. */
    private static final Map<String, String> ENVIRONMENT = Map.of(
            "TOPOXY_ADMIN_TOKEN",
            "11111111-2222-3333-4444-555555555555",
            "TOPOXY_STORE_PASSWORD",
            "p",
            "TOPOXY_STORE_CERTIFICATE",
            "c",
            "TOPOXY_STORE_KEY",
            "k");

    @TempDir
    Path directory;

    static Stream<String> values() throws IOException {
        return Stream.concat(
                Stream.of(
                        GATEWAY,
                        SIDECAR,
                        GATEWAY + "store: {type: memory, config: {history: 3}}\n",
                        GATEWAY + "service: {type: NodePort, port: 19092}\nbrokers: {firstNodeId: 100, count: 20}\n",
                        GATEWAY + "access: sni\ntls: {enabled: true, existingSecret: t, clientAuth: required,"
                                + " clientCaSecret: ca, settings: {ssl.enabled.protocols: TLSv1.3}}\n"
                                + "test: {clientSecret: c}\n",
                        GATEWAY + "upstream: {tls: {enabled: true, caSecret: ca, clientSecret: c}, sasl: {mechanism:"
                                + " PLAIN, username: u, existingSecret: s}}\n",
                        GATEWAY + "upstream: {sasl: {mechanism: OAUTHBEARER, username: u, existingSecret: s,"
                                + " tokenEndpointUrl: 'https://issuer.example/token', scope: kafka}}\n"
                                + "store: {sasl: {mechanism: SCRAM-SHA-256, username: v, existingSecret: t}}\n",
                        GATEWAY + "settings: {limits: {max.connections: 100}, connect.timeout.ms: 5000}\n"
                                + "clusterSettings: {topology.description: {refresh: never}, proxy.protocol: allowed,"
                                + " proxy.protocol.trusted: [10.0.0.0/8], upstream: {proxy.protocol.send: true}}\n",
                        GATEWAY + "networkPolicy: {enabled: true, clients: [{podSelector: {}}], brokers: [{ipBlock:"
                                + " {cidr: 10.0.0.0/8}}], monitoring: [{namespaceSelector: {}}]}\n",
                        GATEWAY + "image: {digest: 'sha256:" + "0".repeat(64) + "', pullSecrets: [r]}\n"
                                + "nodeSelector: {a: b}\ntolerations: [{operator: Exists}]\npriorityClassName: high\n"
                                + "affinity: {podAntiAffinity: {}}\npodLabels: {a: b}\npodAnnotations: {c: d}\n"
                                + "commonLabels: {team: streams}\nserviceAccount: {create: false, name: x}\n"
                                + "env: [{name: A, valueFrom: {secretKeyRef: {name: s, key: k}}}]\n"
                                + "extraVolumes: [{name: plugins, emptyDir: {}}]\n"
                                + "extraVolumeMounts: [{name: plugins, mountPath: /opt/topoxy/plugins}]\n"
                                + "monitoring: {serviceMonitor: {enabled: true}}\n",
                        GATEWAY + "admin: {existingSecret: t, tls: {existingSecret: a}}\nmonitoring: {tlsConfig:"
                                + " {insecureSkipVerify: true}, podMonitor: {enabled: true}, serviceMonitor: {enabled: true}}\n",
                        SIDECAR + "admin: {tls: {existingSecret: a}}\n",
                        SIDECAR + "injection: {namespaceLabels: {streams: 'yes'}, labelValue: orders, failurePolicy:"
                                + " Ignore}\nmonitoring: {podMonitor: {enabled: true}}\n"
                                + "env: [{name: A, value: \"$(B) \\\"quoted\\\" \\\\ ü\"}]\n"),
                Chart.examples().stream().map(ChartTest::read));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void helm_finds_nothing_to_say() {
        LintResult result = Chart.lint();
        assertThat(result.isFailed()).as(result.getMessages().toString()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("values")
    void every_object_is_what_kubernetes_knows(String values) {
        Manifests manifests = Chart.render(values);
        List<JsonNode> own = manifests.all().stream().filter(Model::knows).toList();
        assertThat(own).allSatisfy(Model::validate);
        assertThat(manifests.all().stream().filter(object -> !Model.knows(object)))
                .allSatisfy(extension -> assertThat(extension.path("apiVersion").asText())
                        .isIn("monitoring.coreos.com/v1", "cert-manager.io/v1"));
        manifests
                .ofKind("MutatingAdmissionPolicy")
                .forEach(policy -> Model.validate("v1 Container", InjectedContainer.of(policy)));
    }

    @ParameterizedTest
    @MethodSource("values")
    void topoxy_finds_no_fault_in_its_configuration(String values) {
        List<String> configurations = Chart.render(values).configurations();
        boolean rendered = !values.contains("injection:\n  enabled: false");
        assertThat(configurations).hasSize(rendered ? 1 : 0);
        for (String configuration : configurations) {
            assertThatCode(() -> load(configuration)).as(configuration).doesNotThrowAnyException();
        }
    }

    /** With files where the chart mounts them. */
    private void load(String configuration) throws IOException {
        for (String file : FILE.matcher(configuration)
                .results()
                .map(found -> found.group(1))
                .toList()) {
            Path path = directory.resolve(file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, "x");
        }
        try {
            new ConfigLoader(directory, ENVIRONMENT)
                    .fromText("topoxy.yaml", configuration.replace(MOUNTS, directory + "/"));
        } catch (InvalidConfigException e) {
            throw new AssertionError(e.faults().toString(), e);
        }
    }

    @ParameterizedTest
    @MethodSource("values")
    void pods_conform_to_the_restricted_standard(String values) {
        Manifests manifests = Chart.render(values);
        List<JsonNode> containers = Stream.concat(
                        manifests.pods().stream().flatMap(ChartTest::containers),
                        manifests.ofKind("MutatingAdmissionPolicy").map(InjectedContainer::of))
                .toList();
        for (JsonNode container : containers) {
            JsonNode context = container.path("securityContext");
            assertThat(context.path("runAsNonRoot").asBoolean()).isTrue();
            assertThat(context.path("runAsUser").asInt()).isPositive();
            assertThat(context.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
            assertThat(context.path("readOnlyRootFilesystem").asBoolean()).isTrue();
            assertThat(context.at("/capabilities/drop/0").asText()).isEqualTo("ALL");
            assertThat(context.at("/seccompProfile/type").asText()).isEqualTo("RuntimeDefault");
            assertThat(container.at("/resources/limits/memory").asText()).isNotEmpty();
            assertThat(container.at("/resources/requests/cpu").asText()).isNotEmpty();
        }
        assertThat(manifests.pods())
                .allSatisfy(pod -> assertThat(
                                pod.path("automountServiceAccountToken").asBoolean(true))
                        .isFalse());
    }

    private static Stream<JsonNode> containers(JsonNode pod) {
        Stream.Builder<JsonNode> containers = Stream.builder();
        pod.path("containers").forEach(containers);
        pod.path("initContainers").forEach(containers);
        return containers.build();
    }

    @Test
    void whoever_asks_an_admin_port_with_tls_does_so_by_https() {
        Manifests manifests = Chart.render(GATEWAY + "admin: {tls: {existingSecret: a}}\nmonitoring: {tlsConfig:"
                + " {insecureSkipVerify: true}, podMonitor: {enabled: true}, serviceMonitor: {enabled: true}}\n");
        JsonNode container = manifests.pods().get(0).at("/containers/0");
        assertThat(Stream.of("startupProbe", "readinessProbe", "livenessProbe"))
                .allSatisfy(probe -> assertThat(
                                container.at("/" + probe + "/httpGet/scheme").asText())
                        .isEqualTo("HTTPS"));
        JsonNode scrapedPods =
                manifests.ofKind("PodMonitor").findFirst().orElseThrow().at("/spec/podMetricsEndpoints/0");
        JsonNode scraped =
                manifests.ofKind("ServiceMonitor").findFirst().orElseThrow().at("/spec/endpoints/0");
        assertThat(List.of(scrapedPods, scraped)).allSatisfy(endpoint -> {
            assertThat(endpoint.path("scheme").asText()).isEqualTo("https");
            assertThat(endpoint.at("/tlsConfig/insecureSkipVerify").asBoolean()).isTrue();
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "replica: 3",
                "image: {name: x}",
                "settings: {connect.timeout: 5}",
                "settings: {clusters: []}",
                "clusterSettings: {listen: 'x:1'}",
                "clusterSettings: {topology.description: {native: sometimes}}",
                "tls: {certManager: {issuer: x}}",
                "env: [{name: A, from: B}]",
                "resources: {limit: {memory: 1Gi}}",
                "networkPolicy: {clients: [{podSelectors: {}}]}",
                "mode: both",
                "jvm: {heap: 64Mi}",
                "service: {port: 80}",
                "monitoring: {podMonitor: {enable: true}}"
            })
    void what_the_chart_does_not_know_is_refused(String values) {
        assertThatThrownBy(() -> Chart.render(GATEWAY + values)).hasMessageContaining("schema");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "|bootstrapServers: name the brokers",
                GATEWAY + "tls: {enabled: true}|tls.existingSecret: name a Secret",
                GATEWAY + "access: sni|set tls.enabled, or access: ports",
                GATEWAY + "store: {type: file}|set persistence.enabled",
                GATEWAY + "store: {type: file}\npersistence: {enabled: true}|set replicas: 1",
                GATEWAY + "upstream: {sasl: {mechanism: PLAIN, username: u}}|upstream.sasl.existingSecret: name",
                SIDECAR + "store: {type: file}|use kafka",
                SIDECAR + "sidecar: {native: false}|set sidecar.native: true"
            })
    void what_cannot_work_says_what_to_set(String valuesAndMessage) {
        int end = valuesAndMessage.lastIndexOf('|');
        assertThatThrownBy(() -> Chart.render(valuesAndMessage.substring(0, end)))
                .hasMessageContaining(valuesAndMessage.substring(end + 1));
    }

    @Test
    void a_classic_sidecar_cannot_wait_for_an_admin_port_with_tls() {
        assertThatThrownBy(() -> Including.chart(
                        directory,
                        SIDECAR + "sidecar: {native: false}\ninjection: {enabled: false}\n"
                                + "admin: {tls: {existingSecret: a}}\n"))
                .hasMessageContaining("leave admin.tls out, or set sidecar.native");
    }

    @Test
    void the_default_rendering_changes_only_on_purpose() throws IOException {
        assertUnchanged("default.yaml", Chart.render(GATEWAY));
        assertUnchanged("sidecar-injected.yaml", Chart.render(Chart.EXAMPLES.resolve("sidecar-injected.yaml")));
    }

    private static void assertUnchanged(String snapshot, Manifests rendered) throws IOException {
        Path file = SNAPSHOTS.resolve(snapshot);
        if (Boolean.getBoolean("topoxy.write.docs")) {
            Files.createDirectories(SNAPSHOTS);
            Files.writeString(file, rendered.text());
        }
        assertThat(rendered.text()).isEqualTo(Files.readString(file));
    }

    @Test
    void a_pod_is_given_longer_than_a_drain_takes() {
        JsonNode pod = Chart.render(GATEWAY + "shutdown: {delaySeconds: 7, deadlineSeconds: 40}\n")
                .pods()
                .get(0);
        assertThat(pod.path("terminationGracePeriodSeconds").asInt()).isEqualTo(52);
    }

    @Test
    void a_changed_configuration_rolls_the_pods() {
        String checksum = "/spec/template/metadata/annotations/checksum~1config";
        JsonNode before = Chart.render(GATEWAY).only("Deployment");
        JsonNode after =
                Chart.render(GATEWAY + "settings: {connect.timeout.ms: 5000}\n").only("Deployment");
        assertThat(before.at(checksum).asText())
                .isNotEmpty()
                .isEqualTo(Chart.render(GATEWAY).only("Deployment").at(checksum).asText())
                .isNotEqualTo(after.at(checksum).asText());
    }

    @Test
    void each_broker_has_the_port_that_it_is_told_at() throws Exception {
        Manifests manifests = Chart.render(GATEWAY + "brokers: {firstNodeId: 4, count: 2}\n");
        JsonNode ports = manifests.ofKind("Service").findFirst().orElseThrow().at("/spec/ports");
        assertThat(ports.findValuesAsText("port")).containsExactly("9092", "9093", "9094");
        assertThat(ports.findValuesAsText("targetPort")).containsExactly("kafka", "broker-4", "broker-5");
        JsonNode cluster = Manifests.yaml(manifests.configurations().get(0)).at("/clusters/0");
        assertThat(cluster.path("advertised").asText()).isEqualTo("topoxy.streams.svc.cluster.local:9092");
        assertThat(cluster.at("/brokers/ports").asText()).isEqualTo("9093-9094");
        assertThat(cluster.at("/brokers/node.id.first").asInt()).isEqualTo(4);
    }

    @Test
    void each_broker_has_a_service_of_the_name_that_it_is_told_by() {
        Manifests manifests =
                Chart.render(GATEWAY + "access: sni\nbrokers: {count: 2}\ntls: {enabled: true, existingSecret: t}\n");
        assertThat(manifests
                        .ofKind("Service")
                        .map(service -> service.at("/metadata/name").asText()))
                .containsExactlyInAnyOrder("topoxy", "topoxy-broker-0", "topoxy-broker-1", "topoxy-admin");
        assertThat(manifests.configurations().get(0))
                .contains("hosts: topoxy-broker-$(nodeId).streams.svc.cluster.local");
    }

    @Test
    void an_included_sidecar_is_the_one_that_is_injected() throws IOException {
        Manifests injected = Chart.render(Chart.EXAMPLES.resolve("sidecar-injected.yaml"));
        JsonNode policy = injected.only("MutatingAdmissionPolicy");
        JsonNode pod = Including.chart(directory, read(Chart.EXAMPLES.resolve("sidecar-injected.yaml")))
                .only("Pod")
                .path("spec");
        assertThat(pod.at("/initContainers/0")).isEqualTo(InjectedContainer.of(policy));
        assertThat(pod.at("/initContainers/0/restartPolicy").asText()).isEqualTo("Always");
        String volumes = policy.at("/spec/mutations/1/jsonPatch/expression").asText();
        assertThat(pod.at("/volumes/0")).isEqualTo(InjectedContainer.added(volumes, "/spec/volumes/-"));
        pod.path("volumes").forEach(volume -> Model.validate("v1 Volume", volume));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sidecar-included.yaml", "sidecar-classic.yaml"})
    void a_sidecar_can_be_included(String example) throws Exception {
        JsonNode container = Including.chart(directory, read(Chart.EXAMPLES.resolve(example)))
                .only("Pod")
                .at("/spec/initContainers/0");
        Model.validate("v1 Container", container);
        load(container.at("/env/0/value").asText());
        assertThat(container.at("/lifecycle/postStart").isMissingNode())
                .isEqualTo(example.equals("sidecar-included.yaml"));
    }

    @Test
    void alerts_and_dashboard_are_those_of_the_documentation() throws IOException {
        Manifests manifests =
                Chart.render(GATEWAY + "monitoring: {prometheusRule: {enabled: true}, dashboard: {enabled: true}}\n");
        assertThat(manifests.only("PrometheusRule").path("spec"))
                .isEqualTo(Manifests.yaml(Files.readString(DOCS.resolve("prometheus-alerts.yaml"))));
        assertThat(manifests
                        .ofKind("ConfigMap")
                        .map(map -> map.at("/data/topoxy.json").asText()))
                .contains(
                        Files.readString(DOCS.resolve("grafana-dashboard.json")).stripTrailing());
    }

    @Test
    void the_readme_lists_every_value_with_what_it_means() throws IOException {
        String values = Files.readString(Chart.DIRECTORY.resolve("values.yaml"));
        assertThat(ValuesReference.values(values))
                .allSatisfy(
                        value -> assertThat(value.comment()).as(value.path()).isNotEmpty());
        String written = Files.readString(README);
        String heading = "## Values\n\n";
        String generated =
                written.substring(0, written.indexOf(heading) + heading.length()) + ValuesReference.markdown(values);
        if (Boolean.getBoolean("topoxy.write.docs")) {
            Files.writeString(README, generated);
        }
        assertThat(Files.readString(README)).isEqualTo(generated);
    }

    @Test
    void each_installation_of_the_readme_renders() throws IOException {
        List<String> commands = INSTALL.matcher(Files.readString(README))
                .results()
                .map(MatchResult::group)
                .toList();
        assertThat(commands).hasSizeGreaterThanOrEqualTo(2).allSatisfy(command -> {
            Map<String, String> set = SET.matcher(command)
                    .results()
                    .collect(Collectors.toMap(option -> option.group(1), option -> option.group(2)));
            Optional<Path> file = VALUES_FILE
                    .matcher(command)
                    .results()
                    .map(option -> Chart.DIRECTORY.resolve(option.group(1)))
                    .findFirst();
            assertThat(Chart.render(file, set).all()).isNotEmpty();
        });
        assertThat(Chart.examples())
                .allSatisfy(example -> assertThat(README).content().contains("examples/" + example.getFileName()));
    }

    @Test
    void the_chart_has_the_version_of_the_program() throws IOException {
        JsonNode chart = Manifests.yaml(Files.readString(Chart.DIRECTORY.resolve("Chart.yaml")));
        String version = System.getProperty("project.version").replace("-SNAPSHOT", "");
        assertThat(chart.path("version").asText()).isEqualTo(version);
        assertThat(chart.path("appVersion").asText()).isEqualTo(version);
    }
}
