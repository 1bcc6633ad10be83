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
