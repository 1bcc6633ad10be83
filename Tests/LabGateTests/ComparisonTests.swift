import LabCatalogue
import LabScenarioModel
import Testing

@testable import LabGate

@Suite("Numbers against the baseline")
struct ComparisonTests {
    private func numbers(_ values: [String: Int64]) throws -> DriftNumbers {
        var numbers = DriftNumbers()
        for (name, value) in values { numbers.exact[try #require(FigureName(name))] = value }
        return numbers
    }

    private func facts(_ old: [String: String], _ new: [String: String]) -> [FactMove] {
        DriftComparison(old: DriftNumbers(facts: old), new: DriftNumbers(facts: new), guards: []).facts
    }

    private func allow(_ name: String, _ allowance: Int64) throws -> GuardPlan {
        GuardPlan(try #require(FigureName(name)), .absolute(allowance))
    }

    private func judgements(
        _ old: [String: Int64], _ new: [String: Int64], _ guards: [GuardPlan] = []
    ) throws -> [String: MoveJudgement] {
        let moves = try DriftComparison(old: numbers(old), new: numbers(new), guards: guards).moves
        return Dictionary(uniqueKeysWithValues: moves.map { ($0.name.text, $0.judgement) })
    }

    @Test("equal numbers have not moved")
    func equal() throws {
        let comparison = try DriftComparison(old: numbers(["t.fired": 7]), new: numbers(["t.fired": 7]), guards: [])
        #expect(comparison.moves.isEmpty)
        #expect(comparison.compared == 1)
        #expect(comparison.pairs == nil)
    }

    @Test("one nanosecond is a move, and the figure says which way is better")
    func moves() throws {
        #expect(try judgements(["t.waiting.max": 100], ["t.waiting.max": 101]) == ["t.waiting.max": .worse])
        #expect(try judgements(["t.waiting.max": 100], ["t.waiting.max": 99]) == ["t.waiting.max": .better])
        #expect(try judgements(["t.fired": 7], ["t.fired": 8]) == ["t.fired": .better])
        #expect(try judgements(["t.due": 7], ["t.due": 8]) == ["t.due": .changed])
        #expect(try judgements(["t.drift": -100], ["t.drift": 90]) == ["t.drift": .better])
    }

    @Test("more callbacks of a longer schedule, and their wake-ups, are neither better nor worse")
    func counts() throws {
        let (old, new) = (
            ["t.skipped": Int64(0), "t.fired": 5, "t.wake_ups": 5],
            ["t.skipped": Int64(0), "t.fired": 9, "t.wake_ups": 9]
        )
        #expect(try Set(judgements(old, new).values) == [.changed])
        #expect(
            try judgements(["t.fired": 5, "t.wake_ups": 5], ["t.fired": 5, "t.wake_ups": 9]).values.first == .worse)
    }

    @Test(
        "a guarded figure fails beyond its guard, and only there", arguments: [(111, true), (110, false), (1, false)])
    func guards(new: Int64, fails: Bool) throws {
        let comparison = try DriftComparison(
            old: numbers(["t.lateness.max": 100]), new: numbers(["t.lateness.max": new]),
            guards: [allow("t.lateness.max", 10)])
        #expect(comparison.moves.map(\.isFailure) == [fails])
    }

    @Test("figures come and go by name")
    func comeAndGo() throws {
        #expect(try judgements(["t.fired": 1], ["u.fired": 2]) == ["t.fired": .changed, "u.fired": .changed])
    }

    @Test("a guarded figure without a value, in the run or in the baseline, fails")
    func missing() throws {
        let guards = [try allow("t.lateness.max", 10)]
        let fails = { (old: [String: Int64], new: [String: Int64]) in
            try DriftComparison(old: numbers(old), new: numbers(new), guards: guards).moves.map(\.isFailure)
        }
        #expect(try fails(["t.lateness.max": 100], [:]) == [true])
        #expect(try fails([:], [:]) == [true])
        #expect(try fails([:], ["t.lateness.max": 5]) == [true])
    }

    @Test("of each timer the most important stands first: what fails, then lost points, then what waits")
    func order() throws {
        let old: [String: Int64] = [
            "a.wake_ups": 5, "a.jitter.rms": 5, "a.waiting.p50": 5, "a.waiting.max": 5, "b.skipped": 5, "b.drift": 5,
        ]
        let new = old.mapValues { $0 + 1 }
        let plain = try DriftComparison(old: numbers(old), new: numbers(new), guards: [])
        #expect(plain.timers.map(\.timer) == ["b", "a"])
        #expect(plain.timers.map { $0.shown.map(\.name.text) } == [["b.skipped"], ["a.waiting.max"]])
        #expect(plain.timers.map(\.others.count) == [1, 3])
        let guarded = try DriftComparison(
            old: numbers(old), new: numbers(new), guards: [allow("a.wake_ups", 0), allow("a.waiting.max", 0)])
        #expect(guarded.timers[0].shown.map(\.name.text) == ["a.waiting.max", "a.wake_ups"])
    }

    @Test("what a user notices decides: fewer lost points are better, whatever the jitter")
    func verdict() throws {
        let judgement = { (old: [String: Int64], new: [String: Int64]) in
            try DriftComparison(old: numbers(old), new: numbers(new), guards: []).judgement
        }
        #expect(try judgement(["t.skipped": 3, "t.jitter.rms": 5], ["t.skipped": 2, "t.jitter.rms": 6]) == .better)
        #expect(try judgement(["t.skipped": 3, "t.waiting.max": 5], ["t.skipped": 2, "t.waiting.max": 6]) == .worse)
        #expect(try judgement(["t.fired": 3], ["t.fired": 3]) == nil)
    }

    // MARK: Facts

    @Test(
        "a new fault or warning fails, a new note or what is gone only moves",
        arguments: [
            (nil, "fault", true, MoveJudgement.worse), (nil, "warning", true, .worse), (nil, "note", false, .changed),
            ("fault", nil, false, .better), ("note", nil, false, .changed), ("warning", "fault", true, .worse),
            ("fault", "note", false, .better), ("note", "warning", true, .worse),
        ] as [(String?, String?, Bool, MoveJudgement)])
    func findings(old: String?, new: String?, fails: Bool, judgement: MoveJudgement) throws {
        let key = "finding.TL0301.screen"
        let move = try #require(facts(old.map { [key: $0] } ?? [:], new.map { [key: $0] } ?? [:]).first)
        #expect(move.name == "TL0301 screen")
        #expect(move.isFailure == fails)
        #expect(move.judgement == judgement)
    }

    @Test("an object that is kept from now on is one move, and fails unless a new finding speaks of it")
    func lifetimes() throws {
        let (free, kept) = (["deallocated.screen": "3 s"], ["kept_by.screen": "run loop main → timer tick"])
        let move = try #require(facts(free, kept).first)
        #expect(move.message == "deallocated at 3 s → kept by run loop main → timer tick")
        #expect(move.isFailure)
        #expect(facts(kept, free).map(\.judgement) == [.better])
        let found = facts(free, kept.merging(["finding.TL0301.screen": "fault"]) { $1 })
        #expect(found.map(\.isFailure) == [true, false])
    }

    @Test("lines that go without saying come back: nothing skipped, and a wake-up for each call")
    func implied() throws {
        let all = try numbers([
            "t.fired": 7, "t.skipped": 0, "t.wake_ups": 7, "u.fired": 3, "u.skipped": 2, "u.wake_ups": 1,
        ])
        #expect(all.kept.exact.count == 4)
        #expect(all.kept.filled.exact == all.exact)
    }

    // MARK: Names

    @Test("a timer with another name and the same figures is a renamed one, in findings and chains too")
    func renamed() throws {
        var (old, new) = (try numbers(["t.fired": 7, "t.due": 7]), try numbers(["u.fired": 7, "u.due": 7]))
        old.facts = ["finding.TL0304.t": "fault", "kept_by.screen": "run loop main → timer t → target screen"]
        new.facts = ["finding.TL0304.u": "fault", "kept_by.screen": "run loop main → timer u → target screen"]
        let comparison = DriftComparison(old: old, new: new, guards: [try allow("u.fired", 0)])
        #expect(comparison.renames == [TimerRename(old: "t", new: "u")])
        #expect(comparison.moves.isEmpty && comparison.facts.isEmpty)
        #expect(comparison.judgement == .changed)
        let other = try DriftComparison(old: old, new: numbers(["u.fired": 8, "u.due": 7]), guards: [])
        #expect(other.renames.isEmpty)
    }

    @Test("a renamed timer leaves the findings of others alone, whose ids end like its own")
    func renamedBesideNamesake() throws {
        var (old, new) = (
            try numbers(["t.fired": 7, "my.t.fired": 5]), try numbers(["u.fired": 7, "my.t.fired": 5])
        )
        old.facts = ["finding.TL0304.t": "fault", "finding.TL0101.my.t": "fault"]
        new.facts = ["finding.TL0304.u": "fault", "finding.TL0101.my.t": "fault"]
        let comparison = DriftComparison(old: old, new: new, guards: [])
        #expect(comparison.renames == [TimerRename(old: "t", new: "u")] && comparison.facts.isEmpty)
    }

    @Test("an object that is newly kept fails, though another whose id ends like its own has a new fault")
    func keptBesideNamesake() throws {
        var (old, new) = (try numbers([:]), try numbers([:]))
        old.facts = ["deallocated.screen": "1 s", "deallocated.my screen": "1 s"]
        new.facts = [
            "kept_by.screen": "static", "kept_by.my screen": "timer t", "finding.TL0301.my screen": "fault",
        ]
        let failures = DriftComparison(old: old, new: new, guards: []).facts.filter(\.isFailure).map(\.name)
        #expect(failures == ["TL0301 my screen", "screen"])
    }

    @Test("a renamed timer is known by its table where its figures moved, and its guards go with it")
    func renamedByTable() throws {
        var (old, new) = (
            try numbers(["t.fired": 7, "t.waiting.max": 900]), try numbers(["u.fired": 7, "u.waiting.max": 903])
        )
        old.facts = ["scenario": "duration=8s id=t kind=nstimer interval=1s id=o class=A", "guard.t.fired": "+0"]
        new.facts = ["scenario": "duration=8s id=u kind=nstimer interval=1s id=o class=A", "guard.u.fired": "+0"]
        let comparison = DriftComparison(old: old, new: new, guards: [try allow("u.fired", 0)])
        #expect(comparison.renames == [TimerRename(old: "t", new: "u")])
        #expect(comparison.moves.map(\.name.text) == ["u.waiting.max"] && comparison.facts.isEmpty)
        new.facts["scenario"] = "duration=8s id=u kind=nstimer interval=2s id=o class=A"
        #expect(DriftComparison(old: old, new: new, guards: []).renames.isEmpty)
    }

    @Test("a guard that goes with its timer fails, one that goes alone is told")
    func guards() throws {
        var (old, new) = (try numbers(["t.fired": 7, "u.fired": 3]), try numbers(["u.fired": 3]))
        old.facts = ["guard.t.fired": "+0"]
        #expect(DriftComparison(old: old, new: new, guards: []).facts.map(\.isFailure) == [true])
        new.exact[try #require(FigureName("t.fired"))] = 7
        #expect(DriftComparison(old: old, new: new, guards: []).facts.map(\.isFailure) == [false])
    }

    @Test("with another seed a figure is the same within its grain; with the same seed any difference is real")
    func grain() throws {
        var (old, new) = (try numbers(["t.waiting.max": 900]), try numbers(["t.waiting.max": 950]))
        new.grain = new.exact.mapValues { _ in 60 }
        (old.facts, new.facts) = (["scenario": "seed=1"], ["scenario": "seed=2"])
        #expect(DriftComparison(old: old, new: new, guards: []).moves.isEmpty)
        new.facts = old.facts
        #expect(DriftComparison(old: old, new: new, guards: []).moves.count == 1)
    }
}

@Suite("What is different in a scenario")
struct ScenarioOutlineTests {
    private func outline(_ values: [(String, String)]) -> ScenarioOutline {
        ScenarioOutline(leaves: values.enumerated().map { ($1.0, $1.1, $0 + 1) })
    }

    private let old = [("duration", "6s"), ("timer.t.weak", "screen"), ("event.0.do.0.for", "2s")]

    private func changes(to new: [(String, String)]) throws -> [String] {
        outline(new).changes(since: try #require(outline(old).text)).map(\.text)
    }

    @Test("a value that was replaced is told with both, one that came or went alone")
    func changes() throws {
        #expect(try changes(to: old) == [])
        #expect(
            try changes(to: [old[0], old[1], ("event.0.do.0.for", "2.4s")]) == ["event.0.do.0.for: 2s → 2.4s"])
        #expect(
            try changes(to: [old[0], ("timer.t.strong", "screen"), old[2]]) == [
                "timer.t.strong = screen is new", "weak = screen is gone",
            ])
    }

    @Test("values of any text come back, long ones as a hash")
    func hostile() throws {
        let values = ["a b", "x=y", "%", "", "ü\n", String(repeating: "long ", count: 9)]
        let text = try #require(outline(values.map { ("k", $0) }).text)
        #expect(text.split(separator: " ").count == values.count)
        #expect(outline(values.map { ("k", $0) }).changes(since: text).isEmpty)
        #expect(text.utf8.count < 60)
    }

    @Test("a guard of the one value that a figure has is one of the figure", arguments: ["drift", "wake_ups"])
    func plainValue(figure: String) {
        let name = FigureName("t.\(figure).value")
        #expect(name != nil && name == FigureName("t.\(figure)"))
    }

    @Test("a scenario with too many values has none in the baseline")
    func huge() { #expect(outline(Array(repeating: ("key", "value"), count: 1_000)).text == nil) }
}

@Suite("Seeds in pairs")
struct PairedSeedsTests {
    private func compared(_ old: [Int64?], _ new: [Int64?], allowing percent: Int64? = 5) throws -> DriftComparison {
        let name = try #require(FigureName("t.waiting.max"))
        let guards = percent.map { [GuardPlan(name, .relative(partsPerMillion: $0 * 10_000))] } ?? []
        return DriftComparison(
            old: DriftNumbers(samples: [name: old]), new: DriftNumbers(samples: [name: new]), guards: guards,
            isPaired: true)
    }

    @Test(
        "a guard fails when more seeds are beyond it than a coin would put there",
        arguments: [(1, nil), (6, nil), (7, 7), (8, 8), (12, 11), (20, 16), (100, 63), (10_000, 5_117)] as [(Int, Int?)]
    )
    func needed(count: Int, needed: Int?) { #expect(PairedSeeds(count: count).needed == needed) }

    @Test("each seed is held against its own run, so that a spread between seeds hides nothing")
    func spread() throws {
        let old: [Int64] = (0..<20).map { 1_000_000 << ($0 % 10) }
        #expect(try compared(old, old.map { $0 * 110 / 100 }).failures.count == 1)
        #expect(try compared(old, old.map { $0 * 104 / 100 }).failures.isEmpty)
        #expect(try compared(old, old).moves.isEmpty)
    }

    @Test("other figures say in how many seeds they differ; with few seeds only guards are told")
    func figures() throws {
        var new: [Int64?] = Array(repeating: 100, count: 20)
        new[3] = 120
        let move = try #require(compared(Array(repeating: 100, count: 20), new, allowing: nil).moves.first)
        let seeds = try #require(move.seeds)
        #expect(seeds.differing == 1 && seeds.beyond == 0 && seeds.all == 20)
        #expect(move.judgement == .worse)
        #expect(!move.isFailure)
        let few = try compared(Array(repeating: 100, count: 8), Array(repeating: 104, count: 8))
        #expect(few.moves.isEmpty)
        #expect(
            few.method == "8 seeds in pairs, guards only (figures from 12 on): a guard fails when 8 are beyond it")
        #expect(try compared(Array(repeating: 100, count: 8), Array(repeating: 106, count: 8)).failures.count == 1)
    }

    @Test("a seed without a value makes no pair")
    func gaps() throws {
        let old: [Int64?] = [nil] + Array(repeating: 100, count: 12)
        let new: [Int64?] = Array(repeating: 200, count: 12) + [nil]
        #expect(try compared(old, new).failures.first?.seeds?.all == 11)
        #expect(try compared([], new).failures.count == 1)
    }
}

@Suite("A block of source code")
struct CodeBlockTests {
    private let source = (1...40).map { "line \($0)\r\n" }.joined()

    private func lines(_ text: String) -> CodeBlock.Lines { CodeBlock.Lines(Array(text.utf8)) }

    @Test("is the same with LF and CRLF, and found where it has moved to")
    func moved() throws {
        let block = try #require(lines(source).block(5...9))
        #expect(lines(source.replacing("\r\n", with: "\n")).block(5...9) == block)
        let below = lines("import UIKit\n\n" + source)
        #expect(below.block(5...9) != block)
        #expect(below.place(of: block) == 7...11)
        #expect(lines(source.replacing("line 7", with: "line seven")).place(of: block) == nil)
    }

    @Test("every block of a file is found, and none beyond its end", arguments: [1, 2, 39, 40])
    func everywhere(count: Int) throws {
        let file = lines(source)
        for first in 1...(41 - count) {
            let block = try #require(file.block(first...(first + count - 1)))
            #expect(file.place(of: block) == first...(first + count - 1))
        }
        #expect(file.block(30...41) == nil)
        #expect(lines("").block(1...1) == nil && lines("").place(of: CodeBlock(lineCount: 1, hash: 0)) == nil)
    }

    @Test("a long block is looked for in one pass over a long file", .timeLimit(.minutes(1)))
    func longBlock() {
        let file = lines(String(repeating: "}\n", count: 200_000))
        #expect(file.place(of: CodeBlock(lineCount: 100_000, hash: 0)) == nil)
    }

    @Test(
        "comes back from the baseline, whatever the path holds",
        arguments: ["a.swift:1-2", "x, y.swift", "ü = 定.m:7-7"])
    func text(mark: String) throws {
        let block = CodeBlock(lineCount: 3, hash: 0xAB)
        let read = try #require(CodeBlock.read(block.text(of: mark)))
        #expect(read.mark == mark && read.block == block)
        #expect(CodeBlock.read("nothing") == nil)
    }
}
