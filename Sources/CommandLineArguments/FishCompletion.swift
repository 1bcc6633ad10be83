/// A fish script: a function that finds the command being typed, then one line for each thing to offer.
func fishCompletion(_ table: CompletionTable) -> String {
    let siblings = table.entries.first?.subcommands ?? []
    let finder = "_\(table.functionName)_command"
    var lines = [
        "# fish completion for \(table.program)",
        "function \(finder)",
        "    set -l command \(fishQuoted(table.program))",
        "    for word in (commandline -opc)",
        "        switch \"$command $word\"",
    ]
    let commands = table.entries.dropFirst().map { fishQuoted($0.invocation) }
    if !commands.isEmpty {
        lines += [
            "            case \(commands.joined(separator: " "))", "                set command \"$command $word\"",
        ]
    }
    lines += ["        end", "    end", "    test \"$command\" = \"$argv\"", "end", "complete -c \(table.program) -f"]
    for entry in table.entries {
        let start = "complete -c \(table.program) -n \(fishQuoted("\(finder) \(entry.invocation)"))"
        lines += entry.subcommands.map { "\(start) -a \(fishQuoted($0.name)) -d \(fishQuoted($0.abstract))" }
        if let offer = fishOffer(entry.argumentOffer(siblings: siblings)) { lines.append("\(start) \(offer)") }
        lines += entry.options.map { "\(start) \(fishOption($0))" }
    }
    return lines.joined(separator: "\n") + "\n"
}

private func fishOption(_ option: OptionSpec) -> String {
    var words = option.short.map { ["-s \($0)"] } ?? []
    words += option.names.map { "-l \($0)" }
    if option.takesValue { words += ["-r"] + (fishOffer(option.offer).map { [$0] } ?? ["-f"]) }
    return (words + ["-d \(fishQuoted(option.help))"]).joined(separator: " ")
}

private func fishOffer(_ offer: Offer) -> String? {
    switch offer {
    case .nothing: nil
    case .words(let words): "-f -a \(fishQuoted(words.joined(separator: " ")))"
    case .directories: "-f -a '(__fish_complete_directories)'"
    case .files(let extensions) where extensions.isEmpty: "-F"
    case .names(let command, []): "-f -a '(\(command) 2>/dev/null)'"
    case .names(let command, let files):
        "-f -a '(\(command) 2>/dev/null) (__fish_complete_suffix \(files.map { ".\($0)" }.joined(separator: " ")))'"
    case .files(let extensions):
        "-f -a '(__fish_complete_suffix \(extensions.map { ".\($0)" }.joined(separator: " ")))'"
    }
}

/// A word between single quotes, in which fish reads nothing but `\\` and `\'`.
private func fishQuoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
}
