import LabCatalogue

/// The explanation of a code: the text of `timerlab explain`.
package struct Explanation: Hashable, Sendable {
    /// `TL0101`
    package var code: String
    /// `fault`, `warning` or `note` of a finding at its worst; empty for a mistake.
    package var severity = ""
    /// The title in one line.
    package var title: String
    package var meaning: String
    /// The behaviour of the real system: one paragraph, or one for each mechanism; empty if the meaning says it.
    package var rule: [String] = []
    /// Where the rule is written down; empty for rules of the scenario language.
    package var source = ""
    /// The smallest scenario, or piece of one, that shows it; empty where no readable text does.
    package var example: String
    package var remedy: [String]
    /// The example put right; empty where the remedy says all.
    package var corrected = ""
}

extension Explanation {
    /// The explanation of a finding.
    init(_ finding: FindingRule) {
        let texts = finding.remedy.paragraphs
        // What is told of one mechanism begins with its name.
        let steps = texts.map { (texts.count > 1 ? $0 : $0.prefix(1).uppercased() + $0.dropFirst()) + "." }
        self.init(
            code: finding.code.rawValue, severity: finding.harm.severity.rawValue, title: finding.title,
            meaning: finding.meaning, rule: finding.rule.paragraphs, source: finding.source, example: finding.example,
            remedy: steps + (finding.advice.isEmpty ? [] : [finding.advice]))
    }
}

/// Everything that `explain` can explain.
package enum Explanations {
    /// In the order of codes.
    package static let all: [Explanation] =
        (FindingRule.all.map(Explanation.init) + ofSyntax + ofLanguage).sorted { $0.code < $1.code }

    /// The explanation of a code; case does not count.
    package static func of(_ code: String) -> Explanation? {
        let wanted = code.uppercased()
        return all.first { $0.code == wanted }
    }
}
