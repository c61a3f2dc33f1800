package dev.topoxy.core.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.protocol.ApiKeys;

/** Frames recorded between real clients and real brokers. */
public final class GoldenFrames {

    /** From a 4.4.0 broker with a plugin. */
    public static final String NATIVE = "native-4.4.0";

    /** From a 4.3.1 broker. */
    public static final String DIRECT_4_3 = "direct-4.3.1";

    /** From a 4.2.2 broker. */
    public static final String DIRECT_4_2 = "direct-4.2.2";

    private static final Pattern NAME = Pattern.compile("([^/]+)/(.+)\\.key(\\d+)-v(\\d+)-(req|resp)\\.hex");

    private static final List<Frame> ALL =
            text("index.txt").lines().map(GoldenFrames::load).toList();

    /**
     * One frame.
     *
     * @param broker {@link #NATIVE}, {@link #DIRECT_4_3} or {@link #DIRECT_4_2}
     * @param what the number and topic of the file's name
     * @param version of the body
     * @param request false for a response
     * @param hex the whole frame with its size field
     */
    public record Frame(String broker, String what, ApiKeys api, short version, boolean request, String hex) {

        /** The whole frame with its size field; a fresh array. */
        public byte[] bytes() {
            return HexFormat.of().parseHex(hex);
        }

        @Override
        public String toString() {
            return broker + "/" + what + " " + api + " v" + version + (request ? " request" : " response");
        }
    }

    private GoldenFrames() {}

    public static List<Frame> all() {
        return ALL;
    }

    /** The frames of one broker in the order they were recorded. */
    public static List<Frame> of(String broker) {
        return ALL.stream().filter(frame -> frame.broker().equals(broker)).toList();
    }

    /** The frame whose {@link Frame#what} starts with the text, such as {@code 06-topology-push}. */
    public static Frame get(String broker, String what) {
        return of(broker).stream()
                .filter(frame -> frame.what().startsWith(what))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no frame " + broker + "/" + what));
    }

    private static Frame load(String file) {
        Matcher name = NAME.matcher(file);
        if (!name.matches()) {
            throw new IllegalStateException("index.txt: " + file + " is no frame's name");
        }
        return new Frame(
                name.group(1),
                name.group(2),
                ApiKeys.forId(Integer.parseInt(name.group(3))),
                Short.parseShort(name.group(4)),
                name.group(5).equals("req"),
                text(file).strip());
    }

    private static String text(String file) {
        try (InputStream in = Objects.requireNonNull(GoldenFrames.class.getResourceAsStream("/golden/" + file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
