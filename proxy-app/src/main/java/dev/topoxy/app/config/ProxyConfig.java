package dev.topoxy.app.config;

import dev.topoxy.core.drain.DrainSettings;
import dev.topoxy.core.limit.Limits;
import dev.topoxy.core.server.TcpTimeouts;
import java.time.Duration;
import java.util.List;

/**
 * Everything that is configured, checked and complete.
 *
 * @param clusters at least one; their names and ports are distinct
 * @param maxRequestBytes the largest request frame accepted from a client
 * @param connectTimeout how long a broker may take to accept a connection
 * @param handshakeTimeout how long a handshake may take, and a client until its first whole request
 * @param eventLoopThreads 0 for the number of processors
 * @param drain how much time clients are given at the end
 * @param limits what clients may take
 * @param tcp how peers that are gone without a word are noticed
 * @param admin the admin server
 * @param warnings what is allowed and seldom wise; each is one line, complete for the user
 */
public record ProxyConfig(
        List<ClusterConfig> clusters,
        int maxRequestBytes,
        Duration connectTimeout,
        Duration handshakeTimeout,
        int eventLoopThreads,
        DrainSettings drain,
        Limits limits,
        TcpTimeouts tcp,
        AdminConfig admin,
        List<String> warnings) {
    public ProxyConfig {
        clusters = List.copyOf(clusters);
        warnings = List.copyOf(warnings);
    }
}
