import LabCatalogue

/// The explanation of a code: the text of `timerlab explain`.
package struct Explanation: Hashable, Sendable {
    /// `TL0101`
    package var code: String
    /// The worst severity of a finding, `fault`, `warning` or `note`; empty for a mistake.
    package var severity = ""
    /// The title in one line.
    package var title: String
    package var meaning: String
    /// The behaviour of the real system: one paragraph, or one for each mechanism; empty if the meaning has it.
    package var rule: [String] = []
    /// The source of the rule; empty for rules of the scenario language.
    package var source = ""
    /// The smallest scenario, or piece of one, that shows it; empty if no readable text does.
    package var example: String
    package var remedy: [String]
    /// The corrected example; empty if the remedy is enough.
    package var corrected = ""
}

extension Explanation {
    /// The explanation of a finding.
    init(_ finding: FindingCode) {
        let texts = finding.remedy.paragraphs
        // A text about one mechanism begins with its name.
        let steps = texts.map { (texts.count > 1 ? $0 : $0.prefix(1).uppercased() + $0.dropFirst()) + "." }
        self.init(
            code: finding.rawValue, severity: finding.harm.severity.rawValue, title: finding.title,
            meaning: finding.meaning, rule: finding.rule.paragraphs, source: finding.source, example: finding.example,
            remedy: steps + (finding.advice.isEmpty ? [] : [finding.advice]))
    }
}

/// All codes that `explain` explains.
package enum Explanations {
    /// In the order of codes.
    package static let all: [Explanation] =
        (FindingCode.allCases.map(Explanation.init) + ofSyntax + ofLanguage).sorted { $0.code < $1.code }

    /// The explanation of a code; case does not count.
    package static func of(_ code: String) -> Explanation? {
        let wanted = code.uppercased()
        return all.first { $0.code == wanted }
    }
}
