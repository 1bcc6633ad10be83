import LabInventedScenarios
import LabRealLogs
import LabRecording
import LabScenarioModel
import LabSimulation
import Testing

@testable import LabAnalysis
@testable import Laboratory

/// A run that is analysed part by part says what one says whose firings are all kept.
@Suite("Firings that are let go of say the same")
struct TakenUpTests {
    private func recording(_ record: (RecordKeeper) throws -> Trace) rethrows -> Trace {
        let keeper = RecordKeeper()
        var trace = try record(keeper)
        trace.records = keeper.records
        return trace
    }

    private func analyses(_ trace: Trace, batch: Int) -> (kept: RunAnalysis, parts: RunAnalysis) {
        let collector = RunCollector(mostKept: 0, of: trace.header)
        for start in stride(from: 0, to: trace.records.count, by: batch) {
            collector.receive(
                Array(trace.records[start..<min(trace.records.count, start + batch)]), entities: trace.entities,
                intervals: trace.intervals, texts: trace.texts)
        }
        return (RunAnalysis(of: trace), collector.analysis(of: trace))
    }

    private func expectSame(_ plan: ScenarioPlan, batches: [Int], _ name: String) throws {
        let trace = try recording {
            var simulator = try Simulator(plan: plan, sink: $0)
            return simulator.run().trace
        }
        for batch in batches { expectSame(trace, batch: batch, "\(name) \(batch)") }
    }

    private func expectSame(_ trace: Trace, batch: Int, _ name: Comment) {
        let (kept, parts) = analyses(trace, batch: batch)
        for (part, whole) in zip(parts.timers, kept.timers) {
            var whole = whole
            // A step is only seen as one when it has lasted: what led to it may be known no more.
            for index in whole.steps.indices where part.steps.count > index && part.steps[index].cause == nil {
                (whole.steps[index].cause, whole.steps[index].place) = (nil, 0..<0)
                whole.steps[index].culprit = .none
            }
            guard part.facts != whole.facts else { continue }
            let differing = zip(Mirror(reflecting: part).children, Mirror(reflecting: whole).children).filter {
                "\($0.value)" != "\($1.value)"
            }
            Issue.record("\(name) \(part.name): \(differing.map { ($0.label ?? "", $0.value, $1.value) })")
        }
        #expect(parts.attributions == kept.attributions, name)
        // Which of several came first at one instant is looked for in single firings.
        #expect(parts.findings.filter { $0.code != "TL0501" } == kept.findings.filter { $0.code != "TL0501" }, name)
        #expect(parts.findings.allSatisfy { $0.code != "TL0501" || kept.findings.contains($0) }, name)
        #expect(parts.lifetimes == kept.lifetimes, name)
        #expect(parts.firingCount == kept.firingCount && parts.threads.map(\.busy) == kept.threads.map(\.busy), name)
        #expect(parts.timers.allSatisfy { $0.fired == 0 } || !parts.keepsFirings, name)
    }

    @Test("of every shipped scenario", arguments: Shipped.listings.map(\.path))
    func shipped(path: String) throws {
        let plan = try Shipped.workbench.plan(Shipped.workbench.read(path), changes: ScenarioChanges())
        try expectSame(plan, batches: [7, 100, 4096], path)
    }

    @Test("of invented ones", arguments: 0..<20)
    func invented(group: Int) throws {
        for seed in (group * 10 + 1)...(group * 10 + 10) {
            try expectSame(RandomScenarios.scenario(seed: UInt64(seed)), batches: [20], "\(seed)")
        }
    }

    @Test("of real logs", arguments: Array(stride(from: 0, to: RealLog.all.count, by: 37)))
    func log(number: Int) throws {
        let log = RealLog.all[number]
        let folder = try ScratchFolder()
        let file = try LogFile.read(folder.write("a.log", log.text), request: LogRequest())
        let trace = recording { file.recording.recorded(into: $0) }
        for batch in [7, 100] { expectSame(trace, batch: batch, "\(log)") }
    }
}

extension TimerSummary {
    /// Without what was put down on the way.
    fileprivate var facts: TimerSummary {
        var facts = self
        for index in facts.steps.indices { facts.steps[index].main = nil }
        for index in facts.episodes.indices { facts.episodes[index].main = nil }
        return facts
    }
}
