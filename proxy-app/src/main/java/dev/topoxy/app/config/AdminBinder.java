package dev.topoxy.app.config;

import dev.topoxy.core.address.HostPort;
import dev.topoxy.core.tls.ClientAuthentication;
import dev.topoxy.core.tls.ServerTlsSettings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;

/** Makes the admin server's configuration from what was written, and sees that it is not open to everyone by mistake. */
final class AdminBinder {

    /** Holds the default of {@code admin.listen}, so that containers and tests need no file to change it. */
    static final String LISTEN_VARIABLE = "TOPOXY_ADMIN_LISTEN";

    private final TransportReader transport;
    private final Faults faults;
    private final Optional<String> listenVariable;

    AdminBinder(TransportReader transport, Faults faults, Optional<String> listenVariable) {
        this.transport = transport;
        this.faults = faults;
        this.listenVariable = listenVariable;
    }

    AdminConfig bind(SectionReader reader) {
        Optional<HostPort> listen = listen(reader);
        Optional<String> token = reader.get(AdminSchema.TOKEN).filter(text -> !text.isEmpty());
        Optional<ServerTlsSettings> tls = transport.serverTls(reader, TransportSchema.ADMIN_TLS, List.of());
        boolean insecure = reader.getOrDefault(AdminSchema.INSECURE);
        listen.filter(address -> !insecure && !isLoopback(address.host()))
                .ifPresent(address -> checkExposed(reader, address, token.isPresent(), tls));
        if (token.filter(text -> text.length() < AdminSchema.LEAST_TOKEN_CHARS).isPresent()) {
            faults.add(
                    reader.origin(AdminSchema.TOKEN),
                    reader.path(AdminSchema.TOKEN),
                    "is shorter than " + AdminSchema.LEAST_TOKEN_CHARS
                            + " characters, so that it could be guessed: write one made by 'openssl rand -hex 32'");
        }
        return new AdminConfig(
                listen,
                tls,
                token,
                reader.getOrDefault(AdminSchema.OPEN),
                reader.get(AdminSchema.ALLOWED_HOSTS).orElse(List.of()));
    }

    private void checkExposed(SectionReader reader, HostPort address, boolean token, Optional<ServerTlsSettings> tls) {
        String exposed = "'" + address + "' can be reached from other machines";
        boolean knowsItsClients = tls.filter(settings -> settings.clientAuth() == ClientAuthentication.REQUIRED)
                .isPresent();
        if (!token && !knowsItsClients) {
            faults.add(
                    reader.origin(AdminSchema.LISTEN),
                    reader.path(AdminSchema.LISTEN),
                    exposed + ", and there is no token: set admin.token, listen on 127.0.0.1, or, where others than you"
                            + " see to who gets there, set admin.insecure: true");
        } else if (tls.isEmpty()) {
            faults.warn(
                    reader.origin(AdminSchema.LISTEN),
                    reader.path(AdminSchema.LISTEN),
                    exposed + ", and whoever sits between can read the token: set admin.tls, listen on 127.0.0.1, or,"
                            + " where TLS is done before Topoxy, set admin.insecure: true");
        }
    }

    private Optional<HostPort> listen(SectionReader reader) {
        if (reader.has(AdminSchema.LISTEN) || listenVariable.isEmpty()) {
            return reader.getOrDefault(AdminSchema.LISTEN);
        }
        Node written = new Node.Scalar(new Origin.Option(LISTEN_VARIABLE), listenVariable.get());
        return AdminSchema.LISTEN
                .type()
                .read(written, reader.path(AdminSchema.LISTEN), faults)
                .orElse(Optional.empty());
    }

    /** A name is looked up; one that is unknown is told when it is bound. */
    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return true;
        }
    }
}
