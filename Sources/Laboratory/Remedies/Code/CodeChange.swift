import LabScenarioModel

/// A change of code in both languages: lines with `- `, `+ ` or two spaces in front.
struct CodeChange: Sendable {
    let swift: String
    /// Empty if a mechanism does not exist there.
    let objectiveC: String

    init(_ text: (CodeLanguage) -> String) {
        (swift, objectiveC) = (text(.swift), CodeChange.withWeakSelf(text(.objectiveC)))
    }

    private static func withWeakSelf(_ text: String) -> String {
        guard text.contains("weakSelf"), !text.contains("weakSelf = self") else { return text }
        return "  \(CodeHoles(.objectiveC)["weakSelf"])\n" + text
    }

    /// The difference between the code of timers before and after a change.
    static func difference(_ before: [TimerCode], _ after: [TimerCode], in language: CodeLanguage) -> String {
        zip(sections(before, language), sections(after, language)).flatMap(difference).joined(separator: "\n")
    }

    /// Statements that belong together, each kind at its place.
    private static func sections(_ timers: [TimerCode], _ language: CodeLanguage) -> [[String]] {
        let all = timers.map { (code: $0, holes: $0.holes(language)) }
        let holes = all.first?.holes ?? CodeHoles(language)
        func method(_ head: String, of steps: [Step]?) -> [String] {
            let steps = steps ?? []
            let ended = all.map { timer in (timer.holes["end"], count: steps.count(where: timer.code.ends.contains)) }
            let ends = ended.filter { $0.count > 0 }.map(\.0)
            let isWhole = steps.count <= ended.reduce(0) { $0 + $1.count }
            if isWhole, ends.count == 1, !head.contains("super") { return ["\(head) \(ends[0]) }"] }
            if isWhole, ends.isEmpty { return [] }
            return [head] + ends.map { "    " + $0 } + (isWhole ? [] : ["    // …"]) + ["}"]
        }
        let owner = timers.first?.owner
        let methods = (owner?.dealloc ?? []) + (owner?.viewWillDisappear ?? [])
        return [
            all.contains { !$0.holes["weakTarget"].isEmpty } ? statements(holes["weakVariable"]) : []
        ] + all.map { statements(($0.code.isRemade ? $0.holes["end"] + "\n" : "") + $0.holes["made"]) } + [
            all.filter { !$0.code.ends.allSatisfy(methods.contains) }
                .map { $0.holes["end"] + "  // wherever it is ended" },
            all.filter(\.code.isReleased).map { $0.holes["released"] },
            method(holes["dealloc"], of: owner?.dealloc), method(holes["goes"], of: owner?.viewWillDisappear),
        ]
    }

    /// The statements of a text; a line that is indented or closes a brace belongs to the one above.
    static func statements(_ text: String) -> [String] {
        text.split(separator: "\n").reduce(into: []) { statements, line in
            if line.hasPrefix(" ") || line.hasPrefix("}"), let last = statements.popLast() {
                statements.append(last + "\n" + line)
            } else {
                statements.append(String(line))
            }
        }
    }

    /// The removed and the added lines. An addition has a line of the old code beside it, or its whole method around
    /// it.
    private static func difference(_ before: [String], _ after: [String]) -> [String] {
        let kept = CollectionDifference(after.difference(from: before).removals).flatMap(before.applying) ?? []
        if kept == before, kept == after { return [] }
        var (old, new) = (before[...], after[...])
        var lines: [(sign: String, text: String)] = []
        for (index, statement) in (kept + [""]).enumerated() {
            while let line = old.first, line != statement { lines.append(("- ", old.removeFirst())) }
            while let line = new.first, line != statement { lines.append(("+ ", new.removeFirst())) }
            guard index < kept.count else { break }
            (old, new) = (old.dropFirst(), new.dropFirst())
            let next = index + 1 < kept.count ? kept[index + 1] : nil
            let isInFront = new.first != next && old.first == next
            let isBehind = index == 0 && lines.map(\.sign) == ["+ "] && kept == before && after.count == kept.count + 1
            if before.last == "}" || isInFront || isBehind { lines.append(("  ", statement)) }
        }
        return lines.map { line in line.text.split(separator: "\n").map { line.sign + $0 }.joined(separator: "\n") }
    }
}
