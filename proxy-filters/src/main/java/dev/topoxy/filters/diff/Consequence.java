package dev.topoxy.filters.diff;

/** What a change means for the application's state and topics. */
public sealed interface Consequence {

    /** One sentence for people; names of the application are escaped. */
    String sentence();

    /** A store goes on under another name, and so does its changelog: what it held is not found again. */
    record ChangelogRenamed(String storeBefore, String storeAfter, String topicBefore, String topicAfter)
            implements Consequence {
        @Override
        public String sentence() {
            return "STATE LOST: store %s is now %s, so its changelog topic %s is now %s and it starts empty."
                    .formatted(
                            Printable.quoted(storeBefore),
                            Printable.quoted(storeAfter),
                            Printable.quoted(topicBefore),
                            Printable.quoted(topicAfter));
        }
    }

    /** A generated name now belongs to another store, which will be restored from what the old one logged. */
    record ChangelogTakenOver(String store, String topic, String nodeBefore, String nodeAfter) implements Consequence {
        @Override
        public String sentence() {
            return ("STATE MIXED UP: the name %s belonged to the store of %s and now belongs to another store, of %s,"
                            + " which is restored from the old one's changelog topic %s.")
                    .formatted(
                            Printable.quoted(store),
                            Printable.quoted(nodeBefore),
                            Printable.quoted(nodeAfter),
                            Printable.quoted(topic));
        }
    }

    /** Records that the old repartition topic still holds are not read any more. */
    record RepartitionTopicRenamed(String before, String after) implements Consequence {
        @Override
        public String sentence() {
            return "RECORDS SKIPPED: repartition topic %s is now %s: what the old one still holds is not processed."
                    .formatted(Printable.quoted(before), Printable.quoted(after));
        }
    }

    /** Records that a repartition topic still holds are not read any more, and no other topic takes its place. */
    record RepartitionTopicRemoved(String topic) implements Consequence {
        @Override
        public String sentence() {
            return "Repartition topic %s is not used any more: what it still holds is not processed."
                    .formatted(Printable.quoted(topic));
        }
    }

    /** A store that was not there before. */
    record StoreAdded(String store) implements Consequence {
        @Override
        public String sentence() {
            return "Store %s is new and starts empty.".formatted(Printable.quoted(store));
        }
    }

    /** A store that is there no longer. */
    record StoreRemoved(String store) implements Consequence {
        @Override
        public String sentence() {
            return "STATE LOST: store %s is removed with what it held.".formatted(Printable.quoted(store));
        }
    }

    /** A subtopology with stores has another id, by which local state is found on disk. */
    record StateRestored(String subtopologyBefore, String subtopologyAfter) implements Consequence {
        @Override
        public String sentence() {
            return ("Subtopology %s is now %s: its local state lies under the old task ids and is restored from the"
                            + " changelogs, which takes time.")
                    .formatted(Printable.plain(subtopologyBefore), Printable.plain(subtopologyAfter));
        }
    }

    /** An internal topic that stays in the cluster although nobody uses it any more. */
    record TopicOrphaned(String topic) implements Consequence {
        @Override
        public String sentence() {
            return "Topic %s, if it exists, is left behind: delete it when no older version will run again."
                    .formatted(Printable.quoted(topic));
        }
    }

    /** The application begins to read a topic. */
    record InputAdded(String topic) implements Consequence {
        @Override
        public String sentence() {
            return "Topic %s is a new input: it must exist, and reading begins where auto.offset.reset says."
                    .formatted(Printable.quoted(topic));
        }
    }

    /** The application stops reading a topic. */
    record InputRemoved(String topic) implements Consequence {
        @Override
        public String sentence() {
            return "Topic %s is not read any more.".formatted(Printable.quoted(topic));
        }
    }

    /** The application begins to write a topic. */
    record OutputAdded(String topic) implements Consequence {
        @Override
        public String sentence() {
            return "Topic %s is a new output: it must exist.".formatted(Printable.quoted(topic));
        }
    }

    /** The application stops writing a topic. */
    record OutputRemoved(String topic) implements Consequence {
        @Override
        public String sentence() {
            return "Topic %s is not written any more: whoever reads it gets nothing new."
                    .formatted(Printable.quoted(topic));
        }
    }

    /** A global store that was not there before. */
    record GlobalStoreAdded(String store) implements Consequence {
        @Override
        public String sentence() {
            return "Global store %s is new: each instance reads its whole topic before it starts."
                    .formatted(Printable.quoted(store));
        }
    }

    /** A global store that is there no longer. */
    record GlobalStoreRemoved(String store) implements Consequence {
        @Override
        public String sentence() {
            return "Global store %s is removed.".formatted(Printable.quoted(store));
        }
    }

    /** A global store has another name or another topic. */
    record GlobalStoreChanged(String store) implements Consequence {
        @Override
        public String sentence() {
            return "Global store %s has another name or topic: each instance reads its whole topic again."
                    .formatted(Printable.quoted(store));
        }
    }
}
