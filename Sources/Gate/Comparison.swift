import Analysis
import ScenarioModel

/// How the numbers of a scenario were compared.
public enum ComparisonKind: Hashable, Sendable {
    /// Number by number: the simulation is exact, so that any difference is real.
    case exact
    /// Medians over several seeds, told apart by a rank test.
    case medians(seeds: Int)

    /// `exact`, `medians of 20 seeds, rank test`.
    public var title: String {
        switch self {
        case .exact: "exact"
        case .medians(let seeds): "medians of \(seeds) seeds, rank test"
        }
    }
}

/// A number that is not what the baseline says.
public struct FigureMove: Hashable, Sendable {
    public enum Judgement: String, Hashable, Sendable, CaseIterable {
        /// Without a guard, or within what the guard allows.
        case moved
        /// Beyond what its guard allows.
        case worse
        /// The baseline does not have it.
        case appeared
        /// Only the baseline has it.
        case gone
        /// It is guarded, and has no value.
        case missing
    }

    public var name: FigureName
    public var judgement: Judgement
    /// The baseline's value, or its median.
    public var old: Int64?
    public var new: Int64?
    /// Nil without a guard.
    public var limit: FigureLimit?
    public var `guard`: FigureGuard?
    /// How likely such a difference between medians is by chance; nil for an exact comparison.
    public var p: Double?

    public init(
        _ name: FigureName, _ judgement: Judgement, old: Int64?, new: Int64?, limit: FigureLimit? = nil,
        guard: FigureGuard? = nil, p: Double? = nil
    ) {
        self.name = name
        self.judgement = judgement
        self.old = old
        self.new = new
        self.limit = limit
        self.guard = `guard`
        self.p = p
    }

    public var isFailure: Bool { judgement == .worse || judgement == .missing }
}

/// A fact that is not what the baseline says.
public struct FactMove: Hashable, Sendable {
    /// `finding.TL0301.controller`.
    public var fact: String
    /// nil when only the other side has it.
    public var old: String?
    public var new: String?

    /// `finding.TL0301.controller: new`, `deallocated.controller: was 3.5 s, is never`.
    public var text: String {
        switch (old, new) {
        case (nil, let new?): new == "found" ? "\(fact): new" : "\(fact): new, \(new)"
        case (let old?, nil): old == "found" ? "\(fact): gone" : "\(fact): gone (was \(old))"
        case (let old?, let new?): "\(fact): was \(old), is \(new)"
        case (nil, nil): fact
        }
    }
}

/// The numbers of a scenario held against its baseline.
public struct DriftComparison: Hashable, Sendable {
    public var kind: ComparisonKind
    /// Sorted by name.
    public var moves: [FigureMove]
    /// Sorted by fact.
    public var facts: [FactMove]
    /// How many numbers and facts were compared.
    public var compared: Int
    /// Numbers whose samples differ by no more than chance.
    public var withinChance: Int

    /// A difference is taken for real when chance makes one as large less often than this (as benchstat does).
    public static let significance = 0.05
    /// With fewer values a side no difference can be told from chance (the least p of 3 and 3 is 0.1).
    public static let fewestSeeds = 4

    /// - Parameter isSampled: compare medians over seeds, where there are samples.
    public init(old: DriftNumbers, new: DriftNumbers, guards: [FigureGuard], isSampled: Bool = false) {
        kind = isSampled ? .medians(seeds: new.seeds) : .exact
        moves = []
        facts = Set(old.facts.keys).union(new.facts.keys).sorted().compactMap { fact in
            old.facts[fact] == new.facts[fact]
                ? nil : FactMove(fact: fact, old: old.facts[fact], new: new.facts[fact])
        }
        compared = Set(old.facts.keys).intersection(new.facts.keys).count
        withinChance = 0
        let guarded = Dictionary(guards.map { ($0.name, $0) }, uniquingKeysWith: { _, last in last })
        let names =
            isSampled
            ? Set(old.samples.keys).union(new.samples.keys) : Set(old.exact.keys).union(new.exact.keys)
        for name in names.union(guarded.keys).sorted() {
            if isSampled {
                compareSamples(name, old.samples[name] ?? [], new.samples[name] ?? [], guarded[name])
            } else {
                compareExactly(name, old.exact[name], new.exact[name], guarded[name])
            }
        }
    }

    public var failures: [FigureMove] { moves.filter(\.isFailure) }

    private mutating func compareExactly(_ name: FigureName, _ old: Int64?, _ new: Int64?, _ guarding: FigureGuard?) {
        if old != nil, new != nil { compared += 1 }
        if old != new || new == nil { judge(name, old, new, guarding, p: nil) }
    }

    private mutating func compareSamples(
        _ name: FigureName, _ old: [Int64], _ new: [Int64], _ guarding: FigureGuard?
    ) {
        let (before, now) = (DriftNumbers.median(old), DriftNumbers.median(new))
        guard before != nil, now != nil else { return judge(name, before, now, guarding, p: nil) }
        compared += 1
        guard old.sorted() != new.sorted() else { return }
        let p = RankSumTest(old.map(Double.init), new.map(Double.init))?.p ?? 0
        let canTell = min(old.count, new.count) >= DriftComparison.fewestSeeds
        guard before != now, p <= DriftComparison.significance || !canTell else {
            withinChance += 1
            return
        }
        judge(name, before, now, guarding, p: p)
    }

    private mutating func judge(
        _ name: FigureName, _ old: Int64?, _ new: Int64?, _ guarding: FigureGuard?, p: Double?
    ) {
        let limit = old.flatMap { guarding?.limit(from: $0) }
        let judgement: FigureMove.Judgement
        switch (old, new) {
        case (_, nil) where guarding != nil: judgement = .missing
        case (nil, _): judgement = .appeared
        case (_, nil): judgement = .gone
        case (_, let new?): judgement = limit.map { $0.holds(for: new) } ?? true ? .moved : .worse
        }
        moves.append(FigureMove(name, judgement, old: old, new: new, limit: limit, guard: guarding, p: p))
    }
}
