package dev.topoxy.filters.plugin;

import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parent of a plugin's class loader: the JDK, and of the product only what plugin and proxy must share. A plugin
 * may so bring any version of any other library.
 */
final class SharedClasses extends ClassLoader {

    private static final List<String> SHARED = List.of("dev.topoxy.plugin.", "org.apache.kafka.", "org.slf4j.");

    private final ClassLoader product;

    SharedClasses(ClassLoader product) {
        super(ClassLoader.getPlatformClassLoader());
        this.product = product;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (SHARED.stream().anyMatch(name::startsWith)) {
            return product.loadClass(name);
        }
        throw new ClassNotFoundException(name);
    }

    @Override
    protected @Nullable URL findResource(String name) {
        return null;
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        return Collections.emptyEnumeration();
    }
}
