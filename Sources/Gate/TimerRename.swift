/// A timer that has another name than in the baseline.
package struct TimerRename: Hashable, Sendable {
    package var old: String
    package var new: String

    /// A timer is taken for a renamed one when all its figures are equal to those of one that is gone.
    static func all(from old: DriftNumbers, to new: DriftNumbers) -> [TimerRename] {
        let (before, after) = (old.byTimer, new.byTimer)
        var gone = before.keys.filter { after[$0] == nil }.sorted()
        return after.keys.filter { before[$0] == nil }.sorted().compactMap { name in
            guard let index = gone.firstIndex(where: { before[$0] == after[name] }) else { return nil }
            return TimerRename(old: gone.remove(at: index), new: name)
        }
    }
}

extension DriftNumbers {
    fileprivate var byTimer: [String: [String: [Int64?]]] {
        var timers: [String: [String: [Int64?]]] = [:]
        for (name, value) in exact { timers[name.timer, default: [:]][name.figure.text] = [value] }
        return timers
    }

    /// The same with one timer called by its new name, in figures and in facts.
    func renaming(_ rename: TimerRename) -> DriftNumbers {
        func renamed(_ name: FigureName) -> FigureName {
            name.timer == rename.old ? FigureName(timer: rename.new, figure: name.figure) : name
        }
        func renamed(_ path: String) -> String {
            path.split(separator: " → ").map { $0 == "timer " + rename.old ? "timer " + rename.new : String($0) }
                .joined(separator: " → ")
        }
        return DriftNumbers(
            exact: Dictionary(uniqueKeysWithValues: exact.map { (renamed($0), $1) }),
            samples: Dictionary(uniqueKeysWithValues: samples.map { (renamed($0), $1) }),
            facts: Dictionary(
                facts.map { key, value in
                    let isItsOwn = key.hasPrefix(FactMove.finding) && key.hasSuffix("." + rename.old)
                    return (isItsOwn ? key.dropLast(rename.old.count) + rename.new : key, renamed(value))
                }, uniquingKeysWith: { first, _ in first }))
    }
}
