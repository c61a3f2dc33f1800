package dev.topoxy.plugin;

import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigException;

/** What every {@link TopologyDescriptionStore} may be configured with. Times in milliseconds. */
record StoreSettings(
        long pushTimeoutMs, long backoffMs, long backoffMaxMs, double backoffJitter, long expiryMs, int maxBytes) {

    private static final ConfigDef DEFINITION = new ConfigDef()
            .define(
                    TopologyDescriptionStore.PUSH_TIMEOUT_MS,
                    ConfigDef.Type.LONG,
                    30_000L,
                    Range.atLeast(1),
                    Importance.LOW,
                    "How long a store may take before another member is asked, in milliseconds.")
            .define(
                    TopologyDescriptionStore.BACKOFF_MS,
                    ConfigDef.Type.LONG,
                    30_000L,
                    Range.atLeast(1),
                    Importance.LOW,
                    "How long nobody is asked again after the first attempt, in milliseconds; doubles with each attempt.")
            .define(
                    TopologyDescriptionStore.BACKOFF_MAX_MS,
                    ConfigDef.Type.LONG,
                    3_600_000L,
                    Range.atLeast(1),
                    Importance.LOW,
                    "The longest time between two attempts, in milliseconds.")
            .define(
                    TopologyDescriptionStore.BACKOFF_JITTER,
                    ConfigDef.Type.DOUBLE,
                    0.2,
                    Range.between(0, 0.99),
                    Importance.LOW,
                    "The part of the backoff that is random.")
            .define(
                    TopologyDescriptionStore.EXPIRY_MS,
                    ConfigDef.Type.LONG,
                    7 * 24 * 3_600_000L,
                    Range.atLeast(1),
                    Importance.MEDIUM,
                    "How long a description outlives the last heartbeat of its group, in milliseconds.")
            .define(
                    TopologyDescriptionStore.MAX_BYTES,
                    ConfigDef.Type.INT,
                    0,
                    Range.atLeast(0),
                    Importance.MEDIUM,
                    "The largest description that is stored, in bytes; 0 for no limit.");

    static ConfigDef definition() {
        return new ConfigDef(DEFINITION);
    }

    static StoreSettings of(Map<String, ?> configs) {
        var config = new AbstractConfig(DEFINITION, configs, false);
        var settings = new StoreSettings(
                config.getLong(TopologyDescriptionStore.PUSH_TIMEOUT_MS),
                config.getLong(TopologyDescriptionStore.BACKOFF_MS),
                config.getLong(TopologyDescriptionStore.BACKOFF_MAX_MS),
                config.getDouble(TopologyDescriptionStore.BACKOFF_JITTER),
                config.getLong(TopologyDescriptionStore.EXPIRY_MS),
                config.getInt(TopologyDescriptionStore.MAX_BYTES));
        if (settings.backoffMaxMs < settings.backoffMs) {
            throw new ConfigException(
                    TopologyDescriptionStore.BACKOFF_MAX_MS,
                    settings.backoffMaxMs,
                    "is less than " + TopologyDescriptionStore.BACKOFF_MS + " = " + settings.backoffMs);
        }
        return settings;
    }
}
