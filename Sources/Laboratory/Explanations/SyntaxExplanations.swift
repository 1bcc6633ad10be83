import TOML

/// TL10xx: what is no TOML, as the reader of TOML explains it.
let syntaxExplanations: [Explanation] = TOMLExplanation.all.map { syntax in
    var explanation = Explanation(
        syntax.code, syntax.rule, meaning: "The scenario is not TOML at this place.", rule: syntax.rule.sentence,
        source: syntax.section.map { "TOML 1.1 (toml.io/en/v1.1.0), \"\($0)\"" } ?? "",
        example: syntax.example ?? "", remedy: syntax.corrected == nil ? "Change it to follow the rule." : "Write:")
    explanation.corrected = syntax.corrected ?? ""
    return explanation
}

extension String {
    /// With a capital and a full stop.
    fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
