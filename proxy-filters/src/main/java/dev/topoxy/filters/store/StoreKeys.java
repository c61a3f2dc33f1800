package dev.topoxy.filters.store;

import dev.topoxy.plugin.TopologyDescriptionStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** The keys that a store's configuration may hold, for checking one before the store is made of it. */
public final class StoreKeys {

    private final ConfigDef own;
    private final Map<String, List<ConfigDef>> passedOn;
    private final Consumer<Map<String, String>> whole;
    private final Function<Map<String, String>, Map<String, String>> trial;

    private StoreKeys(
            ConfigDef own,
            Map<String, List<ConfigDef>> passedOn,
            Consumer<Map<String, String>> whole,
            Function<Map<String, String>, Map<String, String>> trial) {
        this.own = own;
        this.passedOn = passedOn;
        this.whole = whole;
        this.trial = trial;
    }

    /** A store with these keys and no others. */
    public static StoreKeys of(ConfigDef own) {
        return new StoreKeys(own, Map.of(), config -> {}, config -> Map.of());
    }

    /** Also the settings of some client, under a prefix. Its keys need not all be known, since it may have plugins. */
    public StoreKeys with(String prefix, ConfigDef... clients) {
        Map<String, List<ConfigDef>> more = new TreeMap<>(passedOn);
        more.put(prefix, List.of(clients));
        return new StoreKeys(own, more, whole, trial);
    }

    /** Also checked as a whole, by something that throws {@link ConfigException}. */
    public StoreKeys checkedBy(Consumer<Map<String, String>> check) {
        return new StoreKeys(own, passedOn, check, trial);
    }

    /** Also tried out, which may read files: what is found by its keys. */
    public StoreKeys triedBy(Function<Map<String, String>, Map<String, String>> attempt) {
        return new StoreKeys(own, passedOn, whole, attempt);
    }

    public boolean isKnown(String key) {
        return !definitions(key).isEmpty();
    }

    /** Whether somebody else may know the key. */
    public boolean isPassedOn(String key) {
        return passedOn(key).isPresent();
    }

    /** The keys that one may have meant who wrote this one. */
    public List<String> namesBeside(String key) {
        return passedOn(key)
                .map(passed -> passed.getValue().stream()
                        .flatMap(client -> client.names().stream())
                        .map(passed.getKey()::concat)
                        .distinct()
                        .toList())
                .orElseGet(() -> Stream.concat(own.configKeys().keySet().stream(), passedOn.keySet().stream())
                        .toList());
    }

    /** What is wrong with the value of a key that is known. */
    public Optional<String> problem(String key, String value) {
        return definitions(key).stream()
                .flatMap(definition -> problem(definition, value).stream())
                .findFirst();
    }

    private static Optional<String> problem(ConfigDef.ConfigKey key, String value) {
        try {
            Object parsed = ConfigDef.parseType(key.name, value, key.type);
            if (key.validator != null) {
                key.validator.ensureValid(key.name, parsed);
            }
            return Optional.empty();
        } catch (ConfigException e) {
            String message = String.valueOf(e.getMessage());
            String lead = "for configuration " + key.name;
            int reason = message.indexOf(lead);
            return Optional.of(
                    reason < 0 ? message : "'" + value + "' is not valid" + message.substring(reason + lead.length()));
        }
    }

    /** What is wrong with all of it together, where each value alone is right. */
    public Optional<String> contradiction(Map<String, String> config) {
        try {
            TopologyDescriptionStore.check(config);
            whole.accept(config);
            return Optional.empty();
        } catch (ConfigException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** What cannot be used of a configuration without a contradiction, by key; reads files, connects to nothing. */
    public Map<String, String> unusable(Map<String, String> config) {
        return trial.apply(config);
    }

    private List<ConfigDef.ConfigKey> definitions(String key) {
        List<ConfigDef.ConfigKey> found = new ArrayList<>();
        Optional.ofNullable(own.configKeys().get(key)).ifPresent(found::add);
        passedOn(key).ifPresent(passed -> {
            String name = key.substring(passed.getKey().length());
            passed.getValue()
                    .forEach(client ->
                            Optional.ofNullable(client.configKeys().get(name)).ifPresent(found::add));
        });
        return found;
    }

    private Optional<Map.Entry<String, List<ConfigDef>>> passedOn(String key) {
        return passedOn.entrySet().stream()
                .filter(passed -> key.startsWith(passed.getKey()))
                .findFirst();
    }
}
