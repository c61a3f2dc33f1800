package dev.topoxy.bench;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What to measure.
 *
 * @param rounds counted rounds; one more is run before them and reported by itself
 * @param gigabytes of payload per throughput run, 10^9 bytes each
 * @param workloads names of {@link Workloads}
 * @param rate requests per second of the latency workloads
 * @param seconds how long a latency run lasts
 * @param jdks homes of the JDKs whose start is measured
 * @param proxies commands that start further proxies, by name; see {@link CommandProxy}
 * @param out where the reports go
 */
record Options(
        int rounds,
        double gigabytes,
        List<String> workloads,
        int rate,
        int seconds,
        List<Path> jdks,
        Map<String, String> proxies,
        Path out) {

    static final String USAGE = """
            usage: ./bench [OPTIONS]
              --rounds N            counted rounds, after one that is reported by itself (5)
              --gb X                payload of each throughput run in 10^9 bytes (1)
              --workloads A,B,...   of: %s (all)
              --rate N              requests per second of the latency workloads (1000)
              --seconds N           length of a latency run (20)
              --jdks HOME,HOME,...  JDKs whose start is measured (the one that runs this)
              --proxy NAME=COMMAND  one more proxy; may be repeated. COMMAND becomes the proxy by exec and may hold
                                    {listen} and {port}: where it is to listen (61 ports after it are free too),
                                    {broker}: a broker that advertises itself,
                                    {tcp-broker}: the same broker, which advertises {listen}
              --out DIR             where latest.md and latest.csv go (proxy-app/target/bench)
              --publish             write them to docs/benchmarks instead
            Workloads that are not measured keep the figures that these files have of them.
            """.formatted(String.join(", ", Workloads.names()));

    static Options parse(List<String> args, Path module) {
        Map<String, String> values = new LinkedHashMap<>();
        Map<String, String> proxies = new LinkedHashMap<>();
        Path out = module.resolve("target/bench");
        List<String> rest = new ArrayList<>(args);
        while (!rest.isEmpty()) {
            String name = rest.remove(0);
            if (name.equals("--publish")) {
                out = module.resolveSibling("docs").resolve("benchmarks");
                continue;
            }
            if (rest.isEmpty()) {
                throw new IllegalArgumentException(name + " needs a value");
            }
            String value = rest.remove(0);
            switch (name) {
                case "--proxy" -> {
                    String[] parts = value.split("=", 2);
                    if (parts.length < 2) {
                        throw new IllegalArgumentException("--proxy " + value + ": NAME=COMMAND is expected");
                    }
                    proxies.put(parts[0], parts[1]);
                }
                case "--out" -> out = Path.of(value).toAbsolutePath();
                case "--rounds", "--gb", "--workloads", "--rate", "--seconds", "--jdks" -> values.put(name, value);
                default -> throw new IllegalArgumentException("there is no option " + name);
            }
        }
        List<String> workloads = list(values.getOrDefault("--workloads", String.join(",", Workloads.names())));
        workloads.stream()
                .filter(name -> !Workloads.names().contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException("there is no workload " + name);
                });
        return new Options(
                Integer.parseInt(values.getOrDefault("--rounds", "5")),
                Double.parseDouble(values.getOrDefault("--gb", "1")),
                workloads,
                Integer.parseInt(values.getOrDefault("--rate", "1000")),
                Integer.parseInt(values.getOrDefault("--seconds", "20")),
                list(values.getOrDefault("--jdks", System.getProperty("java.home"))).stream()
                        .map(Path::of)
                        .toList(),
                proxies,
                out);
    }

    private static List<String> list(String text) {
        return List.of(text.split(",", -1));
    }

    /** When and how this run measures, in a line for people. */
    String run(LocalDate date) {
        return String.format(
                Locale.ROOT,
                "%s; %d rounds; %s GB per throughput run; latency at %d requests/s for %d s",
                date,
                rounds,
                BigDecimal.valueOf(gigabytes).stripTrailingZeros().toPlainString(),
                rate,
                seconds);
    }

    long records(int recordBytes) {
        return Math.max(1, (long) (gigabytes * 1e9 / recordBytes));
    }
}
