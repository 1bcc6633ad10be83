import LabRecording
import LabScenarioModel
import Testing

@testable import LabSimulation

/// What must hold of every scenario, held against scenarios drawn at random.
@Suite("Laws")
struct LawTests {
    static let seeds = Array(UInt64(1)...60)

    /// One record in words that do not depend on the numbering of entities.
    struct Event: Equatable, Comparable, CustomStringConvertible {
        var time: Int64
        var what: String
        /// The due instant of a firing, else 0.
        var due: Int64 = 0

        var description: String { "\(time) \(what) \(due)" }

        static func < (left: Event, right: Event) -> Bool {
            left.time != right.time ? left.time < right.time : left.what < right.what
        }
    }

    private func trajectory(_ plan: ScenarioPlan, without silent: String = "") throws -> [Event] {
        let trace = try Simulator.record(plan).trace
        return trace.records.compactMap { record in
            let name = trace.name(record.entity)
            guard record.kind.isTrajectory, name != silent else { return nil }
            let thread = record.thread >= 0 ? trace.name(EntityID(Int(record.thread))) : "-"
            let isFiring = record.kind == .fired
            return Event(
                time: record.time, what: "\(record.kind) \(name) on \(thread)\(isFiring ? " ×\(record.extra)" : "")",
                due: isFiring ? record.value : 0)
        }
    }

    @Test("the scenarios of the laws fire, nest, run out and stop", arguments: [seeds])
    func worthwhile(seeds: [UInt64]) throws {
        var kinds: [Record.Kind: Int] = [:]
        var results: [RunResult: Int] = [:]
        for seed in seeds {
            for record in try Simulator.record(RandomScenario(seed: seed).plan()).trace.records {
                kinds[record.kind, default: 0] += 1
                if record.kind == .activationEnded, let result = RunResult(rawValue: record.extra) {
                    results[result, default: 0] += 1
                }
            }
        }
        #expect(kinds[.fired, default: 0] > 1500)
        #expect(kinds[.invalidated, default: 0] > 20)
        for result in [RunResult.finished, .stopped, .timedOut, .handledSource] {
            #expect(results[result, default: 0] > 2, "\(result)")
        }
    }

    @Test("every part keeps what it promises after every occurrence", arguments: seeds)
    func invariants(seed: UInt64) throws {
        var world = try World(plan: RandomScenario(seed: seed).plan(), sink: RecordKeeper())
        world.start()
        var occurrences = 0
        while world.step() {
            world.checkInvariants()
            occurrences += 1
        }
        #expect(occurrences > 0)
    }

    @Test("a firing is never before its due date, and serves at least its own point", arguments: seeds)
    func neverEarly(seed: UInt64) throws {
        let trace = try Simulator.record(RandomScenario(seed: seed).plan()).trace
        var latest: Int64 = 0
        for record in trace.records {
            #expect(record.time >= latest)
            latest = record.time
            guard record.kind == .fired else { continue }
            #expect(record.time >= record.value)
            #expect(record.extra >= 1 || record.value == record.time)
        }
    }

    @Test("two runs of one scenario are equal record for record", arguments: seeds)
    func deterministic(seed: UInt64) throws {
        let plan = RandomScenario(seed: seed).plan()
        let (first, second) = (try Simulator.record(plan), try Simulator.record(plan))
        #expect(first.trace == second.trace)
        #expect(first.trace.fingerprint != 0)
        #expect(first.occurrences == second.occurrences)
    }

    @Test("a run that is cut at any instant is the beginning of the whole", arguments: seeds)
    func split(seed: UInt64) throws {
        let scenario = RandomScenario(seed: seed)
        let whole = try Simulator.record(scenario.plan()).trace.records
        var random = SplitMix(state: seed)
        let cuts =
            (0..<3).map { _ in random.below(300_000_000) } + whole.prefix(2).map(\.time) + whole.suffix(1).map(\.time)
        for cut in cuts {
            let part = try Simulator.record(scenario.plan(.init(duration: cut))).trace.records
            #expect(part == Array(whole.prefix { $0.time < cut }), "cut at \(cut)")
        }
    }

    @Test("everything later by a time is the same, later", arguments: seeds)
    func shift(seed: UInt64) throws {
        let scenario = RandomScenario(seed: seed)
        let shift: Int64 = 7_777_777_777
        let shifted = try trajectory(scenario.plan(.init(shift: shift)))
        let expected = try trajectory(scenario.plan())
            .map { Event(time: $0.time + shift, what: $0.what, due: $0.due == 0 ? 0 : $0.due + shift) }
        #expect(shifted == expected)
    }

    @Test("everything slower by a factor is the same, slower", arguments: seeds)
    func scale(seed: UInt64) throws {
        let scenario = RandomScenario(seed: seed)
        let scaled = try trajectory(scenario.plan(.init(scale: 1000)))
        let expected = try trajectory(scenario.plan())
            .map { Event(time: $0.time * 1000, what: $0.what, due: $0.due * 1000) }
        #expect(scaled == expected)
    }

    @Test("a timer that never fires changes nobody", arguments: seeds)
    func silentTimer(seed: UInt64) throws {
        let scenario = RandomScenario(seed: seed)
        #expect(
            try trajectory(scenario.plan(.init(hasSilentTimer: true)), without: "silent")
                == trajectory(scenario.plan()))
    }

    @Test("the order of definitions changes nothing where nothing is due at one instant", arguments: seeds)
    func definitionOrder(seed: UInt64) throws {
        let scenario = RandomScenario(seed: seed)
        #expect(try trajectory(scenario.plan(.init(isReversed: true))).sorted() == trajectory(scenario.plan()).sorted())
    }

    @Test("coasting from firing to firing is the pass, record for record", arguments: seeds)
    func coasting(seed: UInt64) throws {
        let scenario = RandomScenario(seed: seed)
        let (short, long) = (scenario.plan(), scenario.plan(.init(hasIdleObserver: true)))
        #expect(try trajectory(short) == trajectory(long))
        #expect(try Simulator.record(short).occurrences == Simulator.record(long).occurrences)
    }

    @Test("a callback without steps fires as one whose steps take no time", arguments: seeds)
    func emptyCallback(seed: UInt64) throws {
        let scenario = RandomScenario(seed: seed)
        #expect(try trajectory(scenario.plan()) == trajectory(scenario.plan(.init(hasEmptySteps: true))))
    }
}
