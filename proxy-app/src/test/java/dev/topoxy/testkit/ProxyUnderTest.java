package dev.topoxy.testkit;

/** What stands between client and brokers in a test. */
public interface ProxyUnderTest extends AutoCloseable {

    /** The address that clients set as {@code bootstrap.servers}. */
    String bootstrap();

    /** An orderly end. */
    @Override
    void close();
}
