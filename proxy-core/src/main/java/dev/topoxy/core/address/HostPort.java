package dev.topoxy.core.address;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where something listens, as names and not yet looked up.
 *
 * @param host a name or an address literal, IPv6 without brackets
 * @param port 0 to 65535
 */
public record HostPort(String host, int port) {

    private static final Pattern PORT = Pattern.compile("[0-9]{1,6}");

    public HostPort {
        if (host.isBlank()) {
            throw new IllegalArgumentException("empty host name");
        }
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("port " + port + " is not within 0-65535");
        }
    }

    /** Reads {@code host:port} or {@code [v6]:port}; blanks around it are ignored. */
    public static HostPort parse(String text) {
        String trimmed = text.strip();
        int colon = trimmed.lastIndexOf(':');
        if (colon <= 0 || colon == trimmed.length() - 1) {
            throw new IllegalArgumentException("'" + trimmed + "' is not host:port");
        }
        String host = trimmed.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.indexOf(':') >= 0) {
            throw new IllegalArgumentException(
                    "'" + trimmed + "' is ambiguous: write an IPv6 address in brackets, like [::1]:9092");
        }
        String port = trimmed.substring(colon + 1);
        if (!PORT.matcher(port).matches()) {
            throw new IllegalArgumentException("'" + trimmed + "': the port is not a number from 0 to 65535");
        }
        return new HostPort(host, Integer.parseInt(port));
    }

    /** Reads a list like that of {@code bootstrap.servers}; blanks and empty parts are ignored, so it may come out empty. */
    public static List<HostPort> parseList(String commaSeparated) {
        return Arrays.stream(commaSeparated.split(",", -1))
                .filter(part -> !part.isBlank())
                .map(HostPort::parse)
                .toList();
    }

    /** Whether both name the same place: names are compared without regard to case and to a trailing dot. */
    public boolean sameAs(HostPort other) {
        return port == other.port && canonical(host).equals(canonical(other.host));
    }

    // Written out, like hashCode: what Java would generate is made anew by method handles at every start.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof HostPort that && port == that.port && host.equals(that.host);
    }

    @Override
    public int hashCode() {
        return 31 * host.hashCode() + port;
    }

    private static String canonical(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    }

    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
