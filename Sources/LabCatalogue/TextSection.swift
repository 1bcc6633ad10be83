/// A section of a text file: a heading such as `# rule nstimer gcd`, and the lines up to the next one.
package struct TextSection {
    package private(set) var heading: Substring = ""
    package private(set) var lines: [Substring] = []

    /// The timer of most examples, written `{tick}` there.
    package static let tick = "[[timer]]\nid = \"tick\"\nkind = \"nstimer\"\ninterval = \"1s\""

    /// The words of the heading, the first of which is a name.
    var words: [Substring] { heading.split(separator: " ") }

    /// The lines as one paragraph.
    package var prose: String { lines.joined(separator: " ") }

    /// The sections of a file; the first has what stands before all headings. Nil is a file without text.
    package static func all(in text: String?) -> [TextSection] {
        // Bytes, since a line of characters takes far longer to find.
        let lines = (text ?? "").utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
        return TextSection(lines: lines.map(Substring.init)).sections("# ")
    }

    /// The sections inside it, whose headings begin with a mark; the first has what stands before them.
    package func sections(_ mark: String) -> [TextSection] {
        lines.reduce(into: [TextSection()]) { sections, line in
            if line.utf8.starts(with: mark.utf8) {
                sections.append(TextSection(heading: line.dropFirst(mark.count)))
            } else {
                sections[sections.count - 1].lines.append(line)
            }
        }
    }
}

extension [TextSection] {
    func sections(_ name: String) -> [TextSection] { filter { $0.words.first == Substring(name) } }

    /// The lines of a section, as one paragraph; empty if there is no such section.
    func prose(_ name: String) -> String { sections(name).first?.prose ?? "" }

    func lines(_ name: String) -> String { sections(name).first?.lines.joined(separator: "\n") ?? "" }
}
