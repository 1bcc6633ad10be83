/// A bash script; it keeps to what bash 3.2 has, the version macOS ships.
func bashCompletion(_ table: CompletionTable) -> String {
    let top = table.entries.first?.subcommands ?? []
    var lines = [
        "# bash completion for \(table.program)",
        "\(table.functionName)() {",
        "    local IFS=$'\\n' command=\(shellQuoted(table.program)) current previous index",
        "    current=${COMP_WORDS[COMP_CWORD]}",
        "    previous=${COMP_WORDS[COMP_CWORD - 1]}",
        "    if [ \"$current\" = '=' ]; then",
        "        current=",
        "    elif [ \"$previous\" = '=' ]; then",
        "        previous=${COMP_WORDS[COMP_CWORD - 2]}",
        "    fi",
        "    COMPREPLY=()",
        "    for ((index = 1; index < COMP_CWORD; index++)); do",
        "        case \"$command ${COMP_WORDS[index]}\" in",
    ]
    let commands = table.entries.dropFirst().map { shellQuoted($0.invocation) }
    if !commands.isEmpty {
        lines.append("            \(commands.joined(separator: " | "))) command=\"$command ${COMP_WORDS[index]}\" ;;")
    }
    lines += ["        esac", "    done", "    case \"$command $previous\" in"]
    for entry in table.entries {
        for option in entry.options where option.takesValue {
            let patterns = option.spellings.map { shellQuoted("\(entry.invocation) \($0)") }
            lines.append("        \(patterns.joined(separator: " | ")))")
            lines += bashOffer(option.offer).map { "            \($0)" }
            lines.append("            return ;;")
        }
    }
    lines += ["    esac", "    case \"$command\" in"]
    for entry in table.entries {
        lines.append("        \(shellQuoted(entry.invocation)))")
        lines.append("            if [ \"${current#-}\" != \"$current\" ]; then")
        lines.append("                " + bashWords(entry.options.flatMap(\.spellings)))
        let offered =
            entry.subcommands.isEmpty
            ? bashOffer(entry.argumentOffer(siblings: top)) : [bashWords(entry.subcommands.map(\.name))]
        if !offered.isEmpty {
            lines.append("            else")
            lines += offered.map { "                \($0)" }
        }
        lines += ["            fi", "            ;;"]
    }
    lines += ["    esac", "}", "complete -F \(table.functionName) \(table.program)", ""]
    return lines.joined(separator: "\n")
}

private func bashOffer(_ offer: Offer) -> [String] {
    switch offer {
    case .nothing: []
    case .words(let words): [bashWords(words)]
    case .directories:
        ["compopt -o filenames 2>/dev/null", "COMPREPLY=($(compgen -d -- \"$current\"))"]
    case .files(let extensions) where extensions.isEmpty:
        ["compopt -o filenames 2>/dev/null", "COMPREPLY=($(compgen -f -- \"$current\"))"]
    case .names(let command, let files):
        (files.isEmpty ? [] : bashOffer(.files(extensions: files)))
            + ["COMPREPLY+=($(compgen -W \"$(\(command) 2>/dev/null)\" -- \"$current\"))"]
    case .files(let extensions):
        [
            "compopt -o filenames 2>/dev/null",
            "COMPREPLY=($(compgen -d -- \"$current\"))",
        ]
            + extensions.map {
                "COMPREPLY+=($(compgen -f -X \(shellQuoted("!*.\($0)")) -- \"$current\"))"
            }
    }
}

private func bashWords(_ words: [String]) -> String {
    "COMPREPLY=($(compgen -W \(shellQuoted(words.joined(separator: "\n"))) -- \"$current\"))"
}
