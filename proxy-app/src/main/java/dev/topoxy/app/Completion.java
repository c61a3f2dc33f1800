package dev.topoxy.app;

import dev.topoxy.app.ask.Command;
import java.util.stream.Collectors;

/** A script for bash, and for zsh by its bashcompinit, that completes the command's words and options. */
final class Completion {

    private Completion() {}

    static String script() {
        String cases = Command.all().stream()
                .map(command -> "        " + command.word() + ") words=\"" + String.join(" ", command.optionNames())
                        + "\" ;;\n")
                .collect(Collectors.joining());
        String options = String.join(" ", Options.names());
        return """
                # bash: source <(topoxy completion)
                # zsh: autoload -U bashcompinit && bashcompinit && source <(topoxy completion)
                _topoxy() {
                    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words
                    case $before in
                        --config|--ca|--cert) COMPREPLY=($(compgen -f -- "$word")); return ;;
                        --topology-plugin) COMPREPLY=($(compgen -W "memory file kafka none" -- "$word")); return ;;
                        --format) COMPREPLY=($(compgen -W "text mermaid dot svg json" -- "$word")); return ;;
                    esac
                    case ${COMP_WORDS[1]} in
                %s        *) words="%s" ;;
                    esac
                    if [ "$COMP_CWORD" = 1 ]; then
                        words="run check completion %s %s"
                    fi
                    COMPREPLY=($(compgen -W "$words" -- "$word"))
                }
                complete -F _topoxy topoxy
                """.formatted(
                cases, options, Command.all().stream().map(Command::word).collect(Collectors.joining(" ")), options);
    }
}
