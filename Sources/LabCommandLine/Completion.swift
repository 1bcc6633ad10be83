extension CommandSpec {
    /// `completions`: a script that teaches a shell to complete commands and options, and the manual page.
    ///
    /// Each shell's script runs `NAME __complete WORD...` for the words that fit in the place of the last one. A line
    /// of the answer is a word and, after a tab, its meaning; or `:files`, with extensions, or `:folders`. Bash is that
    /// of macOS, 3.2. On zsh's function path the script is the function's body; sourced, it registers the function.
    static func completions(of program: String) -> CommandSpec {
        CommandSpec(
            "completions", in: CommandLineTexts.all, values: ["program": program],
            arguments: [ArgumentSpec(name: "SHELL", hint: .values(["bash", "zsh", "fish", "man"]))])
    }

    /// The words that fit in the place of the last one, a line each, for shells.
    func completions(of words: [String]) -> [String] {
        var reading = CommandReading(root: self)
        reading.read(words.dropLast())
        let (current, command) = (words.last ?? "", reading.command)
        let options = reading.options.filter { !$0.isHidden }
        let attached = options.first { current.hasPrefix("--\($0.name)=") }
        if let option = attached ?? reading.awaitingValue { return option.hint.offer(behind: reading.arguments) }
        if current.hasPrefix("-"), !reading.isTerminated {
            return options.flatMap { option in option.spellings.map { "\($0)\t\(option.help)" } }
        }
        if !command.subcommands.isEmpty { return command.reachableSubcommands.map { "\($0.name)\t\($0.abstract)" } }
        if reading.chain.count > 1, command.name == "help" { return subcommands.map { "\($0.name)\t\($0.abstract)" } }
        let index = min(reading.arguments.count, command.arguments.count - 1)
        guard index >= 0, index == reading.arguments.count || command.arguments[index].isRepeating else { return [] }
        return command.arguments[index].hint.offer(behind: reading.arguments)
    }
}

extension ValueHint {
    fileprivate func offer(behind arguments: [String]) -> [String] {
        switch self {
        case .text: return []
        case .values(let values): return values
        case .directory: return [":folders"]
        case .file(let extensions): return [([":files"] + extensions).joined(separator: " ")]
        case .names(let names, let files):
            return names(arguments) + (files.isEmpty ? [] : [([":files"] + files).joined(separator: " ")])
        }
    }
}
