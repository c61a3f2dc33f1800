package dev.topoxy.app;

import dev.topoxy.app.ask.Command;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.commons.cli.Option;

/** Scripts that have a shell complete the command's words, options and values. */
enum Completion {
    BASH {
        @Override
        String script() {
            return """
                    # source <(topoxy completion bash)
                    _topoxy() {
                        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words
                        case "${COMP_WORDS[1]} $before" in
                            *" --config" | *" --ca" | *" --cert" | *" --key") COMPREPLY=($(compgen -f -- "$word")); return ;;
                            *" --topology-plugin") COMPREPLY=($(compgen -W "%s" -- "$word")); return ;;
                            completion*) COMPREPLY=($(compgen -W "bash zsh" -- "$word")); return ;;
                    %s    esac
                        case ${COMP_WORDS[1]} in
                    %s        *) words="%s" ;;
                        esac
                        if [ "$COMP_CWORD" = 1 ]; then
                            words="%s %s"
                        fi
                        COMPREPLY=($(compgen -W "$words" -- "$word"))
                    }
                    complete -F _topoxy topoxy
                    """.formatted(
                            String.join(" ", PLUGINS),
                            Command.all().stream()
                                    .flatMap(command -> command.choices().entrySet().stream()
                                            .map(choice ->
                                                    "        \"%s --%s\") COMPREPLY=($(compgen -W \"%s\" -- \"$word\")); return ;;\n"
                                                            .formatted(
                                                                    command.word(),
                                                                    choice.getKey(),
                                                                    String.join(" ", choice.getValue()))))
                                    .collect(Collectors.joining()),
                            Command.all().stream()
                                    .map(command -> "        %s) words=\"%s\" ;;\n"
                                            .formatted(
                                                    command.word(),
                                                    names(command.options().getOptions())))
                                    .collect(Collectors.joining()),
                            names(Options.all()),
                            String.join(" ", words().keySet()),
                            names(Options.all()));
        }
    },

    ZSH {
        @Override
        String script() {
            return """
                    #compdef topoxy
                    # source <(topoxy completion zsh), behind compinit; or save it as _topoxy in a directory of $fpath.
                    _topoxy() {
                        local -a words_of_topoxy
                        if (( CURRENT == 2 )) && [[ ${words[2]} != -* ]]; then
                            words_of_topoxy=(%s)
                            _describe command words_of_topoxy
                            return
                        fi
                        local word=${words[2]}
                        if [[ $word != -* ]]; then
                            shift words
                            (( CURRENT-- ))
                        fi
                        case $word in
                    %s        completion) _values shell bash zsh ;;
                            *) _arguments %s ;;
                        esac
                    }
                    if [ "$funcstack[1]" = _topoxy ]; then
                        _topoxy "$@"
                    else
                        compdef _topoxy topoxy
                    fi
                    """.formatted(
                            words().entrySet().stream()
                                    .map(word -> quoted(word.getKey() + ":" + word.getValue()))
                                    .collect(Collectors.joining(" ")),
                            Command.all().stream()
                                    .map(command -> "        %s) _arguments %s ;;\n"
                                            .formatted(
                                                    command.word(),
                                                    arguments(command.options().getOptions(), command.choices())))
                                    .collect(Collectors.joining()),
                            arguments(Options.all(), Map.of("topology-plugin", PLUGINS)));
        }
    };

    private static final List<String> PLUGINS = List.of("memory", "file", "kafka", "none");

    /** The script, to be sourced. */
    abstract String script();

    private static Map<String, String> words() {
        Map<String, String> words = new LinkedHashMap<>();
        words.put("run", "Run the proxy.");
        words.put("check", "Check the configuration, print a summary and exit.");
        for (Command command : Command.all()) {
            words.put(command.word(), command.help());
        }
        words.put("completion", "Print a script that has a shell complete all this.");
        return words;
    }

    private static String names(Collection<Option> options) {
        return options.stream().map(option -> "--" + option.getLongOpt()).collect(Collectors.joining(" "));
    }

    private static String arguments(Collection<Option> options, Map<String, List<String>> choices) {
        return options.stream().map(option -> argument(option, choices)).collect(Collectors.joining(" "));
    }

    private static String argument(Option option, Map<String, List<String>> choices) {
        String name = "--" + option.getLongOpt();
        String help = "[" + option.getDescription().replace("[", "\\[").replace("]", "\\]") + "]";
        if (!option.hasArg()) {
            return quoted(name + help);
        }
        List<String> chosen = choices.getOrDefault(option.getLongOpt(), List.of());
        String values = switch (option.getLongOpt()) {
            case "config", "ca", "cert", "key" -> "_files";
            default -> chosen.isEmpty() ? " " : "(" + String.join(" ", chosen) + ")";
        };
        return quoted(name + "=" + help + ":" + option.getArgName().replace(":", "\\:") + ":" + values);
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
