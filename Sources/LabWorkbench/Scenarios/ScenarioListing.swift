import LabPlatform
import LabTOML

package struct ScenarioListing {
    /// The name for `run`: the file's name without its extension.
    package var name: String
    package var path: String
    package var title = ""
    /// The rows of the claims ledger that it reproduces.
    package var claims: [String] = []
    /// The next lesson, from its opening; empty for the last one and outside of the course.
    var next = ""
    /// The question that it answers, and its address; both may be empty.
    package var question = ""
    package var source = ""
    private var text = ""

    /// Reads only these keys, so that a list also shows scenarios with mistakes.
    package init(path: String) {
        self.path = path
        name = ScenarioFinder.name(of: path)
        guard let bytes = try? InputFile.read(path, typed: path) else { return }
        let root = TOMLDocument.parse(bytes).root
        title = root["title"]?.text ?? ""
        (question, source) = (root["question"]?.text ?? "", root["source"]?.text ?? "")
        claims = root["claims"]?.elements.compactMap(\.text) ?? []
        text = String(decoding: bytes, as: UTF8.self)
        let mark = "# next: "
        if let line = text.split(separator: "\n").last(where: { $0.hasPrefix(mark) }) {
            next = String(line.dropFirst(mark.count))
        }
    }

    /// The name of its folder as the heading of a chapter: `05-modes-and-scrolling` is `5  Modes and scrolling`.
    package var chapter: String {
        let folder = FileSystem.split(FileSystem.split(path).folder).name
        let words = folder.split(separator: "-")
        let number = words.first.flatMap { Int($0) }
        let title = words.dropFirst(number == nil ? 0 : 1).joined(separator: " ")
        return (number.map { "\($0)  " } ?? "") + title.prefix(1).uppercased() + title.dropFirst()
    }

    /// True if the words are the number of its chapter, or the words of its title.
    package func isIn(chapter words: [String]) -> Bool {
        let title = chapter.lowercased().split(separator: " ").map(String.init)
        return title.first == words[0].lowercased() && words.count == 1 && Int(words[0]) != nil
            || title == words.map { $0.lowercased() }
    }

    /// True if each word occurs in name, title, comments or the titles of findings; case does not count.
    package func has(_ words: [String]) -> Bool {
        let comments = text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { $0.dropFirst() }.joined()
        let codes = Set(text.matches(of: /TL\d{4}/).map { String($0.output) })
        let findings = codes.compactMap { Explanations.of($0).map { " \($0.code) \($0.title)" } }.joined()
        return "\(name) \(chapter) \(title) \(question)\(comments)\(findings)".contains(words: words)
    }

    /// The scenarios in the order of the course, as each opening names the next, then all others.
    package static func inReadingOrder(_ listings: [ScenarioListing]) -> [ScenarioListing] {
        var left = Dictionary(listings.map { ($0.name, $0) }) { first, _ in first }
        let named = Set(listings.map(\.next))
        let beginnings = listings.filter { !$0.next.isEmpty && !named.contains($0.name) }
        return (beginnings + listings).flatMap { beginning in
            var order: [ScenarioListing] = []
            var name = beginning.name
            while let listing = left.removeValue(forKey: name) {
                order.append(listing)
                name = listing.next
            }
            return order
        }
    }

    /// True in the folder `conform`, which tests hosts and is not part of the course.
    package static func isForConform(_ path: String) -> Bool {
        FileSystem.split(FileSystem.split(path).folder).name == "conform"
    }

    /// True if a scenario has a table `[compare]`, by its text, which may have mistakes.
    static func isWorkload(_ path: String) -> Bool {
        guard let bytes = try? InputFile.read(path, typed: path) else { return false }
        return bytes.split(separator: 0x0A).contains { $0.starts(with: "[compare]".utf8) }
    }

    /// True for a device's file, which scenarios name as their profile: it has only `[device]`.
    static func isProfile(_ path: String) -> Bool {
        guard let bytes = try? InputFile.read(path, typed: path) else { return false }
        var rest = bytes[...]
        while rest.first == UInt8(ascii: "#") || rest.first == 0x0A { rest = rest.drop { $0 != 0x0A }.dropFirst() }
        return rest.starts(with: "[device]".utf8)
            && rest.split(separator: 0x0A).allSatisfy {
                $0.first != UInt8(ascii: "[") || $0.starts(with: "[device".utf8)
            }
    }
}
