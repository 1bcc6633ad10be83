/// What the shell may offer while a value is typed.
enum ValueHint: Sendable {
    /// Free text: nothing to offer.
    case text
    /// A file, any of them when no extension (without its dot) is named.
    case file(extensions: [String] = [])
    case directory
    /// Names, and files with these extensions.
    case names(@Sendable () -> [String], files: [String] = [])
}

/// What the values of an option are.
struct ValueKind<Value: Sendable>: Sendable {
    /// What a value has to be, for a message: `a duration such as 10s`.
    var expected: String
    /// The only values there are; empty where others are.
    var allowed: [String]
    var hint: ValueHint
    /// The value that a text stands for; nil for none.
    var read: @Sendable (String) -> Value?

    init(
        _ expected: String, allowed: [String] = [], hint: ValueHint = .text,
        read: @escaping @Sendable (String) -> Value?
    ) {
        (self.expected, self.allowed, self.hint, self.read) = (expected, allowed, hint, read)
    }
}

extension ValueKind where Value == String {
    static var text: ValueKind { ValueKind("a text") { $0 } }

    static func file(_ extensions: String...) -> ValueKind {
        ValueKind("a file", hint: .file(extensions: extensions)) { $0 }
    }
}

extension ValueKind where Value: FixedWidthInteger & Sendable {
    static func whole(_ range: ClosedRange<Value>) -> ValueKind {
        let expected =
            range.upperBound == .max
            ? range.lowerBound == 0 ? "a whole number" : "a positive whole number"
            : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return ValueKind(expected) { text in Value(text).flatMap { range.contains($0) ? $0 : nil } }
    }
}

extension ValueKind where Value: RawRepresentable<String> & CaseIterable & Sendable {
    /// One of the words of an enumeration.
    static var word: ValueKind {
        let words = Value.allCases.map(\.rawValue)
        return ValueKind("one of: " + words.joined(separator: ", "), allowed: words) { Value(rawValue: $0) }
    }
}

/// An option as help, completion and parsing know it.
struct OptionSpec: Sendable {
    /// The long names without dashes; the first is the one that help uses.
    var names: [String]
    var short: Character?
    /// What stands for the value in help, such as `FILE`; a flag has none.
    var placeholder: String?
    /// Whether it may be given more than once, each time with a value of its own; a flag says nothing more then.
    var isRepeatable: Bool
    /// What help says happens when it is not given; parsing never fills it in.
    var defaultText: String?
    var expected = ""
    var allowedValues: [String] = []
    var hint = ValueHint.text
    var help: String
    /// Whether help, suggestions and completion keep silent about it.
    var isHidden = false
    /// The option without which it has no meaning.
    var required: (name: String, reason: String)?
    var accepts: @Sendable (String) -> Bool = { _ in true }

    var name: String { names.first ?? "" }

    var takesValue: Bool { placeholder != nil }

    /// Every spelling with its dashes, the short one first.
    var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + names.map { "--\($0)" } }

    /// All spellings and the placeholder, as the left column of help shows them.
    var label: String { spellings.joined(separator: ", ") + (placeholder.map { " \($0)" } ?? "") }

    /// Asks for help; understood by every command.
    static let help = Flag("help", short: "h", help: "Show this help.").spec
    /// Asks for the version; understood by a command that has one.
    static let version = Flag("version", help: "Show the version.").spec
}

/// An option that a command declares and asks for by its declaration.
protocol DeclaredOption: Sendable { var spec: OptionSpec { get set } }

extension DeclaredOption {
    /// The same with another text in help.
    func helping(_ text: String) -> Self {
        var option = self
        option.spec.help = text
        return option
    }

    /// The same where it has no meaning without another option.
    func requiring(_ other: some DeclaredOption, because reason: String = "") -> Self {
        var option = self
        option.spec.required = (other.spec.name, reason)
        return option
    }
}

/// An option that is either given or not.
struct Flag: DeclaredOption {
    var spec: OptionSpec

    init(_ name: String, short: Character? = nil, help: String, isHidden: Bool = false) {
        spec = OptionSpec(names: [name], short: short, isRepeatable: true, help: help, isHidden: isHidden)
    }
}

/// An option followed by a value.
struct Option<Value: Sendable>: DeclaredOption {
    var spec: OptionSpec
    let read: @Sendable (String) -> Value?

    /// - Parameter defaultText: what help says happens without it.
    init(
        _ names: String..., short: Character? = nil, value placeholder: String, _ kind: ValueKind<Value>,
        isRepeatable: Bool = false, defaultText: String? = nil, help: String
    ) {
        read = kind.read
        spec = OptionSpec(
            names: names, short: short, placeholder: placeholder, isRepeatable: isRepeatable, defaultText: defaultText,
            expected: kind.expected, allowedValues: kind.allowed, hint: kind.hint, help: help,
            accepts: { kind.read($0) != nil })
    }
}

/// What a command line asked for.
struct ParsedCommand: Sendable {
    /// What to do with the command that was named.
    enum Request: Equatable, Sendable {
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
    var arguments: [String]

    /// Whether the flag was given.
    subscript(flag: Flag) -> Bool { occurrences.contains { $0.name == flag.spec.name } }

    /// The value of an option, the last one of a repeatable option; nil when it was not given.
    subscript<Value>(option: Option<Value>) -> Value? { all(option).last }

    /// All values of a repeatable option in the order in which they were given.
    func all<Value>(_ option: Option<Value>) -> [Value] {
        occurrences.compactMap { $0.name == option.spec.name ? $0.value.flatMap(option.read) : nil }
    }
}
