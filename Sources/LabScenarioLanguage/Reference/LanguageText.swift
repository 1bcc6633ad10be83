import LabCatalogue

/// The words about a table, a key, a word, a verb, a log field, a mistake or a device profile.
///
/// The files of `Texts` have them: `# HEADING` begins a table or a mistake, `## KEY` a key of it, `## KEY WORD` a word of
/// the key. The meaning comes first, then fields such as `default: "1s"`; an indented text is the example.
package struct LanguageText {
    package enum Field: String, CaseIterable {
        /// The value without the key, in words or as TOML.
        case standard = "default"
        /// TOML: a value of a key; of a mistake the smallest text with it, which for TL11xx and above is a piece of a scenario.
        case example
        /// A few words, such as `a missing key`.
        case title
        /// The behaviour behind a mistake, unless the meaning has it.
        case rule
        /// The correction of a mistake.
        case remedy
        /// The section of toml.io/en/v1.1.0 that has the rule; a limit of this reader has none.
        case section
        case corrected
    }

    /// The meaning, in a sentence or two; of a mistake in TOML the broken rule, as a sentence without a full stop.
    package private(set) var doc = ""
    private var fields: [Field: String] = [:]

    package subscript(_ field: Field) -> String? { fields[field] }

    /// The text under a heading, or about a key or a word there. Keys of several tables have one in common; the catalogue
    /// has those of figures and mechanisms.
    package static func of(_ heading: String, key: String = "") -> LanguageText {
        all[heading]?[key] ?? all["several tables"]?[key] ?? catalogued(key) ?? all[heading]?[""] ?? LanguageText()
    }

    /// The texts about the keys under a heading.
    package static func keys(of heading: String) -> [String: LanguageText] {
        (all[heading] ?? [:]).filter { !$0.key.isEmpty }
    }

    /// The word of the language for a name that other languages use, by the heading of such names.
    static func usual(_ name: String, _ heading: String) -> String? { all[heading]?[name]?.doc }

    private static func catalogued(_ key: String) -> LanguageText? {
        Figure.Family(rawValue: key).map { LanguageText(doc: $0.meaning, fields: [.example: $0.example]) }
            ?? TimerKind.allCases.first { "kind \($0.rawValue)" == key }.map { LanguageText(doc: $0.doc) }
    }

    /// By heading and key; the key of a heading's own text is empty.
    private static let all: [String: [String: LanguageText]] = {
        var all: [String: [String: LanguageText]] = [:]
        for section in LanguageTexts.all.values.flatMap(TextSection.all) {
            for part in section.sections("## ") {
                let text = part.lines.reduce(into: LanguageText()) { $0.append($1) }
                all[String(section.heading), default: [:]][String(part.heading)] = text
            }
        }
        return all
    }()

    private mutating func append(_ line: Substring) {
        if line.isEmpty || line.hasPrefix(" ") {
            append(line.dropFirst(), to: .example)
        } else if let field = Field.allCases.first(where: { line.hasPrefix($0.rawValue + ": ") }) {
            append(line.dropFirst(field.rawValue.count + 2), to: field)
        } else {
            doc += (doc.isEmpty ? "" : " ") + line.replacing("{signs}", with: LaneSign.key)
        }
    }

    /// A field of several lines is written several times; ␁ is the control character, and {tick} a timer.
    private mutating func append(_ line: Substring, to field: Field) {
        let text = line.replacing("␁", with: "\u{1}").replacing("{tick}", with: TextSection.tick)
        fields[field] = (fields[field].map { $0 + "\n" } ?? "") + text
    }
}
