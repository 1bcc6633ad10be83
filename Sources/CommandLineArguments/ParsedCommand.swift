/// What a command line asked for.
public struct ParsedCommand: Equatable, Sendable {
    /// What to do with the command that was named.
    public enum Request: Equatable, Sendable {
        /// Run it.
        case run
        /// Print its help, that of the command at `path`.
        case help
        /// Print the version.
        case version
    }

    /// An option as it was given.
    public struct Occurrence: Equatable, Sendable {
        /// The first long name of the option.
        public var name: String
        /// The value; a flag has none.
        public var value: String?
    }

    /// What to do.
    public var request: Request
    /// The names of the subcommands from the program's name down, without it.
    public var path: [String]
    /// All options in the order in which they were given.
    public var occurrences: [Occurrence]
    /// All positional arguments in order.
    public var arguments: [String]

    /// Whether the flag was given; a name the command does not have counts as not given.
    public func flag(_ name: String) -> Bool { occurrences.contains { $0.name == name } }

    /// The value of an option, the last one of a repeatable option; `nil` when it was not given.
    public func value(_ name: String) -> String? { occurrences.last { $0.name == name }?.value }

    /// All values of a repeatable option in the order in which they were given.
    public func values(_ name: String) -> [String] {
        occurrences.compactMap { $0.name == name ? $0.value : nil }
    }

    /// Which of several options that exclude each other was given last, such as `color` and `no-color`.
    public func last(of names: String...) -> String? {
        occurrences.last { names.contains($0.name) }?.name
    }
}
