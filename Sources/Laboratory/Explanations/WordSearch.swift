extension ScenarioListing {
    /// True if each word occurs in name, title, comments or the titles of findings; case does not count.
    package func has(_ words: [String]) -> Bool {
        let comments = text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { $0.dropFirst() }.joined()
        let codes = Set(text.matches(of: /TL\d{4}/).map { String($0.output) })
        let findings = codes.compactMap { Explanations.of($0).map { " \($0.code) \($0.title)" } }.joined()
        return "\(name) \(chapter) \(title) \(question)\(comments)\(findings)".contains(words: words)
    }
}

extension Explanation {
    /// True if each word occurs in title, meaning or rule; case does not count.
    package func has(_ words: [String]) -> Bool {
        ([title, meaning] + rule).joined(separator: " ").contains(words: words)
    }
}

extension String {
    fileprivate func contains(words: [String]) -> Bool {
        let text = lowercased()
        return words.allSatisfy { text.contains($0.lowercased()) }
    }
}
