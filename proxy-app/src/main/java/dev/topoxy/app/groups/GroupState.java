package dev.topoxy.app.groups;

/** How it stands with a group's description. */
public enum GroupState {
    STORED("its description is stored"),
    REFUSED("its description was refused"),
    ASKED("a member has been asked for its description and has not pushed it yet"),
    WAITING("no member has been asked yet"),
    OUTLINE("its clients are older than 4.4 and cannot push a description");

    private final String text;

    GroupState(String text) {
        this.text = text;
    }

    /** In a sentence's words. */
    public String text() {
        return text;
    }
}
