package dev.topoxy.app.config;

import java.util.Optional;

/** What a key's value must look like, and how it becomes a Java value. */
interface ValueType<T> {

    /** In words, for the reference: {@code host:port}. */
    String description();

    /** Makes the Java value; empty where what was written is faulty, and {@code faults} then says why. */
    Optional<T> read(Node value, String path, Faults faults);
}
