import LabScenarioModel

/// A change of code in both languages: lines with `- `, `+ ` or two spaces in front.
struct CodeChange: Sendable {
    var swift = ""
    /// Empty if a mechanism does not exist in Objective-C.
    var objectiveC = ""

    init(_ text: (CodeLanguage) -> String) {
        swift = text(.swift)
        objectiveC = text(.objectiveC)
        if objectiveC.contains("weakSelf"), !objectiveC.contains("weakSelf = self") {
            objectiveC = "  \(CodeHoles(.objectiveC)["weakSelf"])\n" + objectiveC
        }
    }

    /// Joins changes in their order.
    init(joining changes: [CodeChange]) {
        swift = changes.map(\.swift).joined(separator: "\n")
        objectiveC = changes.map(\.objectiveC).joined(separator: "\n")
    }

    /// The difference between the code of timers before and after a change.
    init(from before: [TimerCode], to after: [TimerCode]) {
        self.init { language in
            if language == .objectiveC, !(before + after).allSatisfy(\.isInObjectiveC) { return "" }
            return zip(Self.sections(before, language), Self.sections(after, language)).flatMap(Self.difference)
                .joined(separator: "\n")
        }
    }

    /// Statements that belong together, each kind at its place.
    private static func sections(_ timers: [TimerCode], _ language: CodeLanguage) -> [[String]] {
        let all = timers.map { (code: $0, holes: $0.holes(language)) }
        func ends(_ count: KeyPath<ScenarioPlan.Ends, Int>) -> [String] {
            all.filter { $0.code.ends[keyPath: count] > 0 }.map { $0.holes["end"] }
        }
        func method(_ head: String, _ count: KeyPath<ScenarioPlan.Ends, Int>, of steps: Int) -> [String] {
            let ends = ends(count)
            // A method that does nothing else is shown completely.
            if steps > timers.reduce(0, { $0 + $1.ends[keyPath: count] }) {
                return [head] + ends.map { "    " + $0 } + ["    // …", "}"]
            }
            if ends.count == 1, !head.contains("super") { return ["\(head) \(ends[0]) }"] }
            return ends.isEmpty ? [] : [([head] + ends.map { "    " + $0 } + ["}"]).joined(separator: "\n")]
        }
        let holes = all.first?.holes ?? CodeHoles(language)
        let owner = timers.first?.owner
        var sections = [all.contains { !$0.holes["weakTarget"].isEmpty } ? statements(holes["weakVariable"]) : []]
        sections += all.map { statements(($0.code.isRemade ? $0.holes["end"] + "\n" : "") + $0.holes["made"]) }
        sections.append(ends(\.elsewhere).map { $0 + "  // wherever it is ended" })
        sections.append(all.filter(\.code.isReleased).map { $0.holes["released"] })
        sections.append(method(holes["dealloc"], \.inDealloc, of: owner?.dealloc.count ?? 0))
        sections.append(method(holes["goes"], \.withScreen, of: owner?.viewWillDisappear.count ?? 0))
        return sections
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
        let moves = after.difference(from: before)
        let (removed, inserted) = (Set(moves.removals.map(\.offset)), Set(moves.insertions.map(\.offset)))
        if moves.isEmpty { return [] }
        let isMethod = before.last == "}"
        var lines: [String] = []
        var (old, new) = (0, 0)
        while old < before.count || new < after.count {
            if removed.contains(old) {
                lines.append(signed("- ", before[old]))
                old += 1
            } else if inserted.contains(new) {
                lines.append(signed("+ ", after[new]))
                new += 1
            } else {
                let isInFront = inserted.contains(new + 1) && !removed.contains(old + 1)
                let isBehind = new == 1 && inserted == [0] && removed.isEmpty
                if isMethod || isInFront || isBehind { lines.append(signed("  ", before[old])) }
                (old, new) = (old + 1, new + 1)
            }
        }
        return lines
    }

    private static func signed(_ sign: String, _ statement: String) -> String {
        statement.split(separator: "\n").map { sign + $0 }.joined(separator: "\n")
    }
}

extension CollectionDifference.Change {
    fileprivate var offset: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}
