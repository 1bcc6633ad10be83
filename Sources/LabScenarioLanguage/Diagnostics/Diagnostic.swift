import LabTOML

package typealias Diagnostic = LabTOML.Diagnostic

/// Collects the mistakes of a scenario up to a limit.
struct DiagnosticCollector {
    /// A file with more mistakes than this is no scenario; its reader wants the first ones.
    static let limit = 100

    private(set) var diagnostics: [Diagnostic] = []
    private var unshown = 0
    private var firstUnshown: Range<Int>?

    /// True if no other mistake would be shown, so that its text need not be made.
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
/// A span of a diagnostic or a part is a range in this row.
package struct ScenarioSources {
    /// A text of the row, and the index of its first byte there. The label is nil for the file, which is shown under the
    /// name that the user typed.
    package typealias Source = (label: String?, text: SourceText, base: Int)

    package private(set) var sources: [Source]

    init(file: SourceText) { sources = [(nil, file, 0)] }

    /// The start of the next text; a gap keeps an empty span at the end of one text from belonging to the next.
    var nextBase: Int { sources.last.map { $0.base + $0.text.bytes.count + 1 } ?? 0 }

    mutating func append(label: String, text: [UInt8]) { sources.append((label, SourceText(bytes: text), nextBase)) }

    /// The text that a span is from, and the span inside of it.
    package func locate(_ span: Range<Int>) -> (source: Source, span: Range<Int>) {
        let found = sources.last { $0.base <= span.lowerBound } ?? sources[0]
        let length = found.text.bytes.count
        let start = min(max(span.lowerBound - found.base, 0), length)
        return (found, start..<min(max(span.upperBound - found.base, start), length))
    }
}
