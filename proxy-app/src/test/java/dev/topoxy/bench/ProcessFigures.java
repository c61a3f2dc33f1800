package dev.topoxy.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the kernel knows of a process. */
record ProcessFigures(long pid) {

    /** Of {@code USER_HZ}, which is 100 on every Linux that Java runs on. */
    private static final double TICKS_PER_SECOND = 100;

    /** Processor time since its start, in user and kernel mode. */
    double cpuSeconds() {
        String stat = read("stat");
        // The name in parentheses may hold spaces; utime and stime are fields 14 and 15, the name is field 2.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_SECOND;
    }

    double rssMebibytes() {
        return status("VmRSS");
    }

    double peakRssMebibytes() {
        return status("VmHWM");
    }

    private double status(String field) {
        return read("status")
                        .lines()
                        .filter(line -> line.startsWith(field + ":"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                        .findFirst()
                        .orElseThrow(() -> new IllegalStateException("process " + pid + " has ended"))
                / 1024.0;
    }

    private String read(String file) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), file));
        } catch (IOException e) {
            throw new UncheckedIOException("process " + pid + " has ended", e);
        }
    }
}
