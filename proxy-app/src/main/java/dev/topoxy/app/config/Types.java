package dev.topoxy.app.config;

import dev.topoxy.core.address.HostPort;
import dev.topoxy.core.address.NodeNames;
import dev.topoxy.filters.store.ShippedStores;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.common.security.ssl.SslPrincipalMapper;

/** The types of values that keys have. */
final class Types {
    private static final Pattern CLASS_NAME =
            Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$]*(\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*");
    private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._:%-]+");

    static final ScalarType<String> NAME = new ScalarType<>("a name", text -> {
        if (!LABEL.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a name: write up to 100 letters, digits, '.', '_' or '-'");
        }
        return text;
    });

    private static final String PLUGINS = String.join(", ", ShippedStores.names()) + ", none or a class name";

    static final ScalarType<HostPort> HOST_PORT = new ScalarType<>("host:port", Types::hostPort);

    static final ScalarType<Optional<HostPort>> HOST_PORT_OR_NONE = new ScalarType<>(
            "host:port or none", text -> text.equals("none") ? Optional.empty() : Optional.of(hostPort(text)));

    static final ValueType<List<String>> HOST_NAMES = listOf("a host name", text -> {
        if (!HOST.matcher(text).matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a host name");
        }
        return text;
    });

    static final ScalarType<String> TEXT = new ScalarType<>("text", text -> text);

    static final ScalarType<Path> FILE = new ScalarType<>("a file", Path::of);

    static final ValueType<List<Path>> FILES = listOf("a file", Path::of);

    static final ScalarType<String> SECRET = new ScalarType<>("text", text -> {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("is empty: write the password, or remove the key");
        }
        return text;
    });

    static final ScalarType<Boolean> BOOLEAN = new ScalarType<>("true or false", text -> {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException("'" + text + "' is neither true nor false");
        }
        return text.equals("true");
    });

    static final ScalarType<String> PRINCIPAL_MAPPING_RULES = new ScalarType<>("rules", text -> {
        try {
            SslPrincipalMapper.fromRules(text);
            return text;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a list of rules: write DEFAULT, or rules like RULE:^CN=([^,]+),.*$/$1/", e);
        }
    });

    static final ScalarType<NodeNames> NODE_NAMES = new ScalarType<>("a host name with $(nodeId)", NodeNames::of);

    static final ScalarType<Path> DIRECTORY = new ScalarType<>("a directory", Path::of);

    static final ScalarType<String> PLUGIN = new ScalarType<>(PLUGINS, text -> {
        if (!CLASS_NAME.matcher(text).matches() || isMistakenWord(text)) {
            throw new IllegalArgumentException("'" + text + "' is not a plugin: write " + PLUGINS);
        }
        return text;
    });

    static final ScalarType<URI> HTTP_URL = new ScalarType<>("an http or https URL", Types::httpUrl);

    static final ScalarType<String> TOKEN = new ScalarType<>("text", Types::token);

    static final ScalarType<String> NAMESPACE = new ScalarType<>("text", text -> {
        if (text.isBlank()) {
            throw new IllegalArgumentException("is empty: write a namespace, like kafka://broker1:9092");
        }
        return text;
    });

    static final ValueType<List<HostPort>> HOST_PORTS = new HostPortList();

    static final ValueType<BrokerPorts> BROKER_PORTS = new BrokerPortsType();

    static final ValueType<Map<String, String>> TEXT_MAP = new TextMap();

    private Types() {}

    /** A word where only classes are without a package, and those begin with a capital: redis, memroy, Kafka. */
    private static boolean isMistakenWord(String text) {
        List<String> words =
                Stream.concat(ShippedStores.names().stream(), Stream.of("none")).toList();
        return !words.contains(text)
                && !text.contains(".")
                && (Character.isLowerCase(text.charAt(0)) || words.contains(text.toLowerCase(Locale.ROOT)));
    }

    /** Values with commas between them, or a YAML list. */
    static <T> ValueType<List<T>> listOf(String what, Function<String, T> parser) {
        return new ScalarList<>(new ScalarType<>(what, parser));
    }

    static ScalarType<Integer> integer(String what, int min, int max) {
        return new ScalarType<>("a number from " + min + " to " + max, text -> number(text, what, min, max));
    }

    static ScalarType<Duration> millis(int min, int max) {
        return new ScalarType<>(
                "milliseconds from " + min + " to " + max,
                text -> Duration.ofMillis(number(text, "a number of milliseconds", min, max)));
    }

    static <E extends Enum<E>> ScalarType<E> oneOf(Class<E> type) {
        return oneOf(type, constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    static <E extends Enum<E>> ScalarType<E> oneOf(Class<E> type, Function<E, String> word) {
        Map<String, E> words = new LinkedHashMap<>();
        for (E constant : type.getEnumConstants()) {
            words.put(word.apply(constant), constant);
        }
        String choice = String.join(", ", words.keySet());
        return new ScalarType<>(
                "one of " + choice,
                text -> Optional.ofNullable(words.get(text))
                        .orElseThrow(() -> new IllegalArgumentException("'" + text + "' is none of " + choice)));
    }

    static int number(String text, String what, int min, int max) {
        try {
            int number = Integer.parseInt(text);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Told below, together with the bounds.
        }
        throw new IllegalArgumentException(
                "'" + text + "' is not " + what + ": write a number from " + min + " to " + max);
    }

    private static URI httpUrl(String text) {
        URI url;
        try {
            url = new URI(text);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(
                    "is not a URL: write one like https://catalog.example/api/v1/lineage", e);
        }
        if (url.getRawUserInfo() != null) {
            throw new IllegalArgumentException("has a user name or password in it: set token instead");
        }
        // Not repeated in the message: what is no URL of ours may still hold a password.
        boolean http = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
        if (!http || url.getHost() == null || url.getPort() == 0 || url.getPort() > 65535) {
            throw new IllegalArgumentException(
                    "is not an http or https URL: write one like https://catalog.example/api/v1/lineage");
        }
        return url;
    }

    /** The value is a secret, so a message must not repeat it. */
    private static String token(String text) {
        if (!text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new IllegalArgumentException("is not a bearer token: write it without blanks, line ends or quotes");
        }
        return text;
    }

    private static HostPort hostPort(String text) {
        HostPort parsed;
        try {
            parsed = HostPort.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(e.getMessage() + ": write host:port, like broker1:9092", e);
        }
        if (parsed.port() == 0) {
            throw new IllegalArgumentException("'" + text + "': port 0 is no place to find again: write 1 to 65535");
        }
        if (!HOST.matcher(parsed.host()).matches()) {
            throw new IllegalArgumentException("'" + text + "': '" + parsed.host() + "' is not a host name");
        }
        return parsed;
    }
}
