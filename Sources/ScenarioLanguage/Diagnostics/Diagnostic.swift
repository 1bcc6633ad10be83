import TOML

/// One thing that is wrong with a scenario: what was found, what is allowed, and where.
public struct Diagnostic: Sendable, Equatable {
    /// How bad it is; an error keeps the scenario from being run.
    public enum Severity: String, Sendable {
        case error
        case warning
    }

    /// A second place that takes part in the mistake.
    public struct Related: Sendable, Equatable {
        /// What is to be seen there: lower case, no full stop.
        public var message: String
        /// Bytes, as in `Diagnostic.span`.
        public var span: Range<Int>

        public init(_ message: String, at span: Range<Int>) {
            self.message = message
            self.span = span
        }
    }

    /// The stable code, `TL1xxx`.
    public var code: String
    public var severity: Severity
    /// What is wrong: lower case, no full stop.
    public var message: String
    /// Byte offsets into the sources of the reading (`ScenarioSources`): the file first, then the command line.
    public var span: Range<Int>
    /// How to mend it, where one sentence can say it.
    public var help: String?
    public var related: [Related]

    public init(
        _ code: String, severity: Severity = .error, _ message: String, at span: Range<Int>, help: String? = nil,
        related: [Related] = []
    ) {
        self.code = code
        self.severity = severity
        self.message = message
        self.span = span
        self.help = help
        self.related = related
    }

    init(_ diagnostic: TOMLDiagnostic) {
        self.init(
            diagnostic.code, diagnostic.message, at: diagnostic.span, help: diagnostic.help,
            related: diagnostic.related.map { [Related($0.message, at: $0.span)] } ?? [])
    }
}

/// Collects the mistakes of a scenario up to a limit.
struct DiagnosticCollector {
    /// A file with more mistakes than this is no scenario; its reader wants the first ones.
    static let limit = 100

    private(set) var diagnostics: [Diagnostic] = []
    private var unshown = 0
    private var firstUnshown: Range<Int>?

    var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    /// Whether another mistake would still be shown; what it costs to word one can then be saved.
    var isFull: Bool { diagnostics.count >= Self.limit }

    mutating func report(_ diagnostic: Diagnostic) {
        guard !isFull else {
            unshown += 1
            firstUnshown = firstUnshown ?? diagnostic.span
            return
        }
        diagnostics.append(diagnostic)
    }

    /// All mistakes by place; the last says so when there were too many.
    func finished() -> [Diagnostic] {
        var sorted = diagnostics.sorted { $0.span.lowerBound < $1.span.lowerBound }
        if let firstUnshown {
            sorted.append(
                Diagnostic(
                    DiagnosticCode.tooMany.rawValue, "too many errors: \(unshown) more are not shown", at: firstUnshown,
                    help: "mend the first ones and look again"))
        }
        return sorted
    }
}

/// The texts that a scenario was read from, as one row of bytes: the file, then each value from the command line.
///
/// A span of a diagnostic or a part is a range in this row, so that it needs no word about which text it is from.
public struct ScenarioSources: Sendable {
    /// One of the texts.
    public struct Source: Sendable {
        /// Nil for the file, which is shown under the name that the user typed.
        public let label: String?
        public let text: SourceText
        /// Where its first byte stands in the row.
        public let base: Int
    }

    public private(set) var sources: [Source]

    init(file: SourceText) { sources = [Source(label: nil, text: file, base: 0)] }

    /// Where the next text will begin; a gap keeps an empty span at the end of one from belonging to the next.
    var nextBase: Int { sources.last.map { $0.base + $0.text.bytes.count + 1 } ?? 0 }

    mutating func append(label: String, text: [UInt8]) {
        sources.append(Source(label: label, text: SourceText(bytes: text), base: nextBase))
    }

    /// The text that a span is from, and the span inside of it.
    public func locate(_ span: Range<Int>) -> (source: Source, span: Range<Int>) {
        let found = sources.last { $0.base <= span.lowerBound } ?? sources[0]
        let length = found.text.bytes.count
        let start = min(max(span.lowerBound - found.base, 0), length)
        return (found, start..<min(max(span.upperBound - found.base, start), length))
    }
}
