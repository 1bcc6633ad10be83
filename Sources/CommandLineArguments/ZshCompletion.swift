/// A zsh script: one function that finds the command being typed and describes what may follow it.
func zshCompletion(_ table: CompletionTable) -> String {
    let siblings = table.entries.first?.subcommands ?? []
    var lines = [
        "#compdef \(table.program)",
        "# zsh completion for \(table.program)",
        "\(table.functionName)_names() {",
        "    local -a names",
        "    names=(${(f)\"$(${@:2} 2>/dev/null)\"})",
        "    compadd -a names",
        "    [[ $1 == - ]] || _files -g \"*.(${1//,/|})\"",
        "}",
        "\(table.functionName)() {",
        "    local curcontext=\"$curcontext\" command=\(shellQuoted(table.program)) state line",
        "    local -a offered",
        "    local -A opt_args",
        "    integer index start=1",
        "    for ((index = 2; index < CURRENT; index++)); do",
        "        case \"$command ${words[index]}\" in",
    ]
    let commands = table.entries.dropFirst().map { shellQuoted($0.invocation) }
    if !commands.isEmpty {
        lines.append("            (\(commands.joined(separator: " | ")))")
        lines += ["                command=\"$command ${words[index]}\"", "                start=$index ;;"]
    }
    lines += [
        "        esac",
        "    done",
        "    words=(\"${(@)words[start,-1]}\")",
        "    ((CURRENT -= start - 1))",
        "    case \"$command\" in",
    ]
    for entry in table.entries { lines += zshBranch(entry, siblings: siblings).map { "        " + $0 } }
    lines += [
        "    esac",
        "}",
        // Found on the function path, the file is the body of the function; sourced, it registers it.
        "if [[ ${funcstack[1]} == \(table.functionName) ]]; then",
        "    \(table.functionName) \"$@\"",
        "else",
        "    compdef \(table.functionName) \(table.program)",
        "fi",
        "",
    ]
    return lines.joined(separator: "\n")
}

/// What is offered once the command being typed is known.
private func zshBranch(_ entry: CompletionTable.Entry, siblings: [CommandSpec]) -> [String] {
    var specs = entry.options.flatMap(zshSpecs)
    if entry.subcommands.isEmpty {
        specs += entry.arguments.enumerated().map { index, argument in
            let offer = entry.offer(for: argument, siblings: siblings)
            let place = argument.isRepeating ? "*" : "\(index + 1)" + (argument.isOptional ? ":" : "")
            return "\(place):\(zshEscaped(argument.name)):\(zshAction(offer))"
        }
    } else {
        specs.append("*:command:->command")
    }
    var lines = ["(\(shellQuoted(entry.invocation)))", "    _arguments -C -s -S \\"]
    lines +=
        specs.dropLast().map { "        \(shellQuoted($0)) \\" } + specs.suffix(1).map { "        \(shellQuoted($0))" }
    if !entry.subcommands.isEmpty {
        lines += ["    if [[ $state == command ]]; then", "        offered=("]
        lines += entry.subcommands.map { "            \(shellQuoted("\($0.name):\($0.abstract)"))" }
        lines += ["        )", "        _describe command offered", "    fi"]
    }
    return lines + ["    ;;"]
}

/// One specification for `_arguments` a spelling; the others of an option given once are no longer offered.
private func zshSpecs(_ option: OptionSpec) -> [String] {
    let repeats = option.isRepeatable && option.takesValue
    let prefix = repeats ? "*" : "(\(option.spellings.joined(separator: " ")))"
    let value = option.placeholder.map { ":\(zshEscaped($0)):\(zshAction(option.offer))" } ?? ""
    return option.spellings.map { spelling in
        let join = option.takesValue ? (spelling.hasPrefix("--") ? "=" : "+") : ""
        return "\(prefix)\(spelling)\(join)[\(zshEscaped(option.help))]\(value)"
    }
}

private func zshAction(_ offer: Offer) -> String {
    switch offer {
    case .nothing: " "
    case .words(let words): "(\(words.map(zshEscaped).joined(separator: " ")))"
    case .directories: "_files -/"
    case .files(let extensions) where extensions.isEmpty: "_files"
    case .names(let command, let files):
        // After a space the words are called as they are.
        " _\(command.prefix { $0 != " " })_names \(files.isEmpty ? "-" : files.joined(separator: ",")) \(command)"
    case .files(let extensions): "_files -g \"*.(\(extensions.joined(separator: "|")))\""
    }
}

/// A text in which nothing means anything to `_arguments`.
private func zshEscaped(_ text: String) -> String {
    let special: Set<Character> = ["\\", "[", "]", ":", "(", ")"]
    return text.reduce(into: "") { $0 += special.contains($1) ? "\\\($1)" : String($1) }
}
