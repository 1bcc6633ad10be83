import Analysis

/// What a code means: the text of `timerlab explain`.
public struct Explanation: Hashable, Sendable {
    /// `TL0101`
    public var code: String
    /// One line.
    public var title: String
    public var meaning: String
    /// What the real system does.
    public var rule: String
    /// Where the rule is written down; empty for rules of the scenario language.
    public var source: String
    /// The smallest scenario, or piece of one, that shows it; empty where no readable text does.
    public var example: String
    public var remedy: String
    /// The example put right; empty where the remedy says all.
    public var corrected = ""

    init(
        _ code: String, _ title: String, meaning: String, rule: String, source: String = "", example: String,
        remedy: String
    ) {
        self.code = code
        self.title = title
        self.meaning = meaning
        self.rule = rule
        self.source = source
        self.example = example
        self.remedy = remedy
    }

    init(
        _ code: FindingCode, meaning: String, rule: String, source: String, example: String, remedy: String
    ) {
        self.init(
            code.rawValue, code.title, meaning: meaning, rule: rule, source: source, example: example, remedy: remedy)
    }
}
