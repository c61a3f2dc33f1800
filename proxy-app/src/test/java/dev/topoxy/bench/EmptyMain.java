package dev.topoxy.bench;

/** Does nothing: the time that a JVM itself takes. */
final class EmptyMain {

    private EmptyMain() {}

    public static void main(String[] args) {}
}
