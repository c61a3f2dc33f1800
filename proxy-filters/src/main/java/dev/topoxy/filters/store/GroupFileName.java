package dev.topoxy.filters.store;

import dev.topoxy.filters.description.Digest;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The name of a group's file. Whatever the group is called, it is a plain name of at most 78 characters that no file
 * system takes for anything else, and no two groups have the same, even where case is not told apart.
 */
final class GroupFileName {

    private static final String SUFFIX = ".json";
    private static final int READABLE_CHARS = 40;
    private static final int HASH_CHARS = 32;
    private static final Pattern NAME =
            Pattern.compile("[a-z0-9._-]{1," + READABLE_CHARS + "}-[0-9a-f]{" + HASH_CHARS + "}\\" + SUFFIX);

    private GroupFileName() {}

    static String of(String groupId) {
        var name = new StringBuilder();
        String beginning = groupId.substring(0, Math.min(READABLE_CHARS, groupId.length()));
        for (char c : beginning.toLowerCase(Locale.ROOT).toCharArray()) {
            name.append(name.length() < READABLE_CHARS ? plain(c, name.length() == 0) : "");
        }
        return name.append(name.length() == 0 ? "_" : "")
                .append('-')
                .append(hash(groupId))
                .append(SUFFIX)
                .toString();
    }

    /** Whether a file can be a group's. */
    static boolean isOne(String fileName) {
        return NAME.matcher(fileName).matches();
    }

    private static char plain(char c, boolean first) {
        boolean kept = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || (c == '.' && !first);
        return kept ? c : '_';
    }

    /** Over UTF-16, in which even malformed text is told apart. */
    private static String hash(String groupId) {
        ByteBuffer chars = ByteBuffer.allocate(groupId.length() * Character.BYTES);
        chars.asCharBuffer().put(groupId);
        byte[] hash = new Digest().add(chars.array()).finish();
        return HexFormat.of().formatHex(hash).substring(0, HASH_CHARS);
    }
}
