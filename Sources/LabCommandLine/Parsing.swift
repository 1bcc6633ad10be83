import LabTextLayout

extension CommandSpec {
    /// Reads a command line, without the program's name, by this description.
    ///
    /// A value follows its option as the next word (`--seed 7`, `-o out`), after an equals sign (`--seed=7`) or
    /// directly after a short name (`-oout`). Short flags may share a dash (`-qn`). A word with a leading dash is a
    /// value or an argument only if it is `-` or a negative number. After `--` every word is an argument. A request for
    /// help takes precedence over every mistake but an unknown command.
    ///
    /// - Throws: `UsageError` for the first mistake.
    func parse(_ words: [String]) throws(UsageError) -> ParsedCommand {
        var reading = CommandReading(root: self)
        reading.read(words)
        return try reading.result(isEmpty: words.isEmpty)
    }

    fileprivate func subcommandNear(_ word: String) -> String? {
        Spelling.nearest(to: word, in: reachableSubcommands.map(\.name))
    }
}

/// A command line that is read word by word.
///
/// A mistake does not end it: a request for help may follow.
struct CommandReading {
    private(set) var chain: [CommandSpec]
    private var occurrences: [(name: String, value: String?)] = []
    private(set) var arguments: [String] = []
    /// The option of the last word, if its value is still missing.
    private(set) var awaitingValue: OptionSpec?
    /// True if every further word is an argument.
    private(set) var isTerminated = false
    private var firstError: UsageError?
    /// True if the command is unknown, so that there is no help for it.
    private var isLost = false

    init(root: CommandSpec) { chain = [root] }

    var command: CommandSpec { chain[chain.count - 1] }
    var options: [OptionSpec] { chain.optionsInForce }

    mutating func read(_ words: [String]) {
        var rest = words[...]
        while let word = rest.popFirst() {
            if isTerminated || !isOption(word) {
                place(word)
            } else if word == "--" {
                isTerminated = true
            } else if word.utf8.starts(with: "--".utf8) {
                readLong(word, &rest)
            } else {
                readShort(word, &rest)
            }
        }
    }

    /// True if a word is an option rather than text, a lone dash or a negative number.
    private func isOption(_ word: String) -> Bool {
        var bytes = word.utf8.makeIterator()
        guard bytes.next() == UInt8(ascii: "-"), let second = bytes.next() else { return false }
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        if digits.contains(second) { return options.contains { $0.short?.asciiValue == second } }
        return !(second == UInt8(ascii: ".") && bytes.next().map(digits.contains) == true)
    }

    private mutating func place(_ word: String) {
        guard !command.subcommands.isEmpty else { return arguments.append(word) }
        if let next = command.reachableSubcommands.first(where: { $0.name == word }) {
            chain.append(next)
        } else {
            isLost = firstError == nil
            if let successor = command.moved[word] { return fail(successor) }
            fail("unknown command \(quoted(word))", suggestion: suggestion(forCommand: word))
        }
    }

    private mutating func readLong(_ word: String, _ rest: inout ArraySlice<String>) {
        let body = word.unicodeScalars.dropFirst(2)
        let equals = body.firstIndex(of: "=")
        let name = String(body[..<(equals ?? body.endIndex)])
        guard let option = options.first(where: { $0.name == name }) else {
            return failUnknown("--\(name)", meaning: name)
        }
        let attached = equals.map { String(body[body.index(after: $0)...]) }
        if option.takesValue {
            takeValue(of: option, spelled: "--\(name)", attached: attached, &rest)
        } else if attached != nil {
            fail("--\(name) takes no value")
        } else {
            occurrences.append((option.name, nil))
        }
    }

    private mutating func readShort(_ word: String, _ rest: inout ArraySlice<String>) {
        // By scalars: a combining mark after the dash is a letter, not a part of it.
        var letters = word.unicodeScalars.dropFirst()
        let meaning = String(letters)
        while let letter = letters.popFirst() {
            guard let option = options.first(where: { $0.short == Character(letter) }) else {
                return failUnknown("-\(letter)", meaning: meaning)
            }
            if option.takesValue {
                var attached = letters.isEmpty ? nil : String(letters)
                if letters.first == "=" { attached = String(letters.dropFirst()) }
                return takeValue(of: option, spelled: "-\(letter)", attached: attached, &rest)
            }
            occurrences.append((option.name, nil))
        }
    }

    private mutating func takeValue(
        of option: OptionSpec, spelled spelling: String, attached: String?, _ rest: inout ArraySlice<String>
    ) {
        let isValueNext = rest.first.map { !isOption($0) } ?? false
        guard let value = attached ?? (isValueNext ? rest.popFirst() : nil) else {
            if rest.isEmpty { awaitingValue = option }
            return fail("missing value for \(spelling): expected \(option.expected)")
        }
        if !option.accepts(value) {
            return fail(
                "invalid value \(quoted(value)) for \(spelling): expected \(option.expected)",
                suggestion: Spelling.nearest(to: value, in: option.hint.values))
        }
        if !option.isRepeatable, isGiven(option.name) { return fail("\(spelling) is given twice") }
        occurrences.append((option.name, value))
    }

    private func isGiven(_ option: String) -> Bool { occurrences.contains { $0.name == option } }

    func result(isEmpty: Bool) throws(UsageError) -> ParsedCommand {
        let path = chain.dropFirst().map(\.name)
        if isLost, let firstError { throw firstError }
        if isGiven(OptionSpec.help.name) || (isEmpty && !command.subcommands.isEmpty) { return parsed(.help, at: path) }
        if let firstError { throw firstError }
        if isGiven(OptionSpec.version.name) { return parsed(.version, at: path) }
        if command.name == "help", chain.count > 1 { return parsed(.help, at: try pathToExplain()) }
        // An option without the one that it needs would do nothing.
        for option in options where isGiven(option.name) {
            guard let required = option.required, !isGiven(required) else { continue }
            throw chain.usageError("--\(option.name) requires --\(required)")
        }
        try checkArguments()
        return parsed(.run, at: path)
    }

    private func parsed(_ request: ParsedCommand.Request, at path: [String]) -> ParsedCommand {
        ParsedCommand(request: request, path: path, occurrences: occurrences, arguments: arguments)
    }

    /// The command of `help COMMAND`.
    private func pathToExplain() throws(UsageError) -> [String] {
        let known = chain[0].reachableSubcommands.map(\.name)
        if let unknown = arguments.first(where: { !known.contains($0) }) {
            throw chain.usageError("unknown command \(quoted(unknown))", suggestion: chain[0].subcommandNear(unknown))
        }
        guard let surplus = arguments.dropFirst().first else { return arguments }
        throw chain.usageError("unexpected argument \(quoted(surplus))")
    }

    private func checkArguments() throws(UsageError) {
        if !command.subcommands.isEmpty { throw chain.usageError("missing command") }
        var rest = arguments[...]
        for argument in command.arguments {
            let taken = argument.isRepeating ? rest : rest.prefix(1)
            if taken.isEmpty, !argument.isOptional { throw chain.usageError("missing argument \(argument.name)") }
            let allowed = argument.hint.values
            for value in taken where !allowed.isEmpty && !allowed.contains(value) {
                throw chain.usageError(
                    "invalid value \(quoted(value)) for \(argument.name): expected one of: "
                        + allowed.joined(separator: ", "), suggestion: Spelling.nearest(to: value, in: allowed))
            }
            rest = rest.dropFirst(taken.count)
        }
        if let surplus = rest.first { throw chain.usageError("unexpected argument \(quoted(surplus))") }
    }

    private mutating func fail(_ message: String, suggestion: String? = nil) {
        if firstError == nil { firstError = chain.usageError(message, suggestion: suggestion) }
    }

    /// Reports an unknown option; `word` is the typed text without its dashes.
    private mutating func failUnknown(_ spelling: String, meaning word: String) {
        if let successor = command.moved[spelling] { return fail(successor) }
        let visible = options.filter { !$0.isHidden }
        let names = visible.map(\.name)
        let begun = names.filter { $0.hasPrefix(word) }
        // A value of an option is often typed as an option: `--json`.
        let owner = visible.first { $0.hint.values.contains(word) }.map { "--\($0.name) \(word)" }
        let near =
            owner ?? (Spelling.nearest(to: word, in: names) ?? (begun.count == 1 ? begun[0] : nil)).map { "--\($0)" }
        let declares = { (command: CommandSpec) in
            command.options.contains { !$0.spec.isHidden && $0.spec.spellings.contains(spelling) }
        }
        if near == nil, let owner = command.subcommands.first(where: declares) {
            let place = "\(chain.invocation) \(owner.name) \(spelling)"
            return fail("\(spelling) is written after the command, as in '\(place)'")
        }
        // An option of a command, with its value.
        let elsewhere = command.subcommands.lazy.flatMap { owner in
            let fitting = owner.options.map(\.spec).filter { $0.hint.values.contains(word) }
            return fitting.map { "\(owner.name) --\($0.name) \(word)" }
        }.first
        fail("unknown option \(quoted(spelling))", suggestion: near ?? elsewhere.map { "\(chain.invocation) \($0)" })
    }

    private func suggestion(forCommand word: String) -> String? {
        if options.contains(where: { $0.name == word }) { return "--\(word)" }
        return command.subcommandNear(word) ?? command.guess(word)
    }
}
