package dev.topoxy.app;

import java.util.Optional;

/** Versions as the jars' manifests state them. */
final class Version {

    private Version() {}

    static String current() {
        return of(Version.class);
    }

    /** The version of the jar a class is in; {@code development} outside a jar. */
    static String of(Class<?> inJar) {
        return Optional.ofNullable(inJar.getPackage().getImplementationVersion())
                .orElse("development");
    }
}
