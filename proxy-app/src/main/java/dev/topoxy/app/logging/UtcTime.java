package dev.topoxy.app.logging;

import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** Times in UTC with milliseconds, always of the same width. Written out: to set up a formatter costs at the start. */
final class UtcTime {

    private UtcTime() {}

    static StringBuilder append(StringBuilder line, long epochMillis) {
        LocalDateTime time = LocalDateTime.ofEpochSecond(Math.floorDiv(epochMillis, 1000L), 0, ZoneOffset.UTC);
        line.append(time.toLocalDate()).append('T');
        padded(line, time.getHour(), 2).append(':');
        padded(line, time.getMinute(), 2).append(':');
        padded(line, time.getSecond(), 2).append('.');
        return padded(line, Math.floorMod(epochMillis, 1000), 3).append('Z');
    }

    private static StringBuilder padded(StringBuilder line, int number, int width) {
        String digits = Integer.toString(number);
        return line.append("0".repeat(width - digits.length())).append(digits);
    }
}
