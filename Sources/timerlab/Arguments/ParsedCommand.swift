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
