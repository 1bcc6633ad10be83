import LabCatalogue
import LabScenarioModel

/// The effect of a move on the program, from bad to good.
package enum MoveJudgement: String, CaseIterable { case worse, changed, better }

/// A figure that differs from the baseline.
package struct FigureMove {
    package var name: FigureName
    package var judgement: MoveJudgement
    /// The baseline's value, or its median; nil: only the new run has it.
    package var old: Int64?
    package var new: Int64?
    package var `guard`: GuardPlan?
    /// True if it is beyond its guard, or guarded with no value to compare.
    package var isFailure: Bool
    /// Nil for an exact comparison.
    package var seeds: SeedCount?

    /// Nil without a guard.
    package var limit: ClosedRange<Int64>? { old.flatMap { self.guard?.limit(from: $0) } }

    /// The number of seeds that differ, and of those beyond the guard.
    package typealias SeedCount = (differing: Int, beyond: Int, all: Int)
}

/// The figures and facts of a scenario compared with its baseline.
package struct DriftComparison {
    /// Nil for an exact comparison, figure by figure; with few pairs only guarded figures are compared.
    package private(set) var pairs: PairedSeeds?
    /// The most important first.
    package private(set) var moves: [FigureMove] = []
    /// The moved facts, failures first.
    package private(set) var facts: [FactMove] = []
    /// Timers with new names whose figures are all the same as in the baseline.
    package private(set) var renames: [TimerRename]
    /// The differences in the scenario's own text; nil when the baseline lacks it.
    package var changes: [ScenarioChange]?
    /// The number of compared figures and facts.
    package private(set) var compared = 0

    /// - Parameter isPaired: true to compare seed by seed, if there are samples.
    package init(old: DriftNumbers, new: DriftNumbers, guards: [GuardPlan], isPaired: Bool = false) {
        renames = TimerRename.all(from: old, to: new)
        let old = renames.reduce(old) { $0.renaming($1) }
        let isOtherSeed = !old.hasSeed(of: new)
        let renamed = Set(renames.map(\.new))
        let guarded = Dictionary(guards.map { ($0.name, $0) }, uniquingKeysWith: { _, last in last })
        if isPaired {
            let seeds = PairedSeeds(count: min(old.seeds, new.seeds))
            pairs = seeds
            let names = seeds.seesFigures ? Set(old.samples.keys).union(new.samples.keys) : []
            for name in names.union(guarded.keys) {
                compare(name, old.samples[name] ?? [], new.samples[name] ?? [], guarded[name])
            }
        } else {
            let exact = old.exact.merging(new.exact) { old, _ in old }
            for name in exact.keys + guarded.keys.filter({ exact[$0] == nil }) {
                // Another seed or another name leads to other draws.
                let grain = isOtherSeed || renamed.contains(name.timer) ? new.grain[name] : nil
                compare(name, [old.exact[name]], [new.exact[name]], guarded[name], grain: grain ?? 0)
            }
        }
        settleCounts(from: old, to: new)
        moves.sort { $0.order < $1.order }
        facts = FactMove.all(from: old, to: new)
        compared += old.facts.keys.count { new.facts[$0] != nil }
    }

    /// The method: `exact`, `20 seeds in pairs: a guard fails when 16 are beyond it`.
    package var method: String { pairs?.title ?? "exact" }

    package var failures: [FigureMove] { moves.filter(\.isFailure) }

    package var isUnmoved: Bool { moves.isEmpty && facts.isEmpty && renames.isEmpty }

    /// True if nothing but guards is another.
    package var isOfGuards: Bool {
        let guards = facts.filter { $0.name.hasPrefix("guard ") }
        // A figure that only a guard keeps goes with it.
        return renames.isEmpty && guards.count == facts.count
            && moves.allSatisfy { move in move.new == nil && guards.contains { $0.subject == move.name.text } }
    }

    /// The judgement of the most important move of each timer and of all facts; nil when nothing moved.
    package var judgement: MoveJudgement? {
        let all = timers.map(\.judgement) + facts.map(\.judgement) + renames.map { _ in .changed }
        return all.contains(.worse) ? .worse : all.contains(.changed) ? .changed : all.first
    }

    /// Compares the values with each seed, of which an exact comparison has one.
    private mutating func compare(
        _ name: FigureName, _ old: [Int64?], _ new: [Int64?], _ guarding: GuardPlan?, grain: Int64 = 0
    ) {
        let (before, after) =
            pairs == nil ? (old[0], new[0]) : (old.compactMap(\.self).median, new.compactMap(\.self).median)
        var move = FigureMove(
            name: name, judgement: .changed, old: before, new: after, guard: guarding, isFailure: guarding != nil)
        let values = zip(old, new).compactMap { old, new in old.flatMap { old in new.map { (old, $0) } } }
        if values.isEmpty {
            if before != nil || after != nil || guarding != nil { moves.append(move) }
            return
        }
        compared += 1
        let differing = values.count { (Int128($0) - Int128($1)).magnitude > grain.magnitude }
        let beyond = guarding?.beyond(values) ?? 0
        let needed = pairs == nil ? 1 : PairedSeeds(count: values.count).needed
        move.isFailure = needed.map { beyond >= $0 } ?? false
        guard differing > 0, move.isFailure || pairs?.seesFigures != false else { return }
        let directions = values.map { name.figure.judgement(from: $0, to: $1) }
        let (worse, better) = (directions.count { $0 == .worse }, directions.count { $0 == .better })
        move.judgement = worse > better ? .worse : better > worse ? .better : .changed
        move.seeds = pairs.map { _ in (differing, beyond, values.count) }
        moves.append(move)
    }

    /// More or fewer firings with another schedule, and more wake-ups with more callbacks, are neither better nor
    /// worse.
    private mutating func settleCounts(from old: DriftNumbers, to new: DriftNumbers) {
        let moved = Set(moves.map(\.name))
        for index in moves.indices {
            let (timer, family) = (moves[index].name.timer, moves[index].name.figure.family)
            let isOfOtherSchedule =
                family == .fired && old.points(of: timer) != new.points(of: timer)
                || family == .wakeUps && moved.contains(FigureName(timer: timer, figure: Figure(.fired)))
            if isOfOtherSchedule { moves[index].judgement = .changed }
        }
    }
}

package struct TimerRename: Hashable {
    package var old: String
    package var new: String

    /// A timer counts as renamed if its figures, or its table except the name, equal those of a timer that is gone.
    static func all(from old: DriftNumbers, to new: DriftNumbers) -> [TimerRename] {
        if old.exact.keys == new.exact.keys { return [] }
        let (before, after) = (old.byTimer, new.byTimer)
        var gone = before.keys.filter { after[$0] == nil }.sorted()
        return after.keys.filter { before[$0] == nil }.sorted().compactMap { name in
            let table = new.table(of: name)
            let index =
                gone.firstIndex { before[$0] == after[name] && old.table(of: $0) == table }
                ?? gone.firstIndex { table != nil && old.table(of: $0) == table }
                ?? gone.firstIndex { before[$0] == after[name] }
            return index.map { TimerRename(old: gone.remove(at: $0), new: name) }
        }
    }
}

extension DriftNumbers {
    fileprivate var byTimer: [String: [Figure: Int64]] {
        exact.reduce(into: [:]) { $0[$1.key.timer, default: [:]][$1.key.figure] = $1.value }
    }

    /// The number of a timer's due points, as its calls and skipped points show.
    fileprivate func points(of timer: String) -> Int64? {
        guard let fired = exact[FigureName(timer: timer, figure: Figure(.fired))],
            let skipped = exact[FigureName(timer: timer, figure: Figure(.skipped))]
        else { return nil }
        return fired.adding(saturating: skipped)
    }

    /// The values of a timer's own table but its name; nil where the baseline lacks them.
    fileprivate func table(of timer: String) -> ArraySlice<Substring>? {
        guard let tokens = facts[Self.outline]?.split(separator: " "),
            let start = tokens.firstIndex(of: "id=" + Baseline.escaped(timer)[...])
        else { return nil }
        return tokens[(start + 1)...].prefix { !$0.hasPrefix("id=") }
    }

    /// The same with one timer called by its new name, in figures and in facts.
    func renaming(_ rename: TimerRename) -> DriftNumbers {
        func renamed(_ name: FigureName) -> FigureName {
            name.timer == rename.old ? FigureName(timer: rename.new, figure: name.figure) : name
        }
        func renamed(key: String) -> String {
            if key.hasPrefix(FactMove.finding) {
                // `finding.TL0304.t`: an id may have dots of its own.
                let parts = key.split(separator: ".", maxSplits: 2)
                return parts.last == rename.old[...] ? key.dropLast(rename.old.count) + rename.new : key
            }
            guard key.hasPrefix(FactMove.guarded), let name = FigureName(String(key.dropFirst(FactMove.guarded.count)))
            else { return key }
            return FactMove.guarded + renamed(name).text
        }
        func renamed(path: String) -> String {
            path.split(separator: " → ").map { $0 == "timer " + rename.old ? "timer " + rename.new : String($0) }
                .joined(separator: " → ")
        }
        return DriftNumbers(
            exact: Dictionary(uniqueKeysWithValues: exact.map { (renamed($0), $1) }),
            samples: Dictionary(uniqueKeysWithValues: samples.map { (renamed($0), $1) }),
            facts: Dictionary(
                facts.map { (renamed(key: $0), renamed(path: $1)) }, uniquingKeysWith: { first, _ in first }))
    }
}
