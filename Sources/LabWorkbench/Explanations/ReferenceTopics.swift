import LabPlatform
import LabScenarioLanguage

/// The topics of the reference, and the pages in `Scenarios/guide`.
package struct ReferenceTopics {
    /// The pages that are files, by their names.
    let guides: [(name: String, path: String)]
    private let sections = ScenarioReference.sections()

    package init(_ workbench: Workbench) {
        let folders = workbench.finder.roots.map { FileSystem.joined($0, "guide") }
        let folder = folders.first(where: FileSystem.isDirectory)
        let names = folder.flatMap { try? FileSystem.names(in: $0) } ?? []
        guides = names.filter { $0.hasSuffix(".md") }.map { name in
            (String(name.dropLast(3)), FileSystem.joined(folder ?? "", name))
        }
    }

    /// The reference of the scenario language, and that of live runs where the pages are found.
    package var whole: String {
        ([ScenarioReference.markdown()] + [markdown(of: "live")].compactMap { $0 }).joined(separator: "\n")
    }

    /// The pages, the tables and other chapters, the steps by their groups.
    package var overview: [(title: String, topics: [String])] {
        let chapters = sections.filter { $0.level == 2 && $0.name != "steps" }.map(\.name)
        var groups: [(title: String, topics: [String])] = []
        for section in sections.drop(while: { $0.name != "steps" }).dropFirst().prefix(while: { $0.level > 2 }) {
            if section.level == 3 {
                groups.append(("Steps: " + section.title.lowercased(), []))
            } else if !groups.isEmpty {
                groups[groups.count - 1].topics.append(section.name)
            }
        }
        return [("Pages", guides.map(\.name)), ("Tables", chapters)] + groups
    }

    /// The names of pages, tables and steps.
    package var names: [String] { (guides.map(\.name) + sections.dropFirst().map(\.name)).unique }

    /// The keys and words that tables begin with.
    package var words: [String] {
        sections.flatMap(\.lines).filter { $0.hasPrefix("| `") }.map {
            String($0.dropFirst(3).prefix { $0 != "`" }).filter { $0 != "\"" }
        }
    }

    /// The page, the section or the keys of that name, as Markdown; nil: none.
    package func markdown(of topic: String) -> String? {
        let wanted = topic.lowercased().filter { !"`[]".contains($0) }
        if wanted == "all" { return whole }
        // The key that every step has is in no table.
        if wanted == "when" { return markdown(of: "conditions") }
        if let guide = guides.first(where: { $0.name == wanted }),
            let bytes = try? InputFile.read(guide.path, typed: topic)
        {
            return String(decoding: bytes, as: UTF8.self)
        }
        // A step is looked up rather than the group that has its name.
        let named = sections.indices.filter { sections[$0].name == wanted }
        let start =
            named.max { sections[$0].level < sections[$1].level }
            ?? sections.firstIndex { $0.name.hasPrefix(wanted + "-") }
        guard let start else {
            return keys(wanted) ?? (wanted.count > 3 && wanted != "from-code" ? code([wanted]) : nil)
        }
        let below = sections[(start + 1)...].prefix { $0.level > sections[start].level }
        let others = keys(wanted).map { "\n" + $0 } ?? ""
        return ([sections[start]] + below).map { $0.text + "\n" }.joined() + others
    }

    /// The rows of all tables that begin with this key or word, under the headings of their tables.
    private func keys(_ name: String) -> String? {
        let found = sections.compactMap { section -> String? in
            let tables = section.lines.split { !$0.hasPrefix("|") }.map { table in
                (head: table.prefix(2), rows: table.dropFirst(2).filter { Self.key(of: $0) == name })
            }
            let lines = tables.filter { !$0.rows.isEmpty }.flatMap { $0.head + $0.rows }
            let isCode = lines.contains { ["`\(name)`", "`\"\(name)\"`"].contains(where: $0.lowercased().contains) }
            return isCode ? "## \(section.title)\n\n" + lines.joined(separator: "\n") + "\n" : nil
        }
        return found.isEmpty ? nil : found.joined(separator: "\n")
    }

    private static func key(of row: Substring) -> String {
        row.dropFirst(2).prefix { $0 != " " }.filter { !"`\"".contains($0) }.lowercased()
    }

    /// The rows of `from-code` that contain all the words, such as those of a debounce.
    package func code(_ words: [String]) -> String? {
        guard let page = markdown(of: "from-code") else { return nil }
        // The heads of its tables hold no code.
        let rows = page.split(separator: "\n").filter { row in
            row.hasPrefix("| ") && row.contains("`") && String(row).contains(words: words)
        }
        let head = "## From code\n\n| code | in the scenario |\n| --- | --- |\n"
        return rows.isEmpty ? nil : head + rows.joined(separator: "\n") + "\n"
    }
}

extension ReferenceSection {
    /// The name for a look-up: `[[timer]]` is `timer`.
    fileprivate var name: String {
        title.filter { !"`[]".contains($0) }.split(separator: " ").joined(separator: "-").lowercased()
    }

    fileprivate var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
}
