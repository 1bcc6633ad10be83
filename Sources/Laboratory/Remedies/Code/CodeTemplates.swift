import LabCatalogue

/// The templates of a timer's own code, which `CodeHoles` fills, by their headings in the files of `Texts`.
///
/// A heading may have several names: `# one | another`. A line that ends in a backslash goes into the next one.
enum CodeTemplates {
    /// The words for the code of any timer, by the names of their holes.
    static let words = templates("words")
    /// The statements that make a timer, by its mechanism; nothing in Objective-C if the mechanism does not exist there.
    static let mechanisms = templates("mechanisms")

    private static func templates(_ file: String) -> [String: String] {
        var templates: [String: String] = [:]
        for section in TextSection.all(in: RemedyTexts.all[file]) {
            let text = section.lines.map { $0.last == "\\" ? $0.dropLast() : $0 + "\n" }.joined()
            for name in section.heading.split(separator: " | ") { templates[String(name)] = text }
        }
        return templates
    }
}
