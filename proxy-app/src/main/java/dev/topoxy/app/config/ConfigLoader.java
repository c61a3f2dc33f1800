package dev.topoxy.app.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The ways a configuration is given. All are read by the same schema. */
public final class ConfigLoader {
    private static final long MAX_FILE_BYTES = 1 << 20;

    private final Path home;
    private final Map<String, String> environment;
    private final boolean tryOut;

    /**
     * @param home where relative paths in the configuration start
     * @param environment what {@code ${VAR}} in a file stands for
     */
    public ConfigLoader(Path home, Map<String, String> environment) {
        this(home, environment, false);
    }

    /**
     * @param tryOut whether keys and certificates, and the plugin's class, are not only named, but also looked into; a
     *     start finds that out itself
     */
    public ConfigLoader(Path home, Map<String, String> environment, boolean tryOut) {
        this.home = home;
        this.environment = Map.copyOf(environment);
        this.tryOut = tryOut;
    }

    /** Reads a YAML file. */
    public ProxyConfig fromFile(Path file) throws InvalidConfigException {
        Faults faults = new Faults();
        Origin whole = new Origin.Position(file.toString(), 1, 1);
        Optional<String> text = text(file, whole, faults);
        faults.throwIfAny();
        return fromText(file.toString(), text.orElseThrow());
    }

    /**
     * Reads YAML text.
     *
     * @param name how messages call where it stands
     */
    public ProxyConfig fromText(String name, String text) throws InvalidConfigException {
        Faults faults = new Faults();
        Optional<Node> root = YamlFile.read(name, text, new EnvironmentSubstitution(environment), faults);
        if (root.isPresent()) {
            return new ConfigBinder(home, environment, tryOut, faults).bind(root.get());
        }
        faults.throwIfAny();
        throw new IllegalStateException("unreadable, and no fault tells why: " + name);
    }

    /** Makes a configuration of one cluster from command line options; those absent keep their defaults. */
    public ProxyConfig fromOptions(Map<CommandLineSetting, String> options) throws InvalidConfigException {
        Origin all = new Origin.Option("command line");
        Map<String, Node.Entry> cluster = written(options, Schema.CLUSTER);
        cluster.put(Schema.BROKERS, new Node.Entry(all, new Node.Mapping(all, written(options, Schema.BROKER_PORTS))));
        cluster.put(
                TopologySchema.TOPOLOGY,
                new Node.Entry(all, new Node.Mapping(all, written(options, TopologySchema.TOPOLOGY_DESCRIPTION))));
        Node clusters = new Node.Sequence(all, List.of(new Node.Mapping(all, cluster)));
        return new ConfigBinder(home, environment, tryOut, new Faults())
                .bind(new Node.Mapping(
                        all,
                        Map.of(
                                Schema.CLUSTERS,
                                new Node.Entry(all, clusters),
                                Schema.ADMIN,
                                new Node.Entry(all, new Node.Mapping(all, written(options, AdminSchema.SERVER))))));
    }

    private static Map<String, Node.Entry> written(Map<CommandLineSetting, String> options, Section section) {
        Map<String, Node.Entry> entries = new LinkedHashMap<>();
        options.forEach((setting, text) -> {
            if (setting.section().path().equals(section.path())) {
                Origin origin = new Origin.Option(setting.option());
                entries.put(setting.key().name(), new Node.Entry(origin, new Node.Scalar(origin, text)));
            }
        });
        return entries;
    }

    private static Optional<String> text(Path file, Origin origin, Faults faults) {
        try {
            if (Files.isDirectory(file)) {
                faults.add(origin, "", "is a directory: name the file in it");
            } else if (Files.exists(file) && Files.size(file) > MAX_FILE_BYTES) {
                faults.add(origin, "", "is larger than 1 MiB: this is no configuration file");
            } else {
                ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
                return Optional.of(
                        StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
            }
        } catch (NoSuchFileException e) {
            faults.add(origin, "", "does not exist");
        } catch (CharacterCodingException e) {
            faults.add(origin, "", "is not a YAML text file: its bytes are not UTF-8");
        } catch (IOException e) {
            faults.add(origin, "", "cannot be read: " + e.getMessage());
        }
        return Optional.empty();
    }
}
