import Gate
import Testing

@Suite("Numbers against the baseline")
struct ComparisonTests {
    private func numbers(_ values: [String: Int64]) throws -> DriftNumbers {
        var numbers = DriftNumbers()
        for (name, value) in values { numbers.exact[try #require(FigureName(name))] = value }
        return numbers
    }

    private func samples(_ values: [Int64]) throws -> DriftNumbers {
        let name = try #require(FigureName("t.lateness.p99"))
        return DriftNumbers(exact: [name: values[0]], samples: [name: values])
    }

    private func allow(_ name: String, _ allowance: Int64) throws -> FigureGuard {
        FigureGuard(try #require(FigureName(name)), allowance: allowance)
    }

    private func judgements(
        _ old: [String: Int64], _ new: [String: Int64], _ guards: [FigureGuard] = []
    ) throws -> [String: FigureMove.Judgement] {
        let moves = try DriftComparison(old: numbers(old), new: numbers(new), guards: guards).moves
        return Dictionary(uniqueKeysWithValues: moves.map { ($0.name.text, $0.judgement) })
    }

    @Test("equal numbers have not moved")
    func equal() throws {
        let comparison = try DriftComparison(old: numbers(["t.fired": 7]), new: numbers(["t.fired": 7]), guards: [])
        #expect(comparison.moves.isEmpty)
        #expect(comparison.compared == 1)
        #expect(comparison.kind == .exact)
    }

    @Test("one nanosecond is a move, for the better too")
    func moves() throws {
        #expect(try judgements(["t.lateness.max": 100], ["t.lateness.max": 101]) == ["t.lateness.max": .moved])
        #expect(try judgements(["t.lateness.max": 100], ["t.lateness.max": 99]) == ["t.lateness.max": .moved])
    }

    @Test("a guarded number that is worse than allowed fails; within its tolerance it has moved")
    func guards() throws {
        let guards = [try allow("t.lateness.max", 10)]
        #expect(try judgements(["t.lateness.max": 100], ["t.lateness.max": 111], guards) == ["t.lateness.max": .worse])
        #expect(try judgements(["t.lateness.max": 100], ["t.lateness.max": 110], guards) == ["t.lateness.max": .moved])
        #expect(try judgements(["t.lateness.max": 100], ["t.lateness.max": 1], guards) == ["t.lateness.max": .moved])
    }

    @Test("numbers come and go by name")
    func comeAndGo() throws {
        #expect(try judgements(["t.fired": 1], ["u.fired": 1]) == ["t.fired": .gone, "u.fired": .appeared])
    }

    @Test("a guarded number without a value fails, also when the baseline never had one")
    func missing() throws {
        let guards = [try allow("t.lateness.max", 10)]
        #expect(try judgements(["t.lateness.max": 100], [:], guards) == ["t.lateness.max": .missing])
        #expect(try judgements([:], [:], guards) == ["t.lateness.max": .missing])
        #expect(try judgements([:], ["t.lateness.max": 5], guards) == ["t.lateness.max": .appeared])
    }

    @Test("moves are sorted by name")
    func order() throws {
        let old = ["b.fired": Int64(1), "a.fired": 1, "a.drift": 1]
        let moves = try DriftComparison(old: numbers(old), new: numbers(old.mapValues { $0 + 1 }), guards: []).moves
        #expect(moves.map(\.name.text) == ["a.drift", "a.fired", "b.fired"])
    }

    @Test("samples that overlap differ within chance; those apart have moved, with their medians and p")
    func medians() throws {
        let old = try samples([10, 20, 30, 40, 50, 60])
        let near = try DriftComparison(old: old, new: samples([11, 21, 31, 41, 51, 61]), guards: [], isSampled: true)
        #expect(near.kind == .medians(seeds: 6))
        #expect(near.moves.isEmpty)
        #expect(near.withinChance == 1)
        let far = try DriftComparison(
            old: old, new: samples([110, 120, 130, 140, 150, 160]), guards: [], isSampled: true)
        let move = try #require(far.moves.first)
        #expect(move.judgement == .moved)
        #expect(move.old == 35)
        #expect(move.new == 135)
        // Of the 924 ways to share twelve ranks out, two are as far apart.
        #expect(abs(try #require(move.p) - 2.0 / 924) < 1e-12)
    }

    @Test("medians are held against the guard")
    func guardedMedians() throws {
        let (old, new) = (try samples([10, 20, 30, 40, 50, 60]), try samples([110, 120, 130, 140, 150, 160]))
        let judge = { (allowance: Int64) in
            DriftComparison(old: old, new: new, guards: [try allow("t.lateness.p99", allowance)], isSampled: true)
                .moves.map(\.judgement)
        }
        #expect(try judge(99) == [.worse])
        #expect(try judge(100) == [.moved])
    }

    @Test("the same samples in another order are the same")
    func reordered() throws {
        let comparison = try DriftComparison(
            old: samples([1, 2, 3, 4]), new: samples([4, 3, 2, 1]), guards: [], isSampled: true)
        #expect(comparison.moves.isEmpty)
        #expect(comparison.withinChance == 0)
    }

    @Test("with too few values to tell chance from change a difference counts")
    func tooFew() throws {
        let comparison = try DriftComparison(
            old: samples([1, 2, 3]), new: samples([2, 3, 4]), guards: [], isSampled: true)
        #expect(comparison.moves.map(\.judgement) == [.moved])
    }
}
