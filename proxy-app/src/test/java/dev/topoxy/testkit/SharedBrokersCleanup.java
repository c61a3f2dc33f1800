package dev.topoxy.testkit;

import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/** Stops the shared brokers after the last test; found by JUnit as a service. */
public final class SharedBrokersCleanup implements LauncherSessionListener {

    @Override
    public void launcherSessionClosed(LauncherSession session) {
        SharedBrokers.stopAll();
    }
}
