package dev.topoxy.bench;

import dev.topoxy.testkit.ClusterSpec;
import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaBroker;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs the rounds. A workload that fails is told and left out; what was measured is written all the same. */
final class Bench {

    private static final String HAPROXY_LISTENER = "HAPROXY";
    private static final Path DIRECTORY = Workspace.target("bench");

    private final Options options;
    private final Optional<Path> haproxy = HaProxy.program();
    private final Map<String, Integer> proxyPorts = new LinkedHashMap<>();
    private final int haproxyPort = FreePorts.one();
    private final Samples samples;
    private final List<Workload> workloads;
    private final Optional<TlsBed> tls;
    private boolean failed;

    private Bench(Options options) {
        this.options = options;
        this.samples = new Samples(options.run(LocalDate.now(ZoneOffset.UTC)));
        this.workloads = Workloads.named(options.workloads());
        this.tls = workloads.stream().anyMatch(Workload::tls) ? Optional.of(new TlsBed(DIRECTORY)) : Optional.empty();
        options.proxies().keySet().forEach(name -> proxyPorts.put(name, FreePorts.consecutive(CommandProxy.PORTS)));
    }

    public static void main(String[] args) throws IOException {
        if (List.of(args).contains("--help")) {
            say(Options.USAGE);
            return;
        }
        Options options;
        try {
            options = Options.parse(List.of(args), Workspace.module());
        } catch (IllegalArgumentException e) {
            System.err.println("bench: " + e.getMessage() + "\n" + Options.USAGE);
            System.exit(2);
            return;
        }
        Bench bench = new Bench(options);
        bench.run();
        System.exit(bench.failed ? 1 : 0);
    }

    private void run() throws IOException {
        Path earlier = options.out().resolve(Report.CSV);
        if (Files.exists(earlier)) {
            samples.keep(Files.readString(earlier), options.workloads());
        }
        if (haproxy.isEmpty()) {
            say("HAProxy is left out: there is no haproxy on the PATH (Debian: apt-get install haproxy)");
        }
        say("Starting a Kafka " + KafkaArtifacts.V4_3 + " broker ...");
        List<Route> routes = new ArrayList<>();
        try (KafkaCluster cluster = KafkaCluster.start(spec())) {
            try {
                KafkaBroker broker = cluster.broker();
                Bed bed = new Bed(options, cluster, broker.address(), DIRECTORY);
                if (workloads.stream().anyMatch(workload -> !workload.tls())) {
                    startRoutes(routes, broker, DIRECTORY);
                }
                tls.ifPresent(bedOfTls -> bedOfTls.startRoutes(routes, broker, haproxy));
                for (Workload workload : workloads) {
                    List<Route> its = routes.stream()
                            .filter(route -> route.tls() == workload.tls())
                            .toList();
                    guard(workload.name(), () -> measure(workload, bed, its));
                }
                if (options.workloads().contains(Workloads.START)) {
                    guard(Workloads.START, () -> measureStart(bed));
                }
                if (options.workloads().contains(Workloads.STORES)) {
                    guard(Workloads.STORES, () -> measureStores(bed));
                }
                if (options.workloads().contains(Workloads.HEARTBEATS)) {
                    guard(Workloads.HEARTBEATS, () -> measureHeartbeats(bed));
                }
            } finally {
                routes.forEach(Route::close);
            }
        }
        say("Results: " + options.out().resolve("latest.md"));
        say(report().markdown());
    }

    private ClusterSpec spec() {
        ClusterSpec spec = ClusterSpec.of(KafkaArtifacts.V4_3)
                .withJvmArgs("-Xmx1g", "-XX:+UseG1GC")
                .withProperty("log.segment.delete.delay.ms", "1000")
                // Ten thousand members take longer to join than one may be silent.
                .withProperty("group.streams.session.timeout.ms", "3600000")
                .withProperty("group.streams.max.session.timeout.ms", "3600000")
                .withAdvertisedListener(HAPROXY_LISTENER, "127.0.0.1:" + haproxyPort);
        for (Map.Entry<String, Integer> proxy : proxyPorts.entrySet()) {
            spec = spec.withAdvertisedListener(listener(proxy.getKey()), "127.0.0.1:" + proxy.getValue());
        }
        return tls.isPresent() ? tls.get().addTo(spec) : spec;
    }

    /** Listeners are named in capitals, proxies as anybody likes. */
    private String listener(String proxy) {
        return "PROXY" + new ArrayList<>(proxyPorts.keySet()).indexOf(proxy);
    }

    private void startRoutes(List<Route> routes, KafkaBroker broker, Path directory) {
        routes.add(new DirectRoute(broker.address()));
        haproxy.ifPresent(program -> routes.add(
                HaProxy.start(program, haproxyPort, broker.address(HAPROXY_LISTENER), Optional.empty(), directory)));
        routes.add(TopoxyRoute.start(broker.address(), directory.resolve("topoxy.log")));
        options.proxies()
                .forEach((name, command) -> routes.add(CommandProxy.start(
                        name,
                        command,
                        proxyPorts.getOrDefault(name, 0),
                        broker.address(),
                        broker.address(listener(name)),
                        directory.resolve("proxy-" + name.replaceAll("\\W", "_") + ".log"))));
    }

    private interface Step {
        void run() throws IOException;
    }

    private void guard(String workload, Step step) throws IOException {
        try {
            step.run();
        } catch (RuntimeException | IOException e) {
            failed = true;
            System.err.println("bench: " + workload + " failed: " + e);
            e.printStackTrace();
        }
        report().write(options.out());
    }

    private void measure(Workload workload, Bed bed, List<Route> routes) {
        say(workload.name() + ": preparing ...");
        workload.prepare(bed);
        for (int round = 0; round <= options.rounds(); round++) {
            for (Route route : routes) {
                Map<Metric, Double> figures = workload.run(bed, route);
                for (Map.Entry<Metric, Double> figure : figures.entrySet()) {
                    samples.add(new Sample(workload.name(), route.name(), round, figure.getKey(), figure.getValue()));
                }
                say(workload.name() + ", round " + round + ", " + route.name() + ": " + figures);
            }
        }
    }

    private void measureStart(Bed bed) throws IOException {
        StartMeasurement start = new StartMeasurement(bed, samples);
        start.prepare();
        for (int round = 0; round <= options.rounds(); round++) {
            say("start, round " + round);
            start.round(round);
        }
    }

    private void measureStores(Bed bed) throws IOException {
        StoresMeasurement stores = new StoresMeasurement(bed, samples);
        say("stores: filling ...");
        stores.prepare();
        for (int round = 0; round <= options.rounds(); round++) {
            say("stores, round " + round);
            stores.round(round);
        }
    }

    private void measureHeartbeats(Bed bed) throws IOException {
        try (HeartbeatsMeasurement heartbeats = new HeartbeatsMeasurement(bed, samples)) {
            say("heartbeats: groups join ...");
            heartbeats.prepare();
            for (int round = 0; round <= options.rounds(); round++) {
                say("heartbeats, round " + round);
                heartbeats.round(round);
            }
        }
    }

    private Report report() {
        return new Report(samples, Machine.facts(haproxy.map(HaProxy::version)));
    }

    private static void say(String line) {
        System.out.println(line);
    }
}
