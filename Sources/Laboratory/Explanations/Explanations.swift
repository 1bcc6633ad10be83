import Analysis

/// Everything that `explain` can explain.
public enum Explanations {
    /// In the order of codes.
    public static let all: [Explanation] =
        (FindingRule.all.map(Explanation.init) + syntaxExplanations + languageExplanations).sorted { $0.code < $1.code }

    /// The explanation of a code; case does not count.
    public static func of(_ code: String) -> Explanation? {
        let wanted = code.uppercased()
        return all.first { $0.code == wanted }
    }
}
