import LabScenarioLanguage
import LabTOML

extension Explanations {
    /// TL10xx: texts that are not TOML, as the reader of TOML explains them.
    static let ofSyntax: [Explanation] = TOMLFault.all.map { syntax in
        Explanation(
            code: syntax.code, title: syntax.rule, meaning: "The scenario is not TOML at this place.",
            rule: [syntax.rule.prefix(1).uppercased() + syntax.rule.dropFirst() + "."],
            source: syntax.section.map { "TOML 1.1 (toml.io/en/v1.1.0), \"\($0)\"" } ?? "",
            example: syntax.example ?? "",
            remedy: [syntax.corrected == nil ? "Change it to follow the rule." : "Write:"],
            corrected: syntax.corrected ?? "")
    }

    /// TL11xx to TL19xx: valid TOML, but no valid scenario, or a run that was stopped.
    static let ofLanguage: [Explanation] = DiagnosticCode.allCases.map { code in
        Explanation(
            code: code.rawValue, title: code.title, meaning: code.meaning, rule: code.rule.isEmpty ? [] : [code.rule],
            example: code.example, remedy: [code.remedy])
    }
}
