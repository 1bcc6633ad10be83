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

    @Test("firings of which no two are alike fill a ceiling, and even ones never do")
    func ceiling() {
        let entities = [
            Entity(.process, name: "p"), Entity(.thread, name: "main"),
            Entity(.timer, name: "t", timer: TimerTraits(interval: .one, repeats: true)),
        ]
        func fill(late: (Int64) -> Int64) -> Bool {
            let collector = RunCollector(ceiling: 100_000)
            for first in stride(from: Int64(1), to: 20_000, by: 100) where !collector.isFull {
                let batch = (first..<first + 100).map { second in
                    Record(
                        .fired, at: second * s + late(second), entity: EntityID(2), thread: 1, value: second * s,
                        extra: 1)
                }
                collector.receive(batch, entities: entities, intervals: [.one], texts: [])
            }
            return collector.isFull
        }
        #expect(fill { $0 * 7919 % 1009 } && !fill { _ in 5 })
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
