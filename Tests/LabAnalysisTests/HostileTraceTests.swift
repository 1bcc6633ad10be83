import LabAnalysis
import LabExactTime
import LabRecording
import LabTraceBuilding
import Testing

@Suite struct HostileTraceTests {
    /// Records of every kind in any order, with values that no honest recording has.
    private func nonsense(seed: UInt64) -> Trace {
        var random = SmallRandom(state: seed)
        var builder = TraceBuilder(duration: [0, 1, 10 * s, .max][Int(seed % 4)])
        let worker = builder.part(.thread, "worker")
        let queue = builder.entity(Entity(.queue, name: "queue", detail: "serial"))
        var cast = [builder.process, builder.main, worker, queue, builder.defaultMode, .none, EntityID(999)]
        cast += [builder.timer("a", every: 1 * s, tolerance: .max), builder.timer("b", every: nil, home: worker)]
        cast += [builder.timer("c", every: 1, kind: "gcd", home: queue, modes: []), builder.part(.object, "o")]
        cast += [builder.part(.object, "p"), builder.part(.block, "q"), builder.part(.event, "e", home: queue)]
        cast.append(builder.timer("d", every: .max, modes: [], isRelative: true))
        _ = builder.step()
        _ = builder.text("timer")
        var trace = builder.finished
        trace.intervals = [
            Rational(whole: 1), Rational(whole: 1 * s), Rational(whole: .max), Rational(whole: -1), .zero,
            Rational(Int128(s), over: 60),
        ].compactMap { $0 }
        trace.messages = [MessageTrace(receiver: cast[10], selector: "x", stages: [], outcome: .unrecognised)]
        let numbers: [Int64] = [0, 1, -1, 2, 3, .max, .min, .max - 1, s, 5 * s, 10 * s, -s]
        func number() -> Int64 {
            random.next() % 3 == 0
                ? Int64(random.next() % 20_000_000_000) : numbers[Int(random.next() % UInt64(numbers.count))]
        }
        var time: Int64 = seed % 5 == 0 ? -10 * s : 0
        for _ in 0..<300 {
            if random.next() % 3 == 0 { time += Int64(random.next() % 100_000_000) }
            if random.next() % 150 == 0 { time = .max - 5 }
            let kinds = Record.Kind.allCases
            trace.records.append(
                Record(
                    kinds[Int(random.next() % UInt64(kinds.count))], at: time,
                    entity: cast[Int(random.next() % UInt64(cast.count))],
                    thread: Int16(truncatingIfNeeded: [1, 4, -1, 900][Int(random.next() % 4)]), value: number(),
                    extra: number()))
            if time > .max - 10 { break }
        }
        return trace
    }

    @Test("nonsense is analysed without a fall, and shares still sum to one hundred", arguments: 0..<40)
    func survives(block: UInt64) {
        for seed in (block * 25)..<(block * 25 + 25) {
            let trace = nonsense(seed: seed)
            let analysis = RunAnalysis(of: trace)
            #expect(analysis.attributions.allSatisfy { $0.shares.reduce(0) { $0 + $1.percent } == 100 })
            for timer in analysis.timers {
                #expect(analysis.lane(of: timer.entity, step: 1 * s, count: 12).count == 12)
            }
            #expect(ReferenceGraph(of: trace, at: 5 * s).edges.allSatisfy { $0.held != EntityID.none })
        }
    }
}
