package dev.topoxy.app.config;

/** Where a value was written. */
sealed interface Origin {

    /**
     * A place in a file.
     *
     * @param line counted from 1
     * @param column counted from 1, in characters
     */
    record Position(String file, int line, int column) implements Origin {
        @Override
        public String toString() {
            return file + ":" + line + ":" + column;
        }
    }

    /** An option of the command line, with its dashes. */
    record Option(String name) implements Origin {
        @Override
        public String toString() {
            return name;
        }
    }

    /** The schema itself: a default. */
    record Default() implements Origin {
        @Override
        public String toString() {
            return "default";
        }
    }
}
