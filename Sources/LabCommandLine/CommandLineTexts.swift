// Written by Tests/Support/embed: change the texts and run it again.
// swift-format-ignore-file

enum CommandLineTexts {
    static let all = [
        "bash": #"""
# bash completion for timerlab
_timerlab() {
    local piece line name value plain lead='' joined='' rest=${COMP_LINE:0:COMP_POINT} files='' index
    local -a words=() offered=()
    local IFS=$'\n'
    # Bash cuts words at = @ and :, which are put together again.
    for ((index = 0; index <= COMP_CWORD; index++)); do
        piece=${COMP_WORDS[index]}
        rest=${rest#*"$piece"}
        joined+=$piece
        case $rest in '' | [[:blank:]]*) words+=("$joined") joined='' ;; esac
    done
    [ -z "$joined" ] || words+=("$joined")
    value=${words[${#words[@]} - 1]}
    case $value in --*=*) value=${value#*=} ;; esac
    case $piece in [=@:]) lead=$value ;; *) lead=${value%"$piece"} ;; esac
    # An @ is part of what Readline completes behind it.
    lead=${lead%@}
    # The word as it is meant, without the quotes that it was typed with.
    plain=${value#[\"\']}
    plain=${plain//\\/}
    # No name is ever evaluated: one that a file has may be a command.
    while IFS= read -r line; do
        case $line in
            :folders | :files*)
                files=1
                while IFS= read -r name; do offered+=("$name"); done < <(compgen -d -- "$plain") ;;
            *)
                name=${line%%$'\t'*}
                [ "${name:0:${#plain}}" != "$plain" ] || offered+=("$name") ;;
        esac
        case $line in :files*)
            while IFS= read -r name; do
                case " ${line#:files} " in
                    '  ' | *" ${name##*.} "*) [ -d "$name" ] || offered+=("$name") ;;
                esac
            done < <(compgen -f -- "$plain")
        esac
    done < <(timerlab __complete "${words[@]:1}" 2>/dev/null)
    # With `filenames` bash quotes what needs it, but for $ and ` outside of quotes; else it is done here.
    case $value in [\"\']*) ;; *) case "${offered[*]}" in *[\$\`]*) files='' ;; esac ;; esac
    [ -z "$files" ] || ! compopt -o filenames 2>/dev/null || files=2
    COMPREPLY=()
    for name in "${offered[@]}"; do
        name=${name#"$lead"}
        [ "$files" = 2 ] || printf -v name %q "$name"
        COMPREPLY+=("$name")
    done
}
complete -F _timerlab timerlab

"""#,
        "completions": #"""
Print a completion script for a shell, or the manual page.
# about
`make install` puts them where the shells and man look for them.
# SHELL
The shell, or man.
# $ {program} completions bash >> ~/.bash_completion
For bash, with bash-completion.
# $ {program} completions zsh > ~/.zfunc/_{program}
For zsh, with ~/.zfunc in fpath.
# $ {program} completions fish > ~/.config/fish/completions/{program}.fish
For fish.
# exit
0 64 73 130

"""#,
        "fish": #"""
# fish completion for timerlab
function __timerlab_offer
    set -l current (commandline -ct)
    set -l prefix (string match -r -- '^--[^=]+=' "$current")
    set -l words (commandline -opc)
    for line in (timerlab __complete $words[2..-1] "$current" 2>/dev/null)
        switch $line
            case :folders
                __fish_complete_directories
            case :files
                __fish_complete_path
            case ':files *'
                __fish_complete_suffix .(string split ' ' -- $line)[2..-1]
            case '*'
                echo "$prefix$line"
        end
    end
end
complete -c timerlab -f -a '(__timerlab_offer)'

"""#,
        "manual": #"""
# see also
`timerlab reference` prints the language of scenarios, `timerlab reference tutorial` ten minutes to begin with,
`timerlab help COMMAND` the options of a command.
# environment NO_COLOR, CLICOLOR=0, TERM=dumb
No colours, unless --color=always is given.
# environment FORCE_COLOR, CLICOLOR_FORCE
Colours in a pipe, too; NO_COLOR outranks them.
# environment COLUMNS
The width of the output; outranks that of the terminal.
# environment TIMERLAB_SCENARIOS
The folder of the shipped scenarios, where they are not beside the program.
# file timerlab.baseline
The baseline of `timerlab check`, in the folder of the scenarios or above it.
# file PREFIX/share/timerlab/Scenarios
The shipped scenarios, the guides and the JSON schema.

"""#,
        "options": #"""
# --output
Write to FILE, completely or not at all, instead of standard output.
# --color
When to print in colours; auto: on a terminal, unless NO_COLOR, CLICOLOR=0 or TERM=dumb is set, or with FORCE_COLOR or
CLICOLOR_FORCE=1.
# --format
How to print it; json is JSON Lines with times in ns.
# --quiet
Leave out the firing log and the timeline.
# --details
Add jitter, percentiles, episodes, shares of causes, and objects that ended well.
# --set
Change a value of the scenarios.
# --expect
Hold the expectations in the changed scenario too.
# --seed
Start the random draws from N instead of the scenario's seed.
# --html
Also write a page for a browser: answer, causes, lines and a timeline that zooms, in one file.
# --interval
The interval of the timers in the code, such as 1s or 1/60s.
# --by
The mark that tells several timers apart: message, thread, or none if all lines are one timer's.
# --match
Take only lines whose message contains TEXT.
# --column
The column of a CSV table that holds the time.
# --time-scale
Divide all durations by K; no interval may fall below 20ms.
# --limit
Stop each live run after so much real time.
# SCENARIO
A file, the name of a shipped scenario, or - for standard input.
# LOG
A log, or - for standard input.

"""#,
        "statuses": #"""
# 0
All is well.
# 1
Something is worse or failed: an expectation, a guarded figure, a crash, a new fault or warning. Or named code changed,
a guarded timer or scenario is gone, or a guard misses a mutation. Or the baseline is missing or outdated.
# 2
With --strict: figures or facts changed without a failure.
# 64
Wrong usage.
# 65
The scenario or log is wrong.
# 66
No such file, a directory, a device, or unreadable.
# 70
A fault of timerlab itself.
# 73
An output file could not be written.
# 130
Interrupted: 128 + the signal, so 129 (SIGHUP), 130 (SIGINT), 131 (SIGQUIT), 143 (SIGTERM).

"""#,
        "zsh": #"""
#compdef timerlab
# zsh completion for timerlab
_timerlab() {
    local -a lines offered
    local line
    lines=("${(@f)$(timerlab __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    [[ $words[CURRENT] == --*=* ]] && compset -P '*='
    for line in $lines; do
        case $line in
            :folders) _files -/ ;;
            :files) _files ;;
            :files*) _files -g "*.${${line#:files }// / *.}" ;;
            *) offered+=("${${line//:/\\:}/$'\t'/:}") ;;
        esac
    done
    (( $#offered )) && _describe -t words timerlab offered
}
if [[ ${funcstack[1]} == _timerlab ]]; then
    _timerlab "$@"
else
    compdef _timerlab timerlab
fi

"""#,
    ]
}
