package dev.topoxy.it;

import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import javax.management.JMException;
import javax.management.ObjectName;

/** How many objects of each class are alive in this JVM, counted after a collection. */
record LiveObjects(Map<String, Long> byClass) {

    static LiveObjects count() {
        Map<String, Long> byClass = new HashMap<>();
        histogram().lines().map(line -> line.strip().split("\\s+", -1)).forEach(columns -> {
            if (columns.length >= 4 && columns[0].endsWith(":")) {
                byClass.merge(columns[3], Long.parseLong(columns[1]), Long::sum);
            }
        });
        return new LiveObjects(byClass);
    }

    private static String histogram() {
        try {
            return (String) ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "gcClassHistogram",
                            new Object[] {new String[0]},
                            new String[] {String[].class.getName()});
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }

    long of(String className) {
        return byClass.getOrDefault(className, 0L);
    }
}
