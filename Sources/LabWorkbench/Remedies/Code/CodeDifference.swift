import LabCatalogue
import LabScenarioModel

extension CodeChange {
    /// The same with the weak variable that a block in Objective-C refers to.
    func declaringWeakSelf() -> CodeChange {
        CodeChange { language in
            let code = self[language]
            if language == .swift || !code.contains("weakSelf") || code.contains("weakSelf = self") { return code }
            let isOld = code.split(separator: "\n").contains { $0.contains("weakSelf") && !$0.hasPrefix("+") }
            return (isOld ? "  " : "+ ") + CodeHoles(language: language)["weakSelf"] + "\n" + code
        }
    }

    /// The timers of a class with the texts for their holes.
    typealias Filled = [(code: TimerCode, holes: CodeHoles)]

    static func difference(_ before: Filled, _ after: Filled, in language: CodeLanguage) -> String {
        zip(sections(before, language), sections(after, language)).flatMap(difference).joined(separator: "\n")
    }

    /// Statements that belong together, each kind at its place.
    private static func sections(_ all: Filled, _ language: CodeLanguage) -> [[String]] {
        let holes = all.first?.holes ?? CodeHoles(language: language)
        func method(_ head: String, of steps: [Step]) -> [String] {
            let ends = all.filter { steps.contains(where: $0.code.ends.contains) }.map { $0.holes["end"] }
            let isWhole = steps.allSatisfy { step in all.contains { $0.code.ends.contains(step) } }
            if isWhole, ends.count == 1, !head.contains("super") { return ["\(head) \(ends[0]) }"] }
            if isWhole, ends.isEmpty { return [] }
            return [head] + ends.map { "    " + $0 } + (isWhole ? [] : ["    // …"]) + ["}"]
        }
        let owner = all.first?.code.owner
        let (last, hidden) = (owner?.dealloc ?? [], owner?.viewWillDisappear ?? [])
        func filled(_ name: String) -> [String] { all.map { $0.holes[name] }.filter { !$0.isEmpty } }
        let made = all.map { statements($0.holes["making"]) }
        return [filled("weakVariable").unique] + made + [
            all.filter { !$0.code.ends.allSatisfy((last + hidden).contains) }
                .map { $0.holes["end"] + "  // wherever it is ended" },
            filled("releasedLater"), method(holes["dealloc"], of: last),
            method(holes["goes"], of: hidden),
        ]
    }

    /// The statements of a text; an indented line or a closing brace belongs to the one above.
    static func statements(_ text: String) -> [String] {
        text.split(separator: "\n").reduce(into: []) { statements, line in
            if line.hasPrefix(" ") || line.hasPrefix("}"), let last = statements.popLast() {
                statements.append(last + "\n" + line)
            } else {
                statements.append(String(line))
            }
        }
    }

    /// The removed and the added lines; an addition has a line of the old code beside it, or its method around it.
    private static func difference(_ before: [String], _ after: [String]) -> [String] {
        let lines = merged(before, after)
        let changed = lines.count { $0.sign != "  " }
        if changed == 0 { return [] }
        // A condition is shown with what it is for.
        let isBefore = lines.prefix(changed).contains { sign, text in
            sign == "+ " && (changed == 1 || text.hasPrefix("guard ") || text.hasPrefix("if ("))
        }
        let shown = lines.indices.filter { index in
            lines[index].sign != "  " || before.last == "}" || isBefore && index == changed
                || index + 1 < lines.count && lines[index + 1].sign == "+ "
        }
        var parts = lines.map { line in line.text.split(separator: "\n").map { line.sign + $0 } }
        // Of a statement with the same head only some lines change.
        for (index, old) in lines.enumerated() where old.sign == "- " && parts[index].count > 1 {
            let added = lines.indices[(index + 1)...].prefix { lines[$0].sign == "+ " }
            guard let new = added.first(where: { head(lines[$0].text) == head(old.text) }) else { continue }
            let both = [old.text, lines[new].text].map { $0.split(separator: "\n").map(String.init) }
            (parts[index], parts[new]) = ([], merged(both[0], both[1]).map { $0.sign + $0.text })
        }
        return shown.flatMap { parts[$0] }
    }

    /// The start of a statement's value, which may be stored in the one and not in the other.
    private static func head(_ statement: String) -> Substring? {
        statement.prefix { $0 != "{" }.split(separator: "= ").last
    }

    /// Both texts as one, with the sign of each part; what is removed comes first.
    private static func merged(_ before: [String], _ after: [String]) -> [(sign: String, text: String)] {
        let changes = after.difference(from: before)
        var lines = before.map { (sign: "  ", text: $0) }
        for case .remove(let offset, _, _) in changes { lines[offset].sign = "- " }
        for case .insert(let offset, let text, _) in changes {
            // Removed lines do not count in the new code.
            let following = lines.indices.filter { lines[$0].sign != "- " }.dropFirst(offset).first
            lines.insert(("+ ", text), at: following ?? lines.endIndex)
        }
        return lines
    }
}
