import LabCatalogue
import LabScenarioLanguage
import LabTOML

/// The explanation of a code: the text of `timerlab explain`.
package struct Explanation {
    /// `TL0101`
    package var code: String
    /// The worst severity of a finding, `fault`, `warning` or `note`; empty for a mistake.
    package var severity = ""
    package var title: String
    package var meaning: String
    /// The real system's behaviour: a paragraph, or one for each mechanism; empty if the meaning has it.
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
    init(_ finding: FindingCode) {
        let texts = finding.remedy.paragraphs
        // A text about one mechanism begins with its name.
        let steps = texts.map { (texts.count > 1 ? $0 : $0.prefix(1).uppercased() + $0.dropFirst()) + "." }
        self.init(
            code: finding.rawValue, severity: finding.harm.severity.rawValue, title: finding.title,
            meaning: finding.meaning, rule: finding.rule.paragraphs, source: finding.source, example: finding.example,
            remedy: steps + (finding.advice.isEmpty ? [] : [finding.advice]))
    }

    /// True if each word occurs in title, meaning or rule; case does not count.
    package func has(_ words: [String]) -> Bool {
        ([title, meaning] + rule).joined(separator: " ").contains(words: words)
    }
}

/// All codes that `explain` explains.
package enum Explanations {
    /// In the order of codes.
    package static let all: [Explanation] =
        (FindingCode.allCases.map(Explanation.init) + ofSyntax + ofLanguage).sorted { $0.code < $1.code }

    /// TL10xx: texts that are not TOML, as the reader of TOML explains them.
    private static let ofSyntax = TOMLFault.allCases.map { fault in
        let text = LanguageText.of(fault.rawValue)
        return Explanation(
            code: fault.rawValue, title: text.doc, meaning: "The scenario is not TOML at this place.",
            rule: [text.doc.prefix(1).uppercased() + text.doc.dropFirst() + "."],
            source: text[.section].map { "TOML 1.1 (toml.io/en/v1.1.0), \"\($0)\"" } ?? "",
            example: text[.example] ?? "",
            remedy: [text[.corrected] == nil ? "Change it to follow the rule." : "Write:"],
            corrected: text[.corrected] ?? "")
    }

    /// TL11xx to TL19xx: valid TOML, but no valid scenario, or a run that was stopped.
    private static let ofLanguage = DiagnosticCode.allCases.map { code in
        let text = LanguageText.of(code.rawValue)
        return Explanation(
            code: code.rawValue, title: text[.title] ?? "", meaning: text.doc, rule: text[.rule].map { [$0] } ?? [],
            example: text[.example] ?? "", remedy: [text[.remedy] ?? ""])
    }

    /// The explanation of a code; case does not count.
    package static func of(_ code: String) -> Explanation? {
        let wanted = code.uppercased()
        return all.first { $0.code == wanted }
    }

    /// The figure of that name, of one of its statistics, or of a column of a report; case does not count.
    package static func figure(_ name: String) -> Figure.Family? {
        let word = name.lowercased().split(separator: ".").first.map(String.init) ?? ""
        return columns[word] ?? Figure.Family(rawValue: word)
    }

    private static let columns: [String: Figure.Family] = [
        "lost": .skipped, "every": .interval, "asked": .requested, "behind": .lag, "wakes": .wakeUps,
        "wake-ups": .wakeUps,
    ]

    /// All codes, then all figures.
    package static let names = all.map(\.code) + Figure.Family.allCases.map(\.rawValue)
}

extension Figure.Family {
    /// Unit, statistics and sample, one fact each.
    package var facts: [(name: String, text: String)] {
        let unit =
            switch row.unit {
            case .count: "a number"
            case .time: "a time; ns in JSON and CSV"
            case .rate: "ppm, ppb or %; parts per billion in JSON and CSV"
            }
        let better =
            switch row.better {
            case .less: "less"
            case .more: "more"
            case .nearZero: "nearer to zero"
            case .neither: "neither more nor less"
            }
        return [("unit", unit), ("better", better), ("statistics", statisticNames)].filter { !$0.1.isEmpty }
            + (row.sample.isEmpty ? [] : [("needs", "p95 20 \(row.sample), p99 100")])
    }
}

extension String {
    func contains(words: [String]) -> Bool {
        let text = lowercased()
        return words.allSatisfy { text.contains($0.lowercased()) }
    }
}
