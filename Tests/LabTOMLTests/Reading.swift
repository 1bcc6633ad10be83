import LabExactTime
import LabTOML

/// A text read in a test, with short ways to look into it.
struct Reading {
    let bytes: [UInt8]
    let root: TOMLValue
    let diagnostics: [Diagnostic]

    init(_ text: String) { self.init(bytes: Array(text.utf8)) }

    init(bytes: [UInt8]) {
        self.bytes = bytes
        let (root, mistake) = TOMLDocument.parse(bytes)
        (self.root, diagnostics) = (root, mistake.map { [$0] } ?? [])
    }

    var codes: [String] { diagnostics.map(\.code) }

    /// The tree as one line: `{a = 1, b = ["x", {c = true}]}`.
    var shown: String { Self.shown(root) }

    /// What the diagnostics point at.
    var blamed: [String] { diagnostics.map { source($0.span) } }

    /// What the diagnostics name as the other place.
    var related: [String] { diagnostics.flatMap(\.related).map { source($0.span) } }

    /// The source text of a span.
    func source(_ span: Range<Int>) -> String { String(decoding: bytes[span], as: UTF8.self) }

    static func shown(_ value: TOMLValue) -> String {
        switch value.kind {
        case .string(let string): "\"\(string.text)\""
        case .integer(let integer): "\(integer)"
        case .float(let float): "\(Double(float) ?? .nan)"
        case .boolean(let boolean): "\(boolean)"
        case .offsetDateTime(let time, let minutes): "\(day(time)) \(clock(time)) \(minutes)"
        case .localDateTime(let time): "\(day(time)) \(clock(time))"
        case .localDate(let time): day(time)
        case .localTime(let time): clock(time)
        case .array(let elements): "[" + elements.map(shown).joined(separator: ", ") + "]"
        case .table(let entries):
            "{" + entries.map { "\($0.key.text) = \(shown($0.value))" }.joined(separator: ", ") + "}"
        }
    }

    private static func day(_ time: CivilTime) -> String { "\(time.year)-\(time.month)-\(time.day)" }

    private static func clock(_ time: CivilTime) -> String {
        "\(time.hour):\(time.minute):\(time.second).\(time.nanosecond)"
    }
}
