/// A text file of the catalogue, read when it is asked for: sections under headings such as `# rule nstimer gcd`.
struct SectionedText {
    private let text: String

    /// - Parameter text: nil for a subject without a file, which has no section.
    init(_ text: String?) { self.text = text ?? "" }

    /// The lines of a section, as one paragraph; empty if there is no such section.
    func prose(_ name: String) -> String { sections(name).first?.lines.joined(separator: " ") ?? "" }

    /// A section with its lines as they are.
    func lines(_ name: String) -> String { sections(name).first?.lines.joined(separator: "\n") ?? "" }

    /// The sections with a name, each with the other words of its heading.
    func sections(_ name: String) -> [(words: [Substring], lines: [Substring])] {
        var sections: [(words: [Substring], lines: [Substring])] = []
        var isInside = false
        // Bytes, since a line of characters takes far longer to find.
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
            if line.starts(with: "# ".utf8) {
                let words = line.dropFirst(2).split(separator: UInt8(ascii: " "))
                isInside = words[0].elementsEqual(name.utf8)
                if isInside { sections.append((words.dropFirst().map(Substring.init), [])) }
            } else if isInside {
                sections[sections.count - 1].lines.append(Substring(line))
            }
        }
        return sections
    }
}
