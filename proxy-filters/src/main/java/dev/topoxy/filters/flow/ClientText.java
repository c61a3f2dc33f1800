package dev.topoxy.filters.flow;

import dev.topoxy.core.filter.Call;
import java.net.InetAddress;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;

/** Text from clients made fit for log lines: on one line, without control characters, not without end. */
final class ClientText {

    private static final int MOST_CHARS = 256;

    private ClientText() {}

    static String quoted(String text) {
        StringBuilder line = new StringBuilder(Math.min(text.length(), MOST_CHARS) + 2).append('\'');
        int end = Math.min(text.length(), MOST_CHARS);
        text.substring(0, end).codePoints().forEach(c -> append(line, c));
        return line.append(end < text.length() ? "...'" : "'").toString();
    }

    /** The client of a call, with what an operator needs to find it. */
    static String client(Call call) {
        AuthorizableRequestContext context = call.context();
        InetAddress address = context.clientAddress();
        return "client " + quoted(context.clientId()) + " at " + address.getHostAddress() + ", principal "
                + quoted(context.principal().toString()) + ", connection "
                + call.connection().id();
    }

    private static void append(StringBuilder line, int c) {
        int type = Character.getType(c);
        boolean plain = type != Character.CONTROL
                && type != Character.FORMAT
                && type != Character.SURROGATE
                && type != Character.LINE_SEPARATOR
                && type != Character.PARAGRAPH_SEPARATOR
                && type != Character.UNASSIGNED
                && type != Character.PRIVATE_USE;
        if (c == '\'' || c == '\\') {
            line.append('\\').appendCodePoint(c);
        } else if (plain) {
            line.appendCodePoint(c);
        } else {
            line.append(String.format("\\u%04x", c));
        }
    }
}
