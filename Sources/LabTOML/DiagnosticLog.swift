import LabExactTime

/// Collects the mistakes of a file, in the order of the file and up to a limit.
struct DiagnosticLog {
    /// A file with more mistakes than this is not TOML; its reader wants the first ones.
    static let limit = 100

    private var diagnostics: [Diagnostic] = []
    private var firstUnshown: Range<Int>?

    /// Where the latest mistake began; a second one there would only be its echo.
    private var latestStart: Int?

    /// Offsets of wrong characters, ascending.
    private var wrongCharacters: [Int] = []

    var hasMistakes: Bool { !diagnostics.isEmpty }

    /// Notes a character that may stand nowhere; calls must ascend.
    mutating func reportCharacter(_ fault: Fault, _ message: String, at span: Range<Int>, help: String?) {
        add(Mistake(fault, message, at: span, help: help))
        wrongCharacters.append(span.lowerBound)
    }

    /// Notes a mistake, unless there is one in the same place already.
    mutating func report(_ mistake: Mistake) {
        guard mistake.span.lowerBound != latestStart else { return }
        latestStart = mistake.span.lowerBound
        let wrong = wrongCharacters.boundary { $0 >= mistake.span.lowerBound }
        let containsWrong = wrong < wrongCharacters.count && wrongCharacters[wrong] < mistake.span.upperBound
        if !containsWrong { add(mistake) }
    }

    /// All diagnostics in the order of the file; the last says so when there were too many.
    func finished() -> [Diagnostic] {
        // The standard sort is stable: what was found first in one place stays first.
        var result = diagnostics.sorted { $0.span.lowerBound < $1.span.lowerBound }
        if let span = firstUnshown {
            let message = "too many errors: only the first \(Self.limit) found are reported"
            result.append(Mistake(.tooMany, message, at: span))
        }
        return result
    }

    private mutating func add(_ mistake: Mistake) {
        guard diagnostics.count < Self.limit else {
            firstUnshown = firstUnshown ?? mistake.span
            return
        }
        diagnostics.append(mistake)
    }
}
