import LabExactTime
import LabRecording
import LabTraceBuilding
import Testing

@testable import LabAnalysis

@Suite("What a run says is the same in whatever batches it comes")
struct RunCollectorTests {
    private func trace() -> (Trace, EntityID) {
        var builder = TraceBuilder(duration: 10 * s)
        let tick = builder.timer("tick", every: 1 * s)
        let quick = builder.timer("quick", every: 1 * s)
        builder.activation(mode: builder.defaultMode, from: 0)
        builder.grid(tick, first: 1 * s, every: 1 * s)
        builder.grid(quick, first: 1 * s, every: 1 * s)
        for second in stride(from: Int64(1), to: 10, by: 3) {
            builder.fire(tick, at: second * s, lasting: 2200 * ms)
            builder.fire(quick, at: second * s + 2200 * ms, due: second * s)
        }
        return (builder.finished, tick)
    }

    @Test("a callback that spans two batches keeps others waiting all the same", arguments: [1, 2, 3, 5, 4096])
    func batches(size: Int) throws {
        let (trace, _) = trace()
        let collector = RunCollector()
        for start in stride(from: 0, to: trace.records.count, by: size) {
            let batch = Array(trace.records[start..<min(trace.records.count, start + size)])
            collector.receive(batch, entities: trace.entities, intervals: trace.intervals, texts: trace.texts)
        }
        let (streamed, kept) = (collector.analysis(of: trace), RunAnalysis(of: trace))
        #expect(streamed.timers == kept.timers && streamed.attributions == kept.attributions)
        #expect(streamed.findings == kept.findings && streamed.threads == kept.threads)
        #expect(streamed.findings.contains { $0.code == "TL0101" })
        #expect(streamed.findings.contains { $0.code == "TL0102" })
    }

    @Test("thousands of timers of which no two firings are alike fill a ceiling, and a single one never does")
    func ceiling() {
        func fill(_ timers: Int) -> Bool {
            let entities =
                [Entity(.process, name: "p"), Entity(.thread, name: "main")]
                + (0..<timers).map { _ in Entity(.timer, name: "t", timer: TimerTraits(interval: .one, repeats: true)) }
            let collector = RunCollector(mostKept: 1000, ceiling: 2_000_000)
            var time: Int64 = 0
            for _ in 0..<max(4, 20_000 / timers) where !collector.isFull {
                let batch = (0..<timers).map { timer in
                    time += 1 + time * 7919 % 1009
                    return Record(
                        .fired, at: time, entity: EntityID(timer + 2), thread: 1, value: time - time * 31 % 977,
                        extra: 1)
                }
                collector.receive(batch, entities: entities, intervals: [.one], texts: [])
            }
            return collector.isFull
        }
        #expect(fill(40_000) && fill(1000))
        #expect(!fill(1))
    }

    @Test("values of few timers are rounded before they fill a ceiling, and the percentiles say so")
    func rounded() throws {
        var builder = TraceBuilder(duration: 30_001 * s)
        let timer = builder.timer("tick", every: 1 * s)
        builder.grid(timer, first: 1 * s, every: 1 * s)
        let (entities, intervals) = (builder.trace.entities, builder.trace.intervals)
        func collector(ceiling: Int) -> RunCollector {
            let collector = RunCollector(mostKept: 1000, ceiling: ceiling)
            collector.receive(builder.finished.records, entities: entities, intervals: intervals, texts: [])
            for first in stride(from: Int64(1), to: 30_000, by: 1000) where !collector.isFull {
                let batch = (first..<first + 1000).map { second in
                    let late = second * 7919 % 999_983 * 500
                    return Record(.fired, at: second * s + late, entity: timer, value: second * s, extra: 1)
                }
                collector.receive(batch, entities: entities, intervals: intervals, texts: [])
            }
            return collector
        }
        let (roomy, tight) = (collector(ceiling: .max), collector(ceiling: 250_000))
        #expect(!tight.isFull)
        let exact = try #require(roomy.analysis(of: builder.trace).timers.first)
        let rounded = try #require(tight.analysis(of: builder.trace).timers.first)
        let (one, other) = try (#require(exact.lateness), #require(rounded.lateness))
        #expect(exact.fired == rounded.fired && one.max == other.max && one.mean == other.mean)
        #expect(one.tolerance == 0 && other.tolerance > 1)
        #expect(abs(one.p50 - other.p50) <= other.tolerance)
    }

    @Test("values of many copies stand together: the copies are told as a group, and not one by one")
    func manyCopies() throws {
        func analysis(mostKept: Int) -> RunAnalysis {
            var builder = TraceBuilder(duration: 100 * s)
            let group = builder.timer("tick", every: 1 * s)
            let copies = (0..<100).map { builder.timer("tick[\($0)]", every: 1 * s, group: group) }
            for copy in copies { builder.grid(copy, first: 1 * s, every: 1 * s) }
            for second in 1..<Int64(70) {
                for (number, copy) in copies.enumerated() {
                    let late = second * 7919 % 1009 * Int64(number + 1)
                    builder.fire(
                        copy, at: second * s + 1_000_000 * Int64(number) + late, due: second * s, lasting: late)
                }
            }
            let trace = builder.finished
            let collector = RunCollector(mostKept: mostKept)
            for start in stride(from: 0, to: trace.records.count, by: 1000) {
                collector.receive(
                    Array(trace.records[start..<min(trace.records.count, start + 1000)]), entities: trace.entities,
                    intervals: trace.intervals, texts: trace.texts)
            }
            return collector.analysis(of: trace)
        }
        let (kept, parts) = (analysis(mostKept: .max), analysis(mostKept: 100))
        var (one, other) = try (#require(kept.timers.first), #require(parts.timers.first))
        #expect(one.copies == 100 && !parts.keepsFirings)
        (one.steps, other.steps) = ([], [])
        #expect(one == other)
        // Whom each of them waited for is told of a few.
        let sums = [kept, parts].map { $0.attributions.map(\.nanoseconds) }
        #expect(sums[0] == sums[1])
    }

    @Test("records are kept by kind")
    func kept() {
        let (trace, _) = trace()
        for kinds in [[], [.logged], [.fired, .returned]] as [[Record.Kind]] {
            let keeper = RecordKeeper(keeping: KeptRecords(kinds))
            keeper.receive(trace.records, entities: trace.entities, intervals: trace.intervals, texts: trace.texts)
            #expect(keeper.records == trace.records.filter { kinds.contains($0.kind) })
        }
    }
}
