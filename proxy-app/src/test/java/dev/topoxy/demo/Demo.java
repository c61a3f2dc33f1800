package dev.topoxy.demo;

import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.KafkaTools;
import dev.topoxy.testkit.NativeTopology;
import dev.topoxy.testkit.NewTopics;
import dev.topoxy.testkit.ProxyProcess;
import dev.topoxy.testkit.ProxyUnderTest;
import dev.topoxy.testkit.StreamsApp;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * Shows the product at work and then waits for Ctrl-C; with {@code --exit} it ends with code 0, or 1 and the reason if a
 * step failed.
 */
final class Demo {

    private static final String GROUP = "orders-demo";
    private static final int RECORDS = 1_000;

    private final DemoLogs logs;
    private final boolean exit;

    private Demo(DemoLogs logs, boolean exit) {
        this.logs = logs;
        this.exit = exit;
    }

    public static void main(String[] args) {
        boolean exit = List.of(args).contains("--exit");
        if (args.length > (exit ? 1 : 0)) {
            System.err.println("usage: ./demo [--exit]");
            System.exit(2);
        }
        DemoLogs logs = DemoLogs.create();
        try {
            new Demo(logs, exit).run();
        } catch (RuntimeException | InterruptedException | IOException e) {
            logs.keep();
            System.err.println("The demo failed: " + reasons(e));
            System.err.println("Logs: " + logs.directory());
            System.exit(1);
        }
        System.exit(0);
    }

    private void run() throws InterruptedException, IOException {
        say("Starting a Kafka " + KafkaArtifacts.V4_3 + " broker (it knows nothing of topology descriptions) ...");
        try (KafkaCluster cluster = KafkaCluster.start(KafkaArtifacts.V4_3)) {
            say("  broker at " + cluster.bootstrap());
            say("Starting Topoxy in front of it ...");
            try (ProxyUnderTest proxy = ProxyProcess.inFrontOf(cluster.bootstrap(), logs.file("proxy.log"))) {
                say("  proxy at " + proxy.bootstrap());
                showTopology(proxy.bootstrap());
            } catch (RuntimeException e) {
                logs.save(cluster.broker().log());
                throw e;
            }
        }
        say("Everything is stopped.");
    }

    private void showTopology(String bootstrap) throws InterruptedException, IOException {
        StreamsApp.Setup setup = StreamsApp.Setup.of(bootstrap, GROUP);
        createTopics(bootstrap, setup.topics().all());
        say("Starting a Kafka Streams " + KafkaArtifacts.V4_4 + " application with bootstrap.servers=" + bootstrap
                + " ...");
        try (StreamsApp app = StreamsApp.start(setup)) {
            say("Producing " + RECORDS + " records through the proxy ...");
            app.produce(RECORDS);
            say("Waiting for the application's topology description ...");
            NativeTopology.awaitAvailable(bootstrap, GROUP);
            String command = "--bootstrap-server " + bootstrap + " --describe --topology --group " + GROUP;
            say("Asking Kafka's own tool of " + KafkaArtifacts.V4_4 + ":\n");
            say("$ kafka-streams-groups.sh " + command);
            say(new KafkaTools(KafkaArtifacts.V4_4)
                    .describeTopology(bootstrap, GROUP)
                    .outOrThrow());
            if (!exit) {
                inviteAndWait(bootstrap, command);
            }
        }
    }

    private void inviteAndWait(String bootstrap, String command) throws InterruptedException, IOException {
        Path tool = new KafkaTools(KafkaArtifacts.V4_4).argumentFile(KafkaTools.STREAMS_GROUPS);
        say("It all keeps running. Point a Streams 4.4 application at it: bootstrap.servers=" + bootstrap);
        say("Ask again with the command above, or without a Kafka installation:");
        say("  java @" + tool + " " + command);
        say("See it drawn at http://127.0.0.1:9190, or ask Topoxy itself:");
        say("  proxy-app/target/topoxy/bin/topoxy describe --group " + GROUP);
        say("Ctrl-C stops everything and leaves nothing behind.");
        new CountDownLatch(1).await();
    }

    private static void createTopics(String bootstrap, List<String> names) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            NewTopics.create(
                    admin,
                    names.stream().map(name -> new NewTopic(name, 2, (short) 1)).toList());
        }
    }

    private static String reasons(Throwable failure) {
        StringBuilder reasons = new StringBuilder(String.valueOf(failure.getMessage()));
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            reasons.append("\n  because of ").append(cause);
        }
        return reasons.toString();
    }

    private static void say(String line) {
        System.out.println(line);
    }
}
