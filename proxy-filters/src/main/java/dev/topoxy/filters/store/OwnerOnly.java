package dev.topoxy.filters.store;

import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** What lets nobody but the owner in, on file systems that can express it. */
final class OwnerOnly {

    private OwnerOnly() {}

    static FileAttribute<?>[] file(Path path) {
        return attributes(path, "rw-------");
    }

    static FileAttribute<?>[] directory(Path path) {
        return attributes(path, "rwx------");
    }

    private static FileAttribute<?>[] attributes(Path path, String permissions) {
        boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
