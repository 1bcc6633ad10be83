/// A language of the code of a remedy.
enum CodeLanguage: Sendable, CaseIterable { case swift, objectiveC }

/// Code with holes, in Swift and, after `====`, in Objective-C; without that mark both are the same.
///
/// `$name` is a hole, and `«name text¦other»` becomes `text` if that hole is filled, else `other`.
struct CodeTemplate: Sendable {
    fileprivate indirect enum Piece {
        case text(Substring)
        case hole(String)
        case choice(String, then: [Piece], other: [Piece])
    }

    fileprivate let swift, objectiveC: [Piece]

    /// False if what it makes does not exist there.
    var isInObjectiveC: Bool { !objectiveC.isEmpty }

    init(_ text: String) {
        let parts = text.split(separator: "====", omittingEmptySubsequences: false).map { part in
            var rest = part
            return CodeTemplate.pieces(&rest).pieces
        }
        (swift, objectiveC) = (parts[0], parts[parts.count - 1])
    }

    /// Reads up to the end of an alternative.
    private static func pieces(_ rest: inout Substring) -> (pieces: [Piece], hasOther: Bool) {
        var pieces: [Piece] = []
        while !rest.isEmpty {
            // « » ¦ begin with the same byte.
            let mark = rest.utf8.firstIndex { $0 == 0xC2 || $0 == UInt8(ascii: "$") } ?? rest.endIndex
            if mark > rest.startIndex { pieces.append(.text(rest[..<mark])) }
            rest = rest[mark...]
            guard let character = rest.popFirst() else { break }
            switch character {
            case "»", "¦": return (pieces, character == "¦")
            case "«":
                let name = String(rest.prefix { $0 != " " })
                rest = rest.dropFirst(name.count + 1)
                let (then, hasOther) = CodeTemplate.pieces(&rest)
                pieces.append(.choice(name, then: then, other: hasOther ? CodeTemplate.pieces(&rest).pieces : []))
            case "$" where rest.first?.isLetter == true:
                let name = String(rest.prefix(while: \.isLetter))
                rest = rest.dropFirst(name.count)
                pieces.append(.hole(name))
            default: pieces.append(.text(Substring(String(character))))
            }
        }
        return (pieces, false)
    }
}

/// The texts for the holes of templates, in one language.
struct CodeHoles {
    private static let words = CodeWords.all.mapValues { CodeTemplate($0) }

    let language: CodeLanguage
    private var values: [String: String] = [:]

    init(_ language: CodeLanguage) { self.language = language }

    subscript(name: String) -> String {
        get { values[name] ?? CodeHoles.words[name].map(filled) ?? "" }
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
    func filled(_ template: CodeTemplate) -> String {
        var text = ""
        fill(language == .swift ? template.swift : template.objectiveC, into: &text)
        return text.split(separator: "\n").filter { !$0.allSatisfy { "+- ".contains($0) } }.joined(separator: "\n")
    }

    /// Further lines of a hole have the indentation of its first line.
    private func fill(_ pieces: [CodeTemplate.Piece], into text: inout String) {
        for piece in pieces {
            switch piece {
            case .text(let plain): text += plain
            case .hole(let name):
                let line = text[(text.lastIndex(of: "\n").map(text.index(after:)) ?? text.startIndex)...]
                text += self[name].replacing("\n", with: "\n" + line.prefix { "+- ".contains($0) })
            case .choice(let name, let then, let other): fill(self[name].isEmpty ? other : then, into: &text)
            }
        }
    }
}
