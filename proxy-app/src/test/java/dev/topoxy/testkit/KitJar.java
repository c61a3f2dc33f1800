package dev.topoxy.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.zip.CRC32;

/** The kit's classes that run inside a broker's JVM, as a jar: class data sharing takes no directories. */
final class KitJar {

    private static final List<Class<?>> CLASSES = List.of(BrokerMain.class, ParentWatch.class);

    private KitJar() {}

    /** Named after its content, and left alone where it exists: archives of shared classes remember its time. */
    static synchronized Path get() {
        try {
            CRC32 crc = new CRC32();
            for (Class<?> each : CLASSES) {
                crc.update(bytes(each));
            }
            Path jar = Workspace.target("kafka").resolve("broker-main-" + Long.toHexString(crc.getValue()) + ".jar");
            if (!Files.exists(jar)) {
                Path fresh = Files.createTempFile(jar.getParent(), "broker-main", ".new");
                write(fresh);
                Files.move(fresh, jar, StandardCopyOption.ATOMIC_MOVE);
            }
            return jar;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            for (Class<?> each : CLASSES) {
                out.putNextEntry(new JarEntry(path(each)));
                out.write(bytes(each));
                out.closeEntry();
            }
        }
    }

    private static byte[] bytes(Class<?> type) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(type.getClassLoader().getResourceAsStream(path(type)), type.getName())) {
            return in.readAllBytes();
        }
    }

    private static String path(Class<?> type) {
        return type.getName().replace('.', '/') + ".class";
    }
}
