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
        var names: [String] = []
        for bytes in (RemedyTexts.all[file] ?? "").utf8.split(separator: UInt8(ascii: "\n")) {
            let line = Substring(bytes)
            if line.hasPrefix("# ") {
                names = line.dropFirst(2).split(separator: " | ").map(String.init)
            } else {
                for name in names { templates[name, default: ""] += line.last == "\\" ? line.dropLast() : line + "\n" }
            }
        }
        return templates
    }
}
