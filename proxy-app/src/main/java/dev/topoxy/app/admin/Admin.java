package dev.topoxy.app.admin;

import dev.topoxy.app.config.AdminConfig;
import dev.topoxy.app.config.ClusterConfig;
import dev.topoxy.app.groups.Catalogue;
import dev.topoxy.app.groups.CatalogueMetrics;
import dev.topoxy.app.metrics.Metrics;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** What the admin port serves, and what is looked at in the background for it. */
public final class Admin implements AutoCloseable {

    private static final int BROKER_CHECK_SECONDS = 10;
    private static final int REFRESH_SECONDS = 30;

    private final AdminServer server;
    private final ScheduledExecutorService background;

    private Admin(AdminServer server, ScheduledExecutorService background) {
        this.server = server;
        this.background = background;
    }

    /**
     * Begins to serve.
     *
     * @throws IOException if it cannot listen there; the message is complete for the user
     */
    public static Admin start(
            AdminConfig config,
            AdminPort port,
            List<ClusterConfig> clusters,
            List<Catalogue> catalogues,
            Health health,
            Metrics metrics)
            throws IOException {
        List<Route> routes = new ArrayList<>(health.routes());
        routes.add(Route.get(
                "/metrics",
                Guard.Access.METRICS,
                (request, arguments) -> Answer.momentary(200, Metrics.CONTENT_TYPE, metrics.scrape())));
        routes.addAll(GroupApi.all(catalogues));
        routes.addAll(LogApi.routes());
        routes.addAll(PageFiles.routes());
        AdminServer server = AdminServer.start(config, port, routes);
        ScheduledExecutorService background =
                Executors.newScheduledThreadPool(2, new DefaultThreadFactory("admin-background", true));
        for (ClusterConfig cluster : clusters) {
            BrokerCheck check = new BrokerCheck(cluster.name(), cluster.bootstrapServers());
            health.require("brokers of " + cluster.name(), check::failure);
            background.scheduleWithFixedDelay(check, 0, BROKER_CHECK_SECONDS, TimeUnit.SECONDS);
        }
        for (Catalogue catalogue : catalogues) {
            metrics.add(new CatalogueMetrics(catalogue));
            background.scheduleWithFixedDelay(catalogue::refresh, REFRESH_SECONDS, REFRESH_SECONDS, TimeUnit.SECONDS);
        }
        return new Admin(server, background);
    }

    @Override
    public void close() {
        background.shutdownNow();
        server.close();
    }
}
