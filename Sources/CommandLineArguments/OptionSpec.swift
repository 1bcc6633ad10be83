/// What the shell may offer while a value is typed.
public enum ValueHint: Equatable, Sendable {
    /// Free text: nothing to offer.
    case text
    /// A file, any of them when no extension (without its dot) is named.
    case file(extensions: [String] = [])
    /// A folder.
    case directory
}

/// An option of a command: a flag, or a name that takes a value.
public struct OptionSpec: Equatable, Sendable {
    /// The long names without dashes; the first is the one that results and help use.
    public var names: [String]
    /// The one-letter name without its dash.
    public var short: Character?
    /// What stands for the value in help, such as `FILE`; a flag has none.
    public var placeholder: String?
    /// Whether the option may be given more than once, each time with a value of its own.
    public var isRepeatable: Bool
    /// What help says happens when the option is not given; parsing never fills it in.
    public var defaultText: String?
    /// The only values accepted; empty when any text is.
    public var allowedValues: [String]
    /// What the shell may offer as a value beyond `allowedValues`.
    public var hint: ValueHint
    /// What the option does.
    public var help: String
    /// Whether help, suggestions and completion keep silent about the option.
    public var isHidden: Bool

    /// The name by which results refer to the option.
    public var name: String { names.first ?? short.map(String.init) ?? "" }

    /// Whether the option takes a value.
    public var takesValue: Bool { placeholder != nil }

    /// An option that is either given or not; giving it twice says nothing more.
    public static func flag(
        _ names: String..., short: Character? = nil, help: String, isHidden: Bool = false
    ) -> OptionSpec {
        OptionSpec(
            names: names, short: short, placeholder: nil, isRepeatable: true, defaultText: nil, allowedValues: [],
            hint: .text, help: help, isHidden: isHidden)
    }

    /// An option followed by a value.
    public static func option(
        _ names: String..., short: Character? = nil, value placeholder: String, isRepeatable: Bool = false,
        defaultText: String? = nil, allowedValues: [String] = [], hint: ValueHint = .text, help: String,
        isHidden: Bool = false
    ) -> OptionSpec {
        OptionSpec(
            names: names, short: short, placeholder: placeholder, isRepeatable: isRepeatable,
            defaultText: defaultText, allowedValues: allowedValues, hint: hint, help: help, isHidden: isHidden)
    }

    /// Every spelling with its dashes, the short one first.
    var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + names.map { "--\($0)" } }

    /// All spellings and the placeholder, as the left column of help shows them.
    var label: String { spellings.joined(separator: ", ") + (placeholder.map { " \($0)" } ?? "") }
}

extension OptionSpec {
    /// Asks for help; understood by every command.
    static let help = OptionSpec.flag("help", short: "h", help: "Show this help.")
    /// Asks for the version; understood by a command that has one.
    static let version = OptionSpec.flag("version", help: "Show the version.")
}
