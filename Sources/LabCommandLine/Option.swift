/// The words that a shell offers for a value.
package enum ValueHint {
    /// Free text: nothing to offer.
    case text
    /// The only values, or those that a text begins with.
    case values([String])
    /// A file with one of these extensions (without a dot), or any file if there are none.
    case file(extensions: [String] = [])
    case directory
    /// Names, which depend on the earlier arguments, and files with these extensions.
    case names(@Sendable (_ arguments: [String]) -> [String], files: [String] = [])

    /// The values; empty if any text is one.
    var values: [String] { if case .values(let values) = self { values } else { [] } }
}

/// The values that an option accepts.
package struct ValueKind<Value: Sendable> {
    /// The kind of value, for a message: `a duration such as 10s`.
    var expected: String
    var hint: ValueHint
    /// The value of a text; nil if it is wrong.
    var read: @Sendable (String) -> Value?

    package init(_ expected: String, hint: ValueHint = .text, read: @escaping @Sendable (String) -> Value?) {
        (self.expected, self.hint, self.read) = (expected, hint, read)
    }
}

extension ValueKind where Value == String {
    package static var text: ValueKind { ValueKind("a text") { $0 } }

    package static func file(_ extensions: String...) -> ValueKind {
        ValueKind("a file", hint: .file(extensions: extensions)) { $0 }
    }
}

extension ValueKind where Value: FixedWidthInteger & Sendable {
    package static func whole(_ range: ClosedRange<Value>) -> ValueKind {
        let expected =
            range.upperBound == .max
            ? range.lowerBound == 0 ? "a whole number" : "a positive whole number"
            : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return ValueKind(expected) { text in Value(text).flatMap { range.contains($0) ? $0 : nil } }
    }
}

extension ValueKind where Value: RawRepresentable<String> & CaseIterable & Sendable {
    /// The words of an enumeration.
    package static var word: ValueKind {
        let words = Value.allCases.map(\.rawValue)
        return ValueKind("one of: " + words.joined(separator: ", "), hint: .values(words)) { Value(rawValue: $0) }
    }
}

/// An option for help, completion and parsing.
package struct OptionSpec {
    /// The long name without dashes.
    var name: String
    var short: Character?
    /// The name of the value in help, such as `FILE`; a flag has none.
    var placeholder: String?
    /// True if it may be given several times, with other values; repeating a flag has no effect.
    var isRepeatable: Bool
    /// The behaviour without the option, for help; parsing never fills it in.
    var defaultText: String?
    var expected = ""
    var hint = ValueHint.text
    var help: String
    /// True if help, suggestions and completion leave it out.
    var isHidden = false
    /// The name of the option that it needs.
    var required: String?
    var accepts: @Sendable (String) -> Bool = { _ in true }

    var takesValue: Bool { placeholder != nil }

    /// Both spellings with their dashes, the short one first.
    var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + ["--\(name)"] }

    /// All spellings and the placeholder, for the left column of help.
    var label: String { spellings.joined(separator: ", ") + (placeholder.map { " \($0)" } ?? "") }

    /// Asks for help; understood by every command.
    static let help = Flag("help", short: "h", help: "Show this help.").spec
    /// Asks for the version; understood by every program.
    static let version = Flag("version", help: "Show the version.").spec
}

/// An option that a command declares, and reads by its declaration.
package protocol DeclaredOption: Sendable { var spec: OptionSpec { get set } }

extension DeclaredOption {
    /// The same with another text in help, if there is one.
    func helping(_ text: String?) -> Self {
        var option = self
        option.spec.help = text ?? spec.help
        return option
    }

    /// The same for an option that needs another one.
    package func requiring(_ other: some DeclaredOption) -> Self {
        var option = self
        option.spec.required = other.spec.name
        return option
    }
}

/// An option that is either given or not.
package struct Flag: DeclaredOption {
    package var spec: OptionSpec

    package init(_ name: String, short: Character? = nil, help: String = "", isHidden: Bool = false) {
        spec = OptionSpec(name: name, short: short, isRepeatable: true, help: help, isHidden: isHidden)
    }
}

/// An option followed by a value.
package struct Option<Value: Sendable>: DeclaredOption {
    package var spec: OptionSpec
    let read: @Sendable (String) -> Value?

    /// - Parameter defaultText: the behaviour without it, for help.
    package init(
        _ name: String, short: Character? = nil, value placeholder: String, _ kind: ValueKind<Value>,
        isRepeatable: Bool = false, defaultText: String? = nil, help: String = ""
    ) {
        read = kind.read
        spec = OptionSpec(
            name: name, short: short, placeholder: placeholder, isRepeatable: isRepeatable, defaultText: defaultText,
            expected: kind.expected, hint: kind.hint, help: help, accepts: { kind.read($0) != nil })
    }
}

/// The options and arguments of a parsed command line.
package struct ParsedCommand {
    /// The requested action of a command line.
    package enum Request {
        case run
        /// Print its help, that of the command at `path`.
        case help
        case version
    }

    var request: Request
    /// The names of the subcommands from the program's name down, without it.
    var path: [String]
    /// All options in the order in which they were given; a flag has no value.
    var occurrences: [(name: String, value: String?)]
    /// All positional arguments in order.
    package var arguments: [String]

    /// True if the flag was given.
    package subscript(flag: Flag) -> Bool { occurrences.contains { $0.name == flag.spec.name } }

    /// The value of an option, the last one of a repeatable option; nil when it was not given.
    package subscript<Value>(option: Option<Value>) -> Value? { all(option).last }

    /// All values of a repeatable option in the order in which they were given.
    package func all<Value>(_ option: Option<Value>) -> [Value] {
        occurrences.compactMap { $0.name == option.spec.name ? $0.value.flatMap(option.read) : nil }
    }
}
