# bash completion for timerlab
_timerlab() {
    local current=${COMP_WORDS[COMP_CWORD]} line extension
    local IFS=$'\n'
    COMPREPLY=()
    [ "$current" != '=' ] || current=
    while IFS= read -r line; do
        case "$line" in
            :folders) COMPREPLY+=($(compgen -d -- "$current")) ;;
            :files) COMPREPLY+=($(compgen -f -- "$current")) ;;
            :files*)
                COMPREPLY+=($(compgen -d -- "$current"))
                for extension in $(printf '%s' "${line#:files }" | tr ' ' '\n'); do
                    COMPREPLY+=($(compgen -f -X "!*.$extension" -- "$current"))
                done ;;
            *)
                COMPREPLY+=($(compgen -W "${line%%$'\t'*}" -- "$current"))
                continue ;;
        esac
        compopt -o filenames 2>/dev/null
    done < <(timerlab __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _timerlab timerlab
