import LabCatalogue

/// The texts for the holes of templates, in one language.
///
/// A template is code in Swift and, after `====`, in Objective-C; without that mark it is both. `$name` is a hole,
/// `«name text¦other»` is `text` if that hole is filled, else `other`; `swift` is filled in Swift.
struct CodeHoles {
    let language: CodeLanguage
    var values: [String: String] = [:]
    /// The templates of a remedy's own words.
    var words: [String: String] = [:]

    /// The templates for any timer's code by their headings in `Texts`, for the hole of that name.
    ///
    /// A text may have several names, and begin behind them: `# one | another: text`. A backslash joins two lines.
    static let templates: [String: [Substring]] = {
        var templates: [String: [Substring]] = [:]
        for section in RemedyTexts.all.values.flatMap({ TextSection.all(in: $0) }) {
            let heading = section.heading.split(separator: ": ", maxSplits: 1)
            let lines = heading.dropFirst() + section.lines
            let text = lines.map { $0.last == "\\" ? $0.dropLast() : $0 + "\n" }.joined()
            for name in heading.first?.split(separator: " | ") ?? [] { templates[String(name)] = parts(text) }
        }
        return templates
    }()

    /// A template's text for each language.
    private static func parts(_ template: String) -> [Substring] {
        template.split(separator: "====", omittingEmptySubsequences: false)
    }

    subscript(name: String) -> String {
        if name == "swift" { return language == .swift ? name : "" }
        return words[name].map(filled) ?? values[name] ?? CodeHoles.templates[name].map(filled) ?? ""
    }

    /// A template with its holes filled, without empty lines.
    func filled(_ template: String) -> String { filled(CodeHoles.parts(template)) }

    private func filled(_ parts: [Substring]) -> String {
        var (rest, text) = (parts[language == .swift ? 0 : parts.count - 1], "")
        fill(&rest, into: &text)
        return text.split(separator: "\n").filter { !$0.allSatisfy { "+- ".contains($0) } }.joined(separator: "\n")
    }

    /// Fills a template up to the end of an alternative; true if another one follows.
    @discardableResult
    private func fill(_ rest: inout Substring, into text: inout String, isChosen: Bool = true) -> Bool {
        while let character = rest.popFirst() {
            switch character {
            case "»", "¦": return character == "¦"
            case "«":
                let name = String(rest.prefix { $0 != " " })
                rest = rest.dropFirst(name.count + 1)
                let isFilled = isChosen && !self[name].isEmpty
                let hasOther = fill(&rest, into: &text, isChosen: isFilled)
                if hasOther { fill(&rest, into: &text, isChosen: isChosen && !isFilled) }
            case "$" where rest.first?.isLetter == true:
                let name = String(rest.prefix(while: \.isLetter))
                rest = rest.dropFirst(name.count)
                guard isChosen else { continue }
                // Further lines of a hole have the indentation of its first line.
                let line = text[(text.lastIndex(of: "\n").map(text.index(after:)) ?? text.startIndex)...]
                text += self[name].replacing("\n", with: "\n" + line.prefix { "+- ".contains($0) })
            case _ where isChosen: text.append(character)
            default: continue
            }
        }
        return false
    }
}

extension [String: String] {
    /// Fills holes that are only conditions.
    mutating func set(_ flags: KeyValuePairs<String, Bool>) {
        for (name, isSet) in flags { self[name] = isSet ? name : "" }
    }
}
