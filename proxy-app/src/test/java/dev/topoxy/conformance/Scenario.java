package dev.topoxy.conformance;

/**
 * Something a client does, and the answers to which must be equal wherever it does it.
 *
 * @param name unique; the scenario's group ids are made of it
 */
record Scenario(String name, Script script) {

    /** Plays to one target. What it expects must hold there, so that two equal failures do not pass as agreement. */
    @FunctionalInterface
    interface Script {
        void play(Stage stage) throws Exception;
    }
}
