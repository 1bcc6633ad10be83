/// A shell for which a completion script can be written.
enum CompletionShell: String, CaseIterable {
    case bash, zsh, fish

    /// What makes the shell ask the program, `NAME __complete WORD...`, what may stand in the place of the last word.
    ///
    /// A line of the answer is a word, behind a tab what it means; `:files`, with the extensions that fit, or `:folders`.
    func script(for name: String) -> String {
        switch self {
        case .bash:
            // What bash 3.2 has, the version that macOS ships.
            #"""
            # bash completion for \#(name)
            _\#(name)() {
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
                done < <(\#(name) __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
            }
            complete -F _\#(name) \#(name)

            """#
        case .zsh:
            // Found on the function path, the file is the body of the function; sourced, it registers it.
            #"""
            #compdef \#(name)
            # zsh completion for \#(name)
            _\#(name)() {
                local -a lines offered
                local line
                lines=("${(@f)$(\#(name) __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
                [[ $words[CURRENT] == --*=* ]] && compset -P '*='
                for line in $lines; do
                    case $line in
                        :folders) _files -/ ;;
                        :files) _files ;;
                        :files*) _files -g "*.${${line#:files }// / *.}" ;;
                        *) offered+=("${${line//:/\\:}/$'\t'/:}") ;;
                    esac
                done
                (( $#offered )) && _describe -t words \#(name) offered
            }
            if [[ ${funcstack[1]} == _\#(name) ]]; then
                _\#(name) "$@"
            else
                compdef _\#(name) \#(name)
            fi

            """#
        case .fish:
            #"""
            # fish completion for \#(name)
            function __\#(name)_offer
                set -l current (commandline -ct)
                set -l prefix (string match -r -- '^--[^=]+=' "$current")
                set -l words (commandline -opc)
                for line in (\#(name) __complete $words[2..-1] "$current" 2>/dev/null)
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
            complete -c \#(name) -f -a '(__\#(name)_offer)'

            """#
        }
    }
}

extension CommandSpec {
    /// What may stand in the place of the last word, a line each, as the scripts of shells take it.
    func completions(of words: [String]) -> [String] {
        var reading = CommandReading(root: self)
        // Bash has an equals sign as a word of its own.
        reading.read(words.dropLast().filter { $0 != "=" })
        let (current, command) = (words.last ?? "", reading.command)
        let options = reading.options.filter { !$0.isHidden }
        let attached = options.first { option in option.names.contains { current.hasPrefix("--\($0)=") } }
        if let option = attached ?? reading.awaitingValue { return option.hint.offer(option.allowedValues) }
        if current.hasPrefix("-"), !reading.isTerminated {
            return options.flatMap { option in option.spellings.map { "\($0)\t\(option.help)" } }
        }
        if !command.subcommands.isEmpty { return command.reachableSubcommands.map { "\($0.name)\t\($0.abstract)" } }
        if reading.chain.count > 1, command.name == "help" { return subcommands.map { "\($0.name)\t\($0.abstract)" } }
        let index = min(reading.arguments.count, command.arguments.count - 1)
        guard index >= 0, index == reading.arguments.count || command.arguments[index].isRepeating else { return [] }
        return command.arguments[index].hint.offer(command.arguments[index].allowedValues)
    }
}

extension ValueHint {
    fileprivate func offer(_ words: [String]) -> [String] {
        if !words.isEmpty { return words }
        switch self {
        case .text: return []
        case .directory: return [":folders"]
        case .file(let extensions): return [([":files"] + extensions).joined(separator: " ")]
        case .names(let names, let files):
            return names() + (files.isEmpty ? [] : [([":files"] + files).joined(separator: " ")])
        }
    }
}
