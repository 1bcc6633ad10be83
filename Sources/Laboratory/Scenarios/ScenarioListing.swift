import LabPlatform
import LabTOML

/// A scenario as a list shows it.
package struct ScenarioListing: Hashable, Sendable {
    /// What `run` finds it by: the file's name without its extension.
    package var name: String
    package var path: String
    package var title = ""
    /// The rows of the claims ledger that it reproduces.
    package var claims: [String] = []
    /// What is read after it, as its opening says; empty at the end of a chapter.
    package var next = ""
    /// The question that it answers, and where that was asked; empty: not said.
    package var question = ""
    package var source = ""
    private(set) var text = ""

    /// Reads no more than this and the claims: a list also shows scenarios with mistakes.
    package init(path: String) {
        self.path = path
        name = ScenarioFinder.name(of: path)
        guard let bytes = try? InputFile.read(path, typed: path) else { return }
        let root = TOMLDocument.parse(bytes).root
        func string(_ value: TOMLValue?) -> String? {
            if case .string(let text)? = value?.kind { text.text } else { nil }
        }
        title = string(root["title"]) ?? ""
        (question, source) = (string(root["question"]) ?? "", string(root["source"]) ?? "")
        if case .array(let values)? = root["claims"]?.kind { claims = values.compactMap(string) }
        text = String(decoding: bytes, as: UTF8.self)
        let mark = "# next: "
        if let line = text.split(separator: "\n").last(where: { $0.hasPrefix(mark) }) {
            next = String(line.dropFirst(mark.count))
        }
    }

    /// The folder that it is in, read as the heading of a chapter: `04-modes-and-scrolling` is `4  Modes and scrolling`.
    package var chapter: String {
        let folder = FileSystem.split(FileSystem.split(path).folder).name
        let words = folder.split(separator: "-")
        let number = words.first.flatMap { Int($0) }
        let title = words.dropFirst(number == nil ? 0 : 1).joined(separator: " ")
        return (number.map { "\($0)  " } ?? "") + title.prefix(1).uppercased() + title.dropFirst()
    }

    /// Scenarios of one chapter in the order in which they are to be read: each before what its opening names next.
    package static func inReadingOrder(_ chapter: [ScenarioListing]) -> [ScenarioListing] {
        var left = Dictionary(chapter.map { ($0.name, $0) }) { first, _ in first }
        let named = Set(chapter.map(\.next))
        let beginnings = chapter.filter { !named.contains($0.name) } + chapter
        return beginnings.flatMap { beginning in
            var order: [ScenarioListing] = []
            var name = beginning.name
            while let listing = left.removeValue(forKey: name) {
                order.append(listing)
                name = listing.next
            }
            return order
        }
    }

    /// Whether a shipped scenario is there for `conform`, which holds a host against it, and not to be read.
    package static func isForConform(_ path: String) -> Bool {
        FileSystem.split(FileSystem.split(path).folder).name == "conform"
    }

    /// Whether a scenario has a table `[compare]`: a look at the text, so that not all of them need to be understood.
    static func isWorkload(_ path: String) -> Bool {
        guard let bytes = try? InputFile.read(path, typed: path) else { return false }
        return bytes.split(separator: 0x0A).contains { $0.starts(with: "[compare]".utf8) }
    }
}
