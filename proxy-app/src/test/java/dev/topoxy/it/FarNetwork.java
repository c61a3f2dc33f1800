package dev.topoxy.it;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/**
 * A network of its own, and a cable to it that can be cut: then nothing arrives, and nobody is told. A network namespace
 * of Linux, for which it takes rights that not everybody has.
 */
final class FarNetwork implements AutoCloseable {

    /** This machine's end of the cable. */
    static final String HERE = "10.213.31.1";

    private static final String THERE = "10.213.31.2";
    private static final String NAME = "topoxy-far";
    private static final String CABLE = "topoxy-far0";

    private FarNetwork() {}

    /** Skips the test where no such network may be made, and says why. */
    static FarNetwork connect() throws IOException, InterruptedException {
        FarNetwork network = new FarNetwork();
        for (String command : List.of(
                "ip netns add " + NAME,
                "ip link add " + CABLE + " type veth peer name topoxy-far1 netns " + NAME,
                "ip addr add " + HERE + "/30 dev " + CABLE,
                "ip link set " + CABLE + " up",
                "ip -n " + NAME + " link set lo up",
                "ip -n " + NAME + " addr add " + THERE + "/30 dev topoxy-far1",
                "ip -n " + NAME + " link set topoxy-far1 up")) {
            String failure = run(command.split(" ", -1));
            if (!failure.isEmpty()) {
                network.close();
                String reason = "no network can be made here: " + command + ": " + failure;
                System.out.println("Skipped: " + reason);
                Assumptions.abort(reason);
            }
        }
        return network;
    }

    /** How a command is run there. */
    static List<String> there(String... command) {
        List<String> line = new ArrayList<>(List.of("ip", "netns", "exec", NAME));
        line.addAll(List.of(command));
        return line;
    }

    void cut() throws IOException, InterruptedException {
        run("ip", "link", "set", CABLE, "down");
    }

    /** What it says, on either stream. */
    private static String run(String... command) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return process.waitFor() == 0 || !said.isEmpty() ? said : command[0] + " failed";
    }

    @Override
    public void close() throws IOException, InterruptedException {
        run("ip", "netns", "del", NAME);
        run("ip", "link", "del", CABLE);
    }
}
