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
