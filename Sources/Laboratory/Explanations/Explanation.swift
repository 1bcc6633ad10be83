import Analysis

/// What a code means: the text of `timerlab explain`.
public struct Explanation: Hashable, Sendable {
    /// The remedy in one language.
    public struct Listing: Hashable, Sendable {
        /// `Swift`
        public var language: String
        public var code: String
    }

    /// `TL0101`
    public var code: String
    /// `fault`, `warning` or `note` of a finding at its worst; empty for a mistake.
    public var severity = ""
    /// One line.
    public var title: String
    public var meaning: String
    /// What the real system does: one paragraph, or one a mechanism; empty where the meaning says it.
    public var rule: [String]
    /// Where the rule is written down; empty for rules of the scenario language.
    public var source: String
    /// The smallest scenario, or piece of one, that shows it; empty where no readable text does.
    public var example: String
    public var remedy: [String]
    /// The example put right; empty where the remedy says all.
    public var corrected = ""
    public var listings: [Listing] = []
    /// What `remedy` tries against the finding, and what each costs.
    public var tried: [Tried] = []

    /// A remedy that is tried.
    public struct Tried: Hashable, Sendable {
        public var name: String
        public var cost: String
    }

    init(
        _ code: String, _ title: String, meaning: String, rule: [String] = [], source: String = "", example: String,
        remedy: String
    ) {
        self.code = code
        self.title = title
        self.meaning = meaning
        self.rule = rule
        self.source = source
        self.example = example
        self.remedy = [remedy]
    }

    /// The explanation of a finding.
    init(_ finding: FindingRule) {
        self.init(
            finding.code.rawValue, finding.title, meaning: finding.meaning, rule: finding.rule.paragraphs,
            source: finding.source, example: finding.example.text, remedy: finding.advice)
        severity = finding.harm.severity.rawValue
        remedy = finding.remedy.paragraphs.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }
        if !finding.advice.isEmpty { remedy.append(finding.advice) }
        listings = [
            Listing(language: "Swift", code: finding.swift), Listing(language: "Objective-C", code: finding.objectiveC),
        ]
        tried = RemedyRule.all(for: finding.code).map { Tried(name: $0.name, cost: $0.cost) }
    }
}

/// Everything that `explain` can explain.
public enum Explanations {
    /// In the order of codes.
    public static let all: [Explanation] =
        (FindingRule.all.map(Explanation.init) + ofSyntax + ofLanguage).sorted { $0.code < $1.code }

    /// The explanation of a code; case does not count.
    public static func of(_ code: String) -> Explanation? {
        let wanted = code.uppercased()
        return all.first { $0.code == wanted }
    }
}
