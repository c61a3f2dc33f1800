package dev.topoxy.app.config;

import dev.topoxy.core.address.HostPort;
import java.util.List;
import java.util.Optional;

/** What can be configured of the admin server. */
final class AdminSchema {

    /** A token of fewer characters is a password that can be tried out. */
    static final int LEAST_TOKEN_CHARS = 16;

    static final Key<Optional<HostPort>> LISTEN = Key.of(
            "listen",
            Types.HOST_PORT_OR_NONE,
            "127.0.0.1:9190",
            "Where health, metrics, the API and the page are served; `none` for nowhere. The environment variable `"
                    + AdminBinder.LISTEN_VARIABLE + "` changes the default.");
    static final Key<String> TOKEN = Key.optional(
            "token",
            Types.TOKEN,
            "none",
            "Requests must bring it as `Authorization: Bearer`; at least " + LEAST_TOKEN_CHARS
                    + " characters, best written as `${VARIABLE}`. Required when `listen` can be reached from other"
                    + " machines, unless `tls` requires certificates.");
    static final Key<AdminConfig.Open> OPEN = Key.of(
            "open",
            Types.oneOf(AdminConfig.Open.class),
            "health",
            "What is answered without the token: `nothing`, `health` (/livez, /readyz, /startupz), or `metrics` (those and"
                    + " /metrics). The page's files hold no data and are always given.");
    static final Key<List<String>> ALLOWED_HOSTS = Key.optional(
            "allowed.hosts",
            Types.HOST_NAMES,
            "`localhost` and the host of `listen`",
            "Names by which the server may be called without a token, besides any IP address; a request for another name"
                    + " may come from a page that wants to read it through its visitor's browser.");
    static final Key<Boolean> INSECURE = Key.of(
            "insecure",
            Types.BOOLEAN,
            "false",
            "`true` lets `listen` be an address that other machines reach without a token, or with one that is sent without"
                    + " TLS: where somebody else sees to both.");

    static final Section SERVER = new Section(
            "admin",
            "Health, metrics, the API and the page; see [operations.md](operations.md).",
            List.of(LISTEN, TOKEN, OPEN, ALLOWED_HOSTS, INSECURE),
            List.of(TransportSchema.TLS));

    private AdminSchema() {}
}
