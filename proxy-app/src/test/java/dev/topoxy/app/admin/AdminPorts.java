package dev.topoxy.app.admin;

import dev.topoxy.core.address.HostPort;
import java.time.Duration;
import java.util.Optional;

/** Ports as most tests want them. */
final class AdminPorts {

    private AdminPorts() {}

    static AdminPort plain(HostPort address) {
        return new AdminPort(address, Optional.empty(), Duration.ofMinutes(1));
    }
}
