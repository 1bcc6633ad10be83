import LabExactTime

/// Collects the mistakes of a file, in the order of the file and up to a limit.
struct DiagnosticLog {
    /// The most mistakes that are reported: a file with more of them is not TOML.
    static let limit = 100

    private var diagnostics: [Diagnostic] = []
    private var firstUnshown: Range<Int>?

    /// The start of the latest mistake; a second one there would only repeat it.
    private var latestStart: Int?

    /// Offsets of wrong characters, ascending.
    private var wrongCharacters: [Int] = []

    var hasMistakes: Bool { !diagnostics.isEmpty }

    /// Records a character that no place allows; the offsets of calls must ascend.
    mutating func reportCharacter(_ fault: Fault, _ message: String, at span: Range<Int>, help: String?) {
        append(Mistake(fault, message, at: span, help: help))
        wrongCharacters.append(span.lowerBound)
    }

    /// Records a mistake, unless the same place already has one.
    mutating func report(_ mistake: Mistake) {
        guard mistake.span.lowerBound != latestStart else { return }
        latestStart = mistake.span.lowerBound
        let wrong = wrongCharacters.boundary { $0 >= mistake.span.lowerBound }
        let containsWrong = wrong < wrongCharacters.count && wrongCharacters[wrong] < mistake.span.upperBound
        if !containsWrong { append(mistake) }
    }

    /// All diagnostics in the order of the file; if there were too many, the last one reports that.
    func finished() -> [Diagnostic] {
        // The standard sort is stable: what was found first in one place stays first.
        var result = diagnostics.sorted { $0.span.lowerBound < $1.span.lowerBound }
        if let span = firstUnshown {
            let message = "too many errors: only the first \(Self.limit) found are reported"
            result.append(Mistake(.tooMany, message, at: span))
        }
        return result
    }

    private mutating func append(_ mistake: Mistake) {
        guard diagnostics.count < Self.limit else {
            firstUnshown = firstUnshown ?? mistake.span
            return
        }
        diagnostics.append(mistake)
    }
}
