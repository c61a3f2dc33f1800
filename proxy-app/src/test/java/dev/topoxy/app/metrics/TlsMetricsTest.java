package dev.topoxy.app.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.core.tls.ClientAuthentication;
import dev.topoxy.core.tls.KeySource;
import dev.topoxy.core.tls.Secret;
import dev.topoxy.core.tls.ServerTls;
import dev.topoxy.core.tls.ServerTlsSettings;
import dev.topoxy.core.tls.TlsReloader;
import dev.topoxy.core.tls.TlsSettings;
import dev.topoxy.testkit.SelfSigned;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsMetricsTest {

    @Test
    void the_time_that_is_left_of_a_certificate_is_told_in_seconds(@TempDir Path directory) throws Exception {
        SelfSigned key = SelfSigned.make(directory, "proxy", "CN=proxy", "dns:localhost");
        ServerTlsSettings settings = new ServerTlsSettings(
                new TlsSettings(
                        List.of(new KeySource.Store(
                                key.keystore(), Optional.of(Secret.of(SelfSigned.PASSWORD)), Optional.empty())),
                        Optional.empty(),
                        TlsSettings.DEFAULT_PROTOCOLS,
                        List.of()),
                ClientAuthentication.NONE,
                ServerTlsSettings.DEFAULT_PRINCIPAL_MAPPING_RULES);
        try (TlsReloader reloader = new TlsReloader()) {
            ServerTls.open("cluster main: tls", settings, reloader);
            Instant end = key.validUntil();
            Metrics metrics = new Metrics();
            metrics.add(new TlsMetrics(reloader, InstantSource.fixed(end.minus(Duration.ofHours(1)))));
            assertThat(metrics.scrape().lines())
                    .contains("topoxy_tls_certificate_expiry_seconds{setting=\"cluster main: tls\"} 3600.0");
        }
    }
}
