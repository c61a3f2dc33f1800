package dev.topoxy.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every mistake is told with its place, the key, the value and the way out, and all of them at once. */
@SuppressWarnings("StringConcatToTextBlock")
class ConfigFaultsTest {
    private static final String SERVERS = "    bootstrap.servers: b:9092\n";

    @TempDir
    Path directory;

    /** What is written, and the faults it has, without the file's name. */
    private record Case(String name, String yaml, List<String> faults) {
        Case(String name, String yaml, String... faults) {
            this(name, yaml, List.of(faults));
        }
    }

    private static final String OPENLINEAGE =
            "clusters:\n  -\n" + SERVERS + "    topology.description:\n      openlineage: ";

    /** The cluster's only section but for the servers; what is added begins at column 22 of line 6. */
    private static String store(String name, String config) {
        return "clusters:\n  -\n" + SERVERS + "    topology.description:\n"
                + "      group.streams.topology.description.class: " + name + "\n      plugin.config: {" + config
                + "}\n";
    }

    private static final String STORE_CONFIG = "clusters[0].topology.description.plugin.config";

    private static final List<Case> CASES = List.of(
            new Case(
                    "a login without a password",
                    "clusters:\n  -\n" + SERVERS + "    upstream: {sasl: {sasl.mechanism: SCRAM-SHA-256}}\n",
                    "4:22: clusters[0].upstream.sasl: SCRAM-SHA-256 needs sasl.username: set it",
                    "4:22: clusters[0].upstream.sasl: SCRAM-SHA-256 needs sasl.password: set it, or sasl.password.file"),
            new Case(
                    "a login by token without an issuer, and an unknown mechanism",
                    "clusters:\n  - name: a\n" + SERVERS + "    upstream: {sasl: {sasl.mechanism: OAUTHBEARER,"
                            + " sasl.oauthbearer.client.credentials.client.id: me}}\n"
                            + "  - name: b\n    listen: 127.0.0.1:29092\n" + SERVERS
                            + "    upstream: {sasl: {sasl.mechanism: GSSAPI}}\n",
                    "4:22: clusters[0].upstream.sasl: OAUTHBEARER needs sasl.oauthbearer.token.endpoint.url: set it",
                    "4:22: clusters[0].upstream.sasl: OAUTHBEARER needs"
                            + " sasl.oauthbearer.client.credentials.client.secret: set it, or"
                            + " sasl.oauthbearer.client.credentials.client.secret.file",
                    "8:39: clusters[1].upstream.sasl.sasl.mechanism: 'GSSAPI' is none of PLAIN, SCRAM-SHA-256,"
                            + " SCRAM-SHA-512, OAUTHBEARER"),
            new Case(
                    "tls without a key",
                    "clusters:\n  -\n" + SERVERS + "    tls: {ssl.client.auth: none}\n",
                    "4:10: clusters[0].tls: has no key: write ssl.keystore.location, or ssl.certificate.location and"
                            + " ssl.key.location"),
            new Case(
                    "a key file that is not there, and half a pair",
                    "clusters:\n  -\n" + SERVERS + "    tls: {ssl.certificate.location: /no/tls.crt}\n",
                    "4:37: clusters[0].tls.ssl.certificate.location: '/no/tls.crt' is not a file that can be read: name one"
                            + " that exists and that this user may read",
                    "4:37: clusters[0].tls.ssl.certificate.location: each certificate needs its key: give"
                            + " ssl.certificate.location and ssl.key.location as many files"),
            new Case(
                    "client certificates of anybody",
                    "clusters:\n  -\n" + SERVERS
                            + "    tls: {ssl.client.auth: required, ssl.keystore.location: /proc/self/cmdline}\n",
                    "4:28: clusters[0].tls.ssl.client.auth: asks clients for certificates, but nothing says whose are"
                            + " believed: set ssl.truststore.location"),
            new Case(
                    "a password twice",
                    "clusters:\n  -\n" + SERVERS + "    upstream: {tls: {ssl.key.password: geheim,"
                            + " ssl.key.password.file: /proc/self/cmdline}}\n",
                    "4:71: clusters[0].upstream.tls.ssl.key.password.file: stands beside ssl.key.password: keep one of"
                            + " them"),
            new Case(
                    "an old protocol, and no rules",
                    "clusters:\n  -\n" + SERVERS + "    tls: {ssl.enabled.protocols: 'TLSv1.2,TLSv1.1',"
                            + " ssl.keystore.location: /proc/self/cmdline, ssl.principal.mapping.rules: nonsense}\n",
                    "4:34: clusters[0].tls.ssl.enabled.protocols: 'TLSv1.1' is none of TLSv1.2, TLSv1.3",
                    "4:125: clusters[0].tls.ssl.principal.mapping.rules: 'nonsense' is not a list of rules: write DEFAULT,"
                            + " or rules like RULE:^CN=([^,]+),.*$/$1/"),
            new Case(
                    "names without TLS, at an address",
                    "clusters:\n  -\n" + SERVERS + "    brokers: {hosts: b-$(nodeId).example.com}\n",
                    "3:5: clusters[0].listen: '127.0.0.1:19092' is an address, but with brokers.hosts clients must connect"
                            + " by a name: set advertised to one, like kafka.example.com:19092",
                    "4:22: clusters[0].brokers.hosts: clients tell the name of a broker by TLS only: add the section tls,"
                            + " or set ports instead"),
            new Case(
                    "names beside ports, without the node id",
                    "clusters:\n  -\n" + SERVERS + "    brokers: {hosts: b.example.com, ports: 19093-19095}\n",
                    "4:22: clusters[0].brokers.hosts: 'b.example.com' is not a host name with $(nodeId) in its first part:"
                            + " write one like broker-$(nodeId).example.com"),
            new Case(
                    "trust without a PROXY header",
                    "clusters:\n  -\n" + SERVERS + "    proxy.protocol.trusted: [10.0.0.0/8, 10.0.0.0/99]\n",
                    "4:29: clusters[0].proxy.protocol.trusted: has a meaning only together with proxy.protocol: set it to"
                            + " allowed or required, or remove this key",
                    "4:42: clusters[0].proxy.protocol.trusted: '10.0.0.0/99' is not a subnet: write one like 10.0.0.0/8 or"
                            + " an address like 10.1.2.3"),
            new Case(
                    "a name that is none, told once",
                    "clusters:\n  - name: my cluster\n" + SERVERS,
                    "2:11: clusters[0].name: 'my cluster' is not a name: write up to 100 letters, digits, '.', '_' or '-'"),
            new Case(
                    "a store that is none",
                    store("memroy", ""),
                    "5:49: clusters[0].topology.description.group.streams.topology.description.class: 'memroy' is not a"
                            + " plugin: write file, kafka, memory, none or a class name"),
            new Case(
                    "a store with a capital",
                    store("Kafka", ""),
                    "5:49: clusters[0].topology.description.group.streams.topology.description.class: 'Kafka' is not a"
                            + " plugin: write file, kafka, memory, none or a class name"),
            new Case(
                    "a store's key with a slip",
                    store("file", "directory: d, histroy: 5"),
                    "6:37: " + STORE_CONFIG + ".histroy: is not a setting of the file store: did you mean history?"),
            new Case(
                    "a key of another store",
                    store("memory", "partitions: 5"),
                    "6:23: " + STORE_CONFIG + ".partitions: is not a setting of the memory store: known here are"
                            + " push.timeout.ms, push.backoff.ms, push.backoff.max.ms, push.backoff.jitter, expiry.ms,"
                            + " max.bytes, history"),
            new Case(
                    "a client's key with a slip",
                    store("kafka", "client.securty.protocol: SSL"),
                    "6:23: " + STORE_CONFIG + ".client.securty.protocol: is not a setting of the kafka store: did you"
                            + " mean client.security.protocol?"),
            new Case(
                    "a store's value that is none",
                    store("kafka", "history: many"),
                    "6:32: " + STORE_CONFIG + ".history: 'many' is not valid: Not a number of type INT"),
            new Case(
                    "a client's value that is none",
                    store("kafka", "producer.retries: -3"),
                    "6:41: " + STORE_CONFIG + ".producer.retries: '-3' is not valid: Value must be at least 0"),
            new Case(
                    "a store's values that contradict each other",
                    store("memory", "push.backoff.ms: 5000, push.backoff.max.ms: 10"),
                    "6:22: " + STORE_CONFIG + ": Invalid value 10 for configuration push.backoff.max.ms: is less than"
                            + " push.backoff.ms = 5000"),
            new Case(
                    "a store's value of the wrong range",
                    store("kafka", "replication.factor: 0"),
                    "6:22: " + STORE_CONFIG
                            + ": Invalid value 0 for configuration replication.factor: is neither -1 nor"
                            + " a number from 1 on"),
            new Case(
                    "TLS of the admin server without a key, and with what only Kafka's clients have",
                    "admin: {tls: {ssl.principal.mapping.rules: DEFAULT}}\nclusters:\n  -\n" + SERVERS,
                    "1:14: admin.tls: has no key: write ssl.keystore.location, or ssl.certificate.location and"
                            + " ssl.key.location",
                    "1:15: admin.tls.ssl.principal.mapping.rules: does not belong here: move it to clusters[].tls"),
            new Case(
                    "an admin server for everyone",
                    "admin: {listen: '0.0.0.0:9190'}\nclusters:\n  -\n" + SERVERS,
                    "1:17: admin.listen: '0.0.0.0:9190' can be reached from other machines, and there is no token: set"
                            + " admin.token, listen on 127.0.0.1, or, where others than you see to who gets there, set"
                            + " admin.insecure: true"),
            new Case(
                    "a token that can be guessed is not repeated",
                    "admin: {token: secret}\nclusters:\n  -\n" + SERVERS,
                    "1:16: admin.token: is shorter than 16 characters, so that it could be guessed: write one made by"
                            + " 'openssl rand -hex 32'"),
            new Case(
                    "neither true nor false",
                    "admin: {insecure: maybe}\nclusters:\n  -\n" + SERVERS,
                    "1:19: admin.insecure: 'maybe' is neither true nor false"),
            new Case(
                    "not a level of openness",
                    "admin: {open: all}\nclusters:\n  -\n" + SERVERS,
                    "1:15: admin.open: 'all' is none of nothing, health, metrics"),
            new Case(
                    "not a host name",
                    "admin: {allowed.hosts: 'a,b c'}\nclusters:\n  -\n" + SERVERS,
                    "1:24: admin.allowed.hosts: 'b c' is not a host name"),
            new Case(
                    "one port for clients and for the admin server",
                    "admin: {listen: '127.0.0.1:19092'}\nclusters:\n  -\n" + SERVERS,
                    "4:5: clusters[0].listen: takes 127.0.0.1 ports 19092-19153, where the admin server listens too, at"
                            + " 127.0.0.1:19092: give one of them another port, or set admin.listen: none"),
            new Case(
                    "lineage without a receiver",
                    OPENLINEAGE + "{queue: 3}\n",
                    "5:20: clusters[0].topology.description.openlineage: url is missing: write an http or https URL"),
            new Case(
                    "lineage to what is no URL",
                    OPENLINEAGE + "{url: 'ftp://u:pw@x_y/'}\n",
                    "5:26: clusters[0].topology.description.openlineage.url: is not an http or https URL: write one like"
                            + " https://catalog.example/api/v1/lineage"),
            new Case(
                    "a password in the receiver's URL",
                    OPENLINEAGE + "{url: 'https://u:pw@host/'}\n",
                    "5:26: clusters[0].topology.description.openlineage.url: has a user name or password in it: set token"
                            + " instead"),
            new Case(
                    "a token that would be a header of its own is not repeated",
                    OPENLINEAGE + "{url: 'https://host/', token: \"a\\nb: c\"}\n",
                    "5:50: clusters[0].topology.description.openlineage.token: is not a bearer token: write it without"
                            + " blanks, line ends or quotes"),
            new Case(
                    "lineage without descriptions",
                    OPENLINEAGE + "{url: 'https://host/'}\n      group.streams.topology.description.class: none\n",
                    "5:20: clusters[0].topology.description.openlineage: has a meaning only together with a plugin: set"
                            + " group.streams.topology.description.class to one, like memory, or remove this section"),
            new Case(
                    "not a port range",
                    "clusters:\n  - name: main\n" + SERVERS + "    brokers:\n      ports: abc\n",
                    "5:14: clusters[0].brokers.ports: 'abc' is not a port range: write first-last, like 19093-19153"),
            new Case(
                    "reversed range",
                    "clusters:\n  - brokers: {ports: 19100-19093}\n" + SERVERS,
                    "2:22: clusters[0].brokers.ports: '19100-19093' ends before it begins: write the lower port first"),
            new Case(
                    "port beyond the last",
                    "clusters:\n  - brokers: {ports: 19100-70000}\n" + SERVERS,
                    "2:22: clusters[0].brokers.ports: '70000' is not a port: write a number from 1 to 65535"),
            new Case(
                    "unknown key with a neighbour",
                    "clusters:\n  - bootstrap.server: b:9092\n" + SERVERS,
                    "2:5: clusters[0].bootstrap.server: is not a setting: did you mean bootstrap.servers?"),
            new Case(
                    "unknown key known by its end",
                    "clusters:\n  -\n" + SERVERS + "    topology.description:\n      max.bytes: 1\n",
                    "5:7: clusters[0].topology.description.max.bytes: is not a setting: did you mean"
                            + " group.streams.topology.description.max.bytes?"),
            new Case(
                    "key in the wrong map",
                    "clusters:\n  -\n" + SERVERS + "    connect.timeout.ms: 1\n",
                    "4:5: clusters[0].connect.timeout.ms: does not belong here: move it to the top level of the file"),
            new Case(
                    "unknown key without a neighbour",
                    "clusters:\n  -\n" + SERVERS + "    brokers: {zzzzzz: 1}\n",
                    "4:15: clusters[0].brokers.zzzzzz: is not a setting: known here are ports, node.id.first, hosts"),
            new Case(
                    "duplicate key",
                    "clusters:\n  - listen: a:1\n    listen: a:1\n" + SERVERS,
                    "3:5: clusters[0].listen: is written twice, first at FILE:2:5: keep one"),
            new Case(
                    "missing servers",
                    "clusters:\n  - name: main\n",
                    "2:5: clusters[0]: bootstrap.servers is missing: write host:port, several with commas or as a list"),
            new Case(
                    "missing clusters",
                    "event.loop.threads: 1\n",
                    "1:1: clusters: is missing: list at least one cluster"),
            new Case(
                    "clusters is a map",
                    "clusters:\n  bootstrap.servers: b:9092\n",
                    "2:3: clusters: is not a list of clusters: begin each cluster with a dash, like"
                            + " '- bootstrap.servers: broker1:9092'"),
            new Case(
                    "cluster is a word",
                    "clusters:\n  - main\n",
                    "2:5: clusters[0]: is a single value: write a map of name, bootstrap.servers, listen, advertised,"
                            + " max.connections, proxy.protocol, proxy.protocol.trusted, brokers, tls, upstream, topology.description"),
            new Case(
                    "no value",
                    "clusters:\n  - listen:\n" + SERVERS,
                    "2:12: clusters[0].listen: has no value: write host:port, or remove the key"),
            new Case(
                    "list for a word",
                    "clusters:\n  - listen: [a]\n" + SERVERS,
                    "2:13: clusters[0].listen: is a list: write host:port"),
            new Case(
                    "not host:port",
                    "clusters:\n  - listen: localhost\n" + SERVERS,
                    "2:13: clusters[0].listen: 'localhost' is not host:port: write host:port, like broker1:9092"),
            new Case(
                    "one bad server among good ones",
                    "clusters:\n  - bootstrap.servers: [a:1, 'b:x']\n",
                    "2:30: clusters[0].bootstrap.servers: 'b:x': the port is not a number from 0 to 65535: write"
                            + " host:port, like broker1:9092"),
            new Case(
                    "servers that are only commas",
                    "clusters:\n  - bootstrap.servers: ' , '\n",
                    "2:24: clusters[0].bootstrap.servers: names no server: write host:port, like broker1:9092"),
            new Case(
                    "port 0",
                    "clusters:\n  - listen: a:0\n" + SERVERS,
                    "2:13: clusters[0].listen: 'a:0': port 0 is no place to find again: write 1 to 65535"),
            new Case(
                    "control characters are shown, not sent",
                    "clusters:\n  - listen: \"a\\e[31m:1\"\n" + SERVERS,
                    "2:13: clusters[0].listen: 'a\\x1b[31m:1': 'a\\x1b[31m' is not a host name"),
            new Case(
                    "wildcard without advertised",
                    "clusters:\n  - listen: 0.0.0.0:19092\n" + SERVERS,
                    "2:13: clusters[0].listen: '0.0.0.0:19092' is a wildcard, which clients cannot connect to: set"
                            + " advertised to the host:port that clients reach this listener by"),
            new Case(
                    "wildcard of IPv6 without advertised",
                    "clusters:\n  - listen: '[::]:19092'\n" + SERVERS,
                    "2:13: clusters[0].listen: '[::]:19092' is a wildcard, which clients cannot connect to: set"
                            + " advertised to the host:port that clients reach this listener by"),
            new Case(
                    "wildcard as advertised address",
                    "clusters:\n  - advertised: 0.0.0.0:19092\n" + SERVERS,
                    "2:17: clusters[0].advertised: '0.0.0.0:19092' is a wildcard, which clients cannot connect to:"
                            + " write the host:port that they reach this listener by"),
            new Case(
                    "automatic ports pass the last port",
                    "clusters:\n  - listen: a:65500\n" + SERVERS,
                    "2:13: clusters[0].listen: the 61 ports after 65500 would pass 65535: choose a lower port, or set"
                            + " brokers.ports"),
            new Case(
                    "advertised ports pass the last port",
                    "clusters:\n  - advertised: a:65530\n" + SERVERS,
                    "2:17: clusters[0].advertised: shifts brokers' ports by 46438 as it does the port of listen, to"
                            + " 65531-65591: choose ports so that all stay within 1-65535"),
            new Case(
                    "range holds the listener",
                    "clusters:\n  - listen: a:19093\n    brokers: {ports: 19090-19099}\n" + SERVERS,
                    "3:22: clusters[0].brokers.ports: hold port 19093, which is the port of listen: choose ports"
                            + " outside it"),
            new Case(
                    "first node id without a range",
                    "clusters:\n  - brokers: {node.id.first: 3}\n" + SERVERS,
                    "2:30: clusters[0].brokers.node.id.first: has a meaning only together with a range: set ports to"
                            + " one, like 19093-19153, or remove this key"),
            new Case(
                    "first node id beside a map",
                    "clusters:\n  - brokers: {ports: {1: 19093}, node.id.first: 3}\n" + SERVERS,
                    "2:49: clusters[0].brokers.node.id.first: has a meaning only together with a range: set ports to"
                            + " one, like 19093-19153, or remove this key"),
            new Case(
                    "bad entries of a port map",
                    "clusters:\n  - brokers: {ports: {a: 19093, 1: 7, 2: 7, 3: x}}\n" + SERVERS,
                    "2:23: clusters[0].brokers.ports.a: 'a' is not a node id: write a number from 0 to 2147483647",
                    "2:42: clusters[0].brokers.ports.2: port 7 already stands for another node",
                    "2:48: clusters[0].brokers.ports.3: 'x' is not a port: write a number from 1 to 65535"),
            new Case(
                    "both names of the plugin",
                    "clusters:\n  - topology.description:\n"
                            + "      group.streams.topology.description.class: memory\n"
                            + "      group.streams.topology.description.plugin.class: a.B\n" + SERVERS,
                    "4:56: clusters[0].topology.description.group.streams.topology.description.plugin.class: 'a.B'"
                            + " contradicts group.streams.topology.description.class 'memory': both are names of one"
                            + " setting, keep one"),
            new Case(
                    "no class name",
                    "clusters:\n  - topology.description: {group.streams.topology.description.class: 'a b'}\n"
                            + SERVERS,
                    "2:70: clusters[0].topology.description.group.streams.topology.description.class: 'a b' is not a"
                            + " plugin: write file, kafka, memory, none or a class name"),
            new Case(
                    "none of the choices",
                    "clusters:\n  - topology.description: {native: sometimes}\n" + SERVERS,
                    "2:36: clusters[0].topology.description.native: 'sometimes' is none of auto, always-proxy, never"),
            new Case(
                    "negative size, duration with unit",
                    "connect.timeout.ms: 10s\nclusters:\n  - topology.description:"
                            + " {group.streams.topology.description.max.bytes: -1}\n" + SERVERS,
                    "1:21: connect.timeout.ms: '10s' is not a number of milliseconds: write a number from 1 to 3600000",
                    "3:74: clusters[0].topology.description.group.streams.topology.description.max.bytes: '-1' is not a"
                            + " size in bytes: write a number from 0 to 2147483647"),
            new Case(
                    "a stop without an end",
                    "shutdown.delay.ms: -1\nshutdown.deadline.ms: never\nclusters:\n  -\n" + SERVERS,
                    "1:20: shutdown.delay.ms: '-1' is not a number of milliseconds: write a number from 0 to 3600000",
                    "2:23: shutdown.deadline.ms: 'never' is not a number of milliseconds: write a number from 0 to"
                            + " 3600000"),
            new Case(
                    "limits that are none",
                    "limits: {max.connections: -1, max.connections.per.ip: few, max.in.flight.requests.per.connection: 0,\n"
                            + "  queued.max.request.bytes: 0, request.stall.timeout.ms: 0, connections.max.idle.ms: -1}\n"
                            + "clusters:\n  - max.connections: -5\n" + SERVERS,
                    "1:27: limits.max.connections: '-1' is not a number of connections: write a number from 0 to 2147483647",
                    "1:55: limits.max.connections.per.ip: 'few' is not a number of connections: write a number from 0 to"
                            + " 2147483647",
                    "1:99: limits.max.in.flight.requests.per.connection: '0' is not a number of requests: write a number"
                            + " from 1 to 1000000",
                    "2:29: limits.queued.max.request.bytes: '0' is not a size in bytes: write a number from 1 to"
                            + " 2147483647",
                    "2:58: limits.request.stall.timeout.ms: '0' is not a number of milliseconds: write a number from 1 to"
                            + " 3600000",
                    "2:86: limits.connections.max.idle.ms: '-1' is not a number of milliseconds: write a number from 0 to"
                            + " 2147483647",
                    "4:22: clusters[0].max.connections: '-5' is not a number of connections: write a number from 0 to"
                            + " 2147483647"),
            new Case(
                    "keep-alive that would be none",
                    "tcp: {keepalive.idle.ms: 1, keepalive.interval.ms: 0, keepalive.count: 128,\n"
                            + "  broker.user.timeout.ms: -1, client.user.timeout.ms: 9999999}\nclusters:\n  -\n"
                            + SERVERS,
                    "1:26: tcp.keepalive.idle.ms: '1' is not a number of milliseconds: write a number from 1000 to 3600000",
                    "1:52: tcp.keepalive.interval.ms: '0' is not a number of milliseconds: write a number from 1000 to"
                            + " 3600000",
                    "1:72: tcp.keepalive.count: '128' is not a number of probes: write a number from 1 to 127",
                    "2:27: tcp.broker.user.timeout.ms: '-1' is not a number of milliseconds: write a number from 0 to"
                            + " 3600000",
                    "2:55: tcp.client.user.timeout.ms: '9999999' is not a number of milliseconds: write a number from 0 to"
                            + " 3600000"),
            new Case(
                    "plugin configuration is not flat",
                    "clusters:\n  - topology.description: {plugin.config: {history: [1]}}\n" + SERVERS,
                    "2:53: clusters[0].topology.description.plugin.config.history: is a list: write text"),
            new Case(
                    "unset variable",
                    "clusters:\n  - listen: a:${NO_PORT}\n" + SERVERS,
                    "2:13: clusters[0].listen: environment variable NO_PORT is not set: set it, or write"
                            + " ${NO_PORT:-default}"),
            new Case(
                    "overlapping clusters",
                    "clusters:\n  - {name: a, bootstrap.servers: 'x:1', listen: 'localhost:19092'}\n"
                            + "  - {name: b, bootstrap.servers: 'y:1', listen: '127.0.0.1:19100'}\n",
                    "3:49: clusters[1].listen: cluster 'b' takes 127.0.0.1 ports 19100-19161, which overlaps cluster"
                            + " 'a' on localhost ports 19092-19153: give one of them other ports"),
            new Case(
                    "several clusters without names",
                    "clusters:\n  - {bootstrap.servers: 'x:1', listen: 'a:1000'}\n"
                            + "  - {name: b, bootstrap.servers: 'y:1', listen: 'a:2000'}\n",
                    "2:5: clusters[0]: name is missing: each of several clusters needs one"),
            new Case(
                    "the same name twice",
                    "clusters:\n  - {name: b, bootstrap.servers: 'x:1', listen: 'a:1000'}\n"
                            + "  - {name: b, bootstrap.servers: 'y:1', listen: 'a:2000'}\n",
                    "3:12: clusters[1].name: 'b' is already the name of clusters[0]: names must differ"),
            new Case(
                    "a proxy before itself",
                    "clusters:\n  - listen: a:19092\n    bootstrap.servers: [b:9092, A:19092]\n",
                    "3:24: clusters[0].bootstrap.servers: 'A:19092' is the proxy itself: name the brokers' own"
                            + " addresses"),
            new Case(
                    "many faults in the order of the file",
                    "nonsense: 1\nclusters:\n  - listen: x\n    bootstrap.servers: y\nevent.loop.threads: many\n",
                    "1:1: nonsense: is not a setting: known here are socket.request.max.bytes, connect.timeout.ms,"
                            + " handshake.timeout.ms, event.loop.threads, shutdown.delay.ms, shutdown.deadline.ms, admin,"
                            + " limits,"
                            + " tcp, clusters",
                    "3:13: clusters[0].listen: 'x' is not host:port: write host:port, like broker1:9092",
                    "4:24: clusters[0].bootstrap.servers: 'y' is not host:port: write host:port, like broker1:9092",
                    "5:21: event.loop.threads: 'many' is not a number of threads: write a number from 0 to 1024"));

    @TestFactory
    List<DynamicTest> faults_name_place_key_value_and_remedy() {
        return CASES.stream()
                .map(example -> DynamicTest.dynamicTest(
                        example.name(),
                        () -> assertThat(faults(example.yaml())).containsExactlyElementsOf(example.faults())))
                .toList();
    }

    @Test
    void a_plugins_directory_that_is_missing_is_a_fault_only_where_it_was_asked_for() throws IOException {
        assertThat(faults("clusters:\n  - topology.description: {plugins.directory: nowhere}\n" + SERVERS))
                .containsExactly("2:47: clusters[0].topology.description.plugins.directory: '"
                        + directory.resolve("nowhere")
                        + "' is not a directory: create it, or name the one that holds the plugin jars");
    }

    private List<String> faults(String yaml) throws IOException {
        Path file = Files.writeString(directory.resolve("topoxy.yaml"), yaml);
        ConfigLoader loader = new ConfigLoader(directory, Map.of());
        InvalidConfigException invalid =
                catchThrowableOfType(InvalidConfigException.class, () -> loader.fromFile(file));
        assertThat(invalid).as("accepted:\n%s", yaml).isNotNull();
        return invalid.faults().stream()
                .map(fault -> fault.substring(file.toString().length() + 1).replace(file.toString(), "FILE"))
                .toList();
    }
}
