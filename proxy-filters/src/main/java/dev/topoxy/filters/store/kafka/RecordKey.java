package dev.topoxy.filters.store.kafka;

import java.util.Optional;

/** The key of a record: what it is about, a colon, and the group's id. */
record RecordKey(Kind kind, String groupId) {

    /** What a record is about. */
    enum Kind {
        /** The value is the group's document; without a value the group was deleted. */
        TOPOLOGY("topology:"),
        /** A member of the group was seen when the record was written; the value says nothing more. */
        SEEN("seen:");

        private final String prefix;

        Kind(String prefix) {
            this.prefix = prefix;
        }
    }

    String text() {
        return kind.prefix + groupId;
    }

    /** Empty for keys that this version does not know. */
    static Optional<RecordKey> of(String text) {
        for (Kind kind : Kind.values()) {
            if (text.startsWith(kind.prefix)) {
                return Optional.of(new RecordKey(kind, text.substring(kind.prefix.length())));
            }
        }
        return Optional.empty();
    }
}
