package dev.topoxy.app.admin;

import dev.topoxy.app.config.AdminConfig;
import io.netty.util.NetUtil;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides who is answered. Where a token is set, it must come with every request but those that the configuration leaves
 * open. Whoever brings none must call the server by an address or by a name that is known to be its own: otherwise a
 * web page anywhere could point its own name at this server and read what it answers to the visitor's browser.
 */
final class Guard {

    /** How far an endpoint is open to those who bring no token. */
    enum Access {
        /** Health: says nothing but that. */
        HEALTH,
        METRICS,
        /** Files of the page, in which there are no data. */
        PAGE,
        DATA
    }

    private static final String SCHEME = "Bearer ";

    private final Optional<byte[]> token;
    private final AdminConfig.Open open;
    private final Set<String> hosts = new HashSet<>();

    Guard(AdminConfig config) {
        token = config.token().map(text -> text.getBytes(StandardCharsets.UTF_8));
        open = config.open();
        hosts.add("localhost");
        config.listen().ifPresent(listen -> hosts.add(listen.host().toLowerCase(Locale.ROOT)));
        config.allowedHosts().forEach(host -> hosts.add(host.toLowerCase(Locale.ROOT)));
    }

    /** Why the request is not served; empty where it is. */
    Optional<Answer> refusal(AdminRequest request, Access access) {
        if (token.isPresent()
                && request.authorization().isPresent()
                && isRight(request.authorization().get())) {
            return Optional.empty();
        }
        if (request.host().isEmpty() || !isOwn(request.host().get())) {
            return Optional.of(Answer.problem(
                    403,
                    "This host name is not known to be this server's: use its address, or add the name to"
                            + " admin.allowed.hosts."));
        }
        if (request.crossSite()) {
            return Optional.of(Answer.problem(403, "A page of another site may not ask here."));
        }
        if (token.isEmpty() || isOpen(access)) {
            return Optional.empty();
        }
        return Optional.of(Answer.problem(
                401,
                "Send the header 'Authorization: Bearer' with the token that admin.token sets.",
                Map.of("WWW-Authenticate", "Bearer realm=\"topoxy\"")));
    }

    private boolean isOpen(Access access) {
        return switch (access) {
            case PAGE -> true;
            case HEALTH -> open != AdminConfig.Open.NOTHING;
            case METRICS -> open == AdminConfig.Open.METRICS;
            case DATA -> false;
        };
    }

    private boolean isRight(String authorization) {
        return authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                && MessageDigest.isEqual(
                        token.orElseThrow(),
                        authorization.substring(SCHEME.length()).strip().getBytes(StandardCharsets.UTF_8));
    }

    private boolean isOwn(String hostHeader) {
        String host = withoutPort(hostHeader.toLowerCase(Locale.ROOT));
        return hosts.contains(host) || NetUtil.isValidIpV4Address(host) || NetUtil.isValidIpV6Address(host);
    }

    private static String withoutPort(String host) {
        if (host.startsWith("[")) {
            int end = host.indexOf(']');
            return end < 0 ? host : host.substring(1, end);
        }
        int colon = host.indexOf(':');
        return colon < 0 ? host : host.substring(0, colon);
    }
}
