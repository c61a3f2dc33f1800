package dev.topoxy.filters.plugin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** The directory of plugin jars: each jar, and each sub-directory of jars, is one plugin with a class loader of its own. */
final class PluginsDirectory {

    private final Path directory;

    PluginsDirectory(Path directory) {
        this.directory = directory;
    }

    /** The class loader of the one jar or sub-directory that holds the class; the caller closes it. */
    Optional<URLClassLoader> holding(String className, ClassLoader parent) throws PluginLoadException {
        List<Bundle> holders = new ArrayList<>();
        for (Bundle bundle : bundles()) {
            if (bundle.holds(className)) {
                holders.add(bundle);
            }
        }
        if (holders.size() > 1) {
            throw new PluginLoadException("plugin: class " + className + " is in more than one place of"
                    + " plugins.directory " + directory + ": "
                    + String.join(
                            " and ",
                            holders.stream()
                                    .map(bundle -> bundle.path.getFileName().toString())
                                    .toList())
                    + ": leave one of them");
        }
        return holders.isEmpty()
                ? Optional.empty()
                : Optional.of(new URLClassLoader("plugin", holders.get(0).urls(), parent));
    }

    private List<Bundle> bundles() throws PluginLoadException {
        if (!Files.isDirectory(directory)) {
            throw new PluginLoadException(
                    "plugins.directory: " + directory + " is not a directory: create it or correct the setting");
        }
        var bundles = new ArrayList<Bundle>();
        for (Path entry : list(directory)) {
            if (isJar(entry)) {
                bundles.add(new Bundle(entry, List.of(entry)));
            } else if (Files.isDirectory(entry)) {
                List<Path> jars =
                        list(entry).stream().filter(PluginsDirectory::isJar).toList();
                bundles.add(new Bundle(entry, jars));
            }
        }
        return bundles;
    }

    private static List<Path> list(Path directory) throws PluginLoadException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.sorted().toList();
        } catch (IOException | UncheckedIOException e) {
            throw new PluginLoadException("plugins.directory: cannot list " + directory + ": " + e.getMessage(), e);
        }
    }

    private static boolean isJar(Path path) {
        return path.getFileName().toString().endsWith(".jar") && Files.isRegularFile(path);
    }

    private record Bundle(Path path, List<Path> jars) {

        boolean holds(String className) throws PluginLoadException {
            String entry = className.replace('.', '/') + ".class";
            for (Path jar : jars) {
                try (var file = new JarFile(jar.toFile())) {
                    if (file.getEntry(entry) != null) {
                        return true;
                    }
                } catch (IOException | SecurityException e) {
                    throw new PluginLoadException(
                            "plugins.directory: " + jar + " is not a readable jar (" + e.getMessage()
                                    + "): replace or remove it",
                            e);
                }
            }
            return false;
        }

        URL[] urls() throws PluginLoadException {
            var urls = new URL[jars.size()];
            for (int i = 0; i < urls.length; i++) {
                try {
                    urls[i] = jars.get(i).toUri().toURL();
                } catch (MalformedURLException e) {
                    throw new PluginLoadException(
                            "plugins.directory: no URL for " + jars.get(i) + ": rename the file", e);
                }
            }
            return urls;
        }
    }
}
