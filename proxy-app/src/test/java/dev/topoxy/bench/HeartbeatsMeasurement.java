package dev.topoxy.bench;

import dev.topoxy.testkit.Coordinators;
import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.ProxyProcess;
import dev.topoxy.testkit.RawClient;
import dev.topoxy.testkit.RawMember;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a heartbeat costs the proxy, sockets and all, where it knows ten groups and where it knows 10,000, each with its
 * description stored.
 */
final class HeartbeatsMeasurement implements AutoCloseable {

    private static final String TOPIC = "bench-heartbeats";
    private static final int BEATS = 20_000;
    private static final double MICROS_PER_SECOND = 1e6;

    /** So many are under way at a time, each of another group. */
    private static final int BATCH = 10;

    private record Subject(String name, ProxyProcess proxy, RawClient client, List<RawMember> members) {}

    private final Bed bed;
    private final Samples samples;
    private final List<Subject> subjects = new ArrayList<>();

    HeartbeatsMeasurement(Bed bed, Samples samples) {
        this.bed = bed;
        this.samples = samples;
    }

    /** Has a member join each group and push its description. */
    void prepare() throws IOException {
        Coordinators.awaitReady(bed.cluster());
        bed.cluster().createTopics(1, TOPIC);
        for (String store : List.of("file", "kafka")) {
            for (int groups : List.of(BATCH, 10_000)) {
                Subject subject = start(store, groups);
                subjects.add(subject);
                for (int i = 0; i < groups; i++) {
                    RawMember member = RawMember.of(subject.client, store + "-" + groups + "-" + i, "member");
                    member.join(TOPIC);
                    var pushed = member.push(TOPIC);
                    if (pushed.errorCode() != 0) {
                        throw new IllegalStateException("a description was refused: " + pushed.errorMessage());
                    }
                    subject.members.add(member);
                }
            }
        }
    }

    private Subject start(String store, int groups) throws IOException {
        String listen = "127.0.0.1:" + FreePorts.consecutive(ProxyProcess.PORTS);
        String name = store + ", " + groups + " groups";
        Path place = Files.createTempDirectory(bed.directory(), "heartbeats-");
        String where = store.equals("file") ? "directory: " + place : "topic: " + place.getFileName();
        Path config =
                Files.writeString(place.resolve("topoxy.yaml"), """
                admin: {listen: none}
                clusters:
                  - bootstrap.servers: %s
                    listen: %s
                    topology.description:
                      group.streams.topology.description.class: %s
                      plugin.config: {%s}
                """.formatted(bed.direct(), listen, store, where));
        ProxyProcess proxy = ProxyProcess.withConfig(config, listen, place.resolve("topoxy.log"));
        return new Subject(name, proxy, RawClient.connect(listen), new ArrayList<>());
    }

    void round(int round) throws IOException {
        for (Subject subject : subjects) {
            ProcessFigures figures = new ProcessFigures(subject.proxy.jvm().pid());
            double before = figures.cpuSeconds();
            for (int sent = 0; sent < BEATS; sent += BATCH) {
                int first = sent % subject.members.size();
                List<RawMember> batch = subject.members.subList(first, first + BATCH);
                for (RawMember member : batch) {
                    member.sendBeat();
                }
                for (RawMember member : batch) {
                    if (member.readBeat().errorCode() != 0) {
                        throw new IllegalStateException("a heartbeat failed");
                    }
                }
            }
            double micros = (figures.cpuSeconds() - before) / BEATS * MICROS_PER_SECOND;
            samples.add(new Sample(Workloads.HEARTBEATS, subject.name, round, Metric.CPU_MICROS, micros));
        }
    }

    @Override
    public void close() throws IOException {
        for (Subject subject : subjects) {
            subject.client.close();
            subject.proxy.close();
        }
    }
}
