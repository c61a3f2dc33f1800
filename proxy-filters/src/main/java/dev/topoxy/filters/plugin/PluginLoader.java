package dev.topoxy.filters.plugin;

import dev.topoxy.filters.TopologyDescriptionSettings;
import dev.topoxy.filters.store.HistoryStore;
import dev.topoxy.filters.store.ShippedStores;
import dev.topoxy.plugin.StreamsGroupTopologyDescriptionPlugin;
import java.io.Closeable;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.net.URLClassLoader;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.common.Configurable;
import org.apache.kafka.common.config.ConfigException;

/** Finds the plugin that the settings name, creates and configures it. */
final class PluginLoader {

    private static final ClassLoader PRODUCT = PluginLoader.class.getClassLoader();

    private final TopologyDescriptionSettings settings;
    private final String bootstrapServers;
    private final String name;

    private PluginLoader(TopologyDescriptionSettings settings, String bootstrapServers) {
        this.settings = settings;
        this.bootstrapServers = bootstrapServers;
        this.name = settings.plugin();
    }

    /**
     * A configured plugin of the product's or Kafka's interface.
     *
     * @param bootstrapServers of the cluster, for a store that is kept in it
     */
    static LoadedPlugin load(TopologyDescriptionSettings settings, String bootstrapServers) throws PluginLoadException {
        return new PluginLoader(settings, bootstrapServers).load();
    }

    /**
     * Finds the plugin's class, and runs none of its code.
     *
     * @throws PluginLoadException if there is none, or no plugin can be created of it
     */
    static void find(TopologyDescriptionSettings settings) throws PluginLoadException {
        if (!ShippedStores.names().contains(settings.plugin())) {
            new PluginLoader(settings, "").find();
        }
    }

    private void find() throws PluginLoadException {
        Optional<URLClassLoader> own = ownLoader();
        try (Closeable resources = closing(own)) {
            constructor(own.isPresent() ? own.get() : PRODUCT);
        } catch (PluginLoadException e) {
            throw e;
        } catch (IOException e) {
            throw new PluginLoadException(problem("is in a jar that cannot be closed: " + e.getMessage()), e);
        }
    }

    private LoadedPlugin load() throws PluginLoadException {
        Optional<HistoryStore> shipped = ShippedStores.create(name, bootstrapServers);
        if (shipped.isPresent()) {
            return configured(shipped.get(), PRODUCT, () -> {});
        }
        Optional<URLClassLoader> own = ownLoader();
        ClassLoader loader = own.isPresent() ? own.get() : PRODUCT;
        Closeable resources = closing(own);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return configured(create(constructor(loader)), loader, resources);
        } catch (PluginLoadException e) {
            closeAfter(e, resources);
            throw e;
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** That of the jars that hold the class; without one it is looked for on the class path. */
    private Optional<URLClassLoader> ownLoader() throws PluginLoadException {
        return settings.pluginsDirectory().isPresent()
                ? new PluginsDirectory(settings.pluginsDirectory().get()).holding(name, new SharedClasses(PRODUCT))
                : Optional.empty();
    }

    private static Closeable closing(Optional<URLClassLoader> own) {
        return own.isPresent() ? own.get() : () -> {};
    }

    private Constructor<?> constructor(ClassLoader loader) throws PluginLoadException {
        try {
            Class<?> type = Class.forName(name, false, loader);
            if (!isPlugin(type)) {
                throw new PluginLoadException(problem("implements neither "
                        + StreamsGroupTopologyDescriptionPlugin.class.getName() + " nor "
                        + org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescriptionPlugin.class
                                .getName()
                        + ": name the class that does"));
            }
            if (Modifier.isAbstract(type.getModifiers()) || !Modifier.isPublic(type.getModifiers())) {
                throw new PluginLoadException(problem("is not a public class that can be created: "
                        + "make it public and not abstract, or name another one"));
            }
            return type.getConstructor();
        } catch (ClassNotFoundException e) {
            throw new PluginLoadException(notFound(), e);
        } catch (NoSuchMethodException e) {
            throw new PluginLoadException(problem("has no public constructor without arguments: add one"), e);
        } catch (UnsupportedClassVersionError e) {
            throw new PluginLoadException(
                    problem("was compiled for a newer Java than this one, " + Runtime.version() + " (" + e.getMessage()
                            + "): run the proxy with that Java or compile the plugin for this one"),
                    e);
        } catch (LinkageError e) {
            throw new PluginLoadException(linkage(e), e);
        }
    }

    private AutoCloseable create(Constructor<?> constructor) throws PluginLoadException {
        try {
            return (AutoCloseable) constructor.newInstance();
        } catch (InvocationTargetException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            if (cause instanceof LinkageError linkage) {
                throw new PluginLoadException(linkage(linkage), linkage);
            }
            throw new PluginLoadException(problem("failed in its constructor with " + FailureText.of(cause)), cause);
        } catch (ExceptionInInitializerError e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw new PluginLoadException(
                    problem("failed to initialise its static fields with " + FailureText.of(cause)), cause);
        } catch (LinkageError e) {
            throw new PluginLoadException(linkage(e), e);
        } catch (ReflectiveOperationException e) {
            throw new PluginLoadException(problem("cannot be created: " + FailureText.of(e)), e);
        }
    }

    private static boolean isPlugin(Class<?> type) {
        return StreamsGroupTopologyDescriptionPlugin.class.isAssignableFrom(type)
                || org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescriptionPlugin.class
                        .isAssignableFrom(type);
    }

    private LoadedPlugin configured(AutoCloseable plugin, ClassLoader loader, Closeable resources)
            throws PluginLoadException {
        try {
            ((Configurable) plugin).configure(settings.pluginConfig());
            return new LoadedPlugin(name, plugin, loader, resources);
        } catch (ConfigException e) {
            throw closeAfter(new PluginLoadException("plugin.config of " + name + ": " + e.getMessage(), e), plugin);
        } catch (LinkageError e) {
            throw closeAfter(new PluginLoadException(linkage(e), e), plugin);
        } catch (Throwable e) {
            throw closeAfter(
                    new PluginLoadException(
                            problem("failed to configure itself from the plugin's settings "
                                    + settings.pluginConfig().keySet() + ": " + FailureText.of(e)),
                            e),
                    plugin);
        }
    }

    private String problem(String text) {
        return "plugin: class " + name + " " + text;
    }

    private String notFound() {
        String where = settings.pluginsDirectory()
                .map(directory -> "neither in a jar of plugins.directory " + directory + " nor on the class path: "
                        + "correct the name, or put the plugin's jar there")
                .orElse("not on the class path, and plugins.directory is not set: "
                        + "correct the name, or set plugins.directory to where the plugin's jar lies");
        return problem("is " + where);
    }

    private String linkage(LinkageError error) {
        return problem("needs a class that is missing or does not fit (" + FailureText.of(error)
                + "): put the plugin's libraries beside its jar, all in one sub-directory of plugins.directory");
    }

    private static PluginLoadException closeAfter(PluginLoadException failure, AutoCloseable resource) {
        try {
            resource.close();
        } catch (Throwable e) {
            failure.addSuppressed(e);
        }
        return failure;
    }
}
