/// A language of the code of a remedy.
enum CodeLanguage: Sendable, CaseIterable { case swift, objectiveC }

/// The texts for the holes of templates, in one language.
///
/// A template is code in Swift and, after `====`, in Objective-C; without that mark both are the same. `$name` is a
/// hole, and `«name text¦other»` becomes `text` if that hole is filled, else `other`.
struct CodeHoles {
    let language: CodeLanguage
    private var values: [String: String] = [:]

    init(_ language: CodeLanguage) { self.language = language }

    subscript(name: String) -> String {
        get { values[name] ?? CodeWords.all[name].map(filled) ?? "" }
        set { values[name] = newValue }
    }

    /// Fills a hole that is only a condition.
    mutating func set(_ flags: KeyValuePairs<String, Bool>) {
        for (name, isSet) in flags { values[name] = isSet ? name : "" }
    }

    mutating func set(_ texts: KeyValuePairs<String, String>) {
        for (name, text) in texts { values[name] = text }
    }

    /// The template with its holes filled, without empty lines.
    func filled(_ template: String) -> String {
        let parts = template.split(separator: "====", omittingEmptySubsequences: false)
        var rest = language == .swift ? parts[0] : parts[parts.count - 1]
        return read(&rest, behind: "").text.split(separator: "\n")
            .filter { !$0.allSatisfy { "+- ".contains($0) } }.joined(separator: "\n")
    }

    /// Reads up to the end of an alternative; further lines of a hole have the indentation of its first line.
    private func read(_ rest: inout Substring, behind start: String) -> (text: String, hasOther: Bool) {
        var text = start
        var line: String { String(text[(text.lastIndex(of: "\n").map(text.index(after:)) ?? text.startIndex)...]) }
        while let character = rest.popFirst() {
            switch character {
            case "»", "¦": return (String(text.dropFirst(start.count)), character == "¦")
            case "«":
                let name = String(rest.prefix { $0 != " " })
                rest = rest.dropFirst(name.count + 1)
                let (then, hasOther) = read(&rest, behind: line)
                let other = hasOther ? read(&rest, behind: line).text : ""
                text += self[name].isEmpty ? other : then
            case "$" where rest.first?.isLetter == true:
                let name = rest.prefix(while: \.isLetter)
                rest = rest.dropFirst(name.count)
                text += self[String(name)].replacing("\n", with: "\n" + line.prefix { "+- ".contains($0) })
            default:
                let plain = rest.prefix { !"»¦«$".contains($0) }
                text += String(character) + plain
                rest = rest[plain.endIndex...]
            }
        }
        return (String(text.dropFirst(start.count)), false)
    }
}
