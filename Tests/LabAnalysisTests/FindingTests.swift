import LabAnalysis
import LabCatalogue
import LabExactTime
import LabRecording
import LabTraceBuilding
import Testing

@Suite struct FindingTests {
    /// A timer of a worker that is due at 1 s and that nobody calls.
    private func worker(_ tell: (inout TraceBuilder, _ worker: EntityID, _ tick: EntityID) -> Void) -> [FindingCode] {
        var builder = TraceBuilder(duration: 5 * s)
        let worker = builder.part(.thread, "worker")
        let tick = builder.timer("once", every: 1 * s, home: worker)
        builder.grid(tick, first: 1 * s, every: nil)
        tell(&builder, worker, tick)
        return RunAnalysis(of: builder.finished).findings.map(\.code)
    }

    @Test("added to a run loop that nobody runs")
    func loopNeverRan() {
        let codes = worker { builder, worker, tick in
            builder.record(.added, at: 0, tick, thread: worker, value: Int64(builder.defaultMode.index))
        }
        #expect(codes == ["TL0201"])
    }

    @Test("never added anywhere")
    func neverAdded() { #expect(worker { _, _, _ in } == ["TL0202"]) }

    @Test("a thread that ends with its timer still unheard leaves the finding; a step that gives the timer up does not")
    func gaveUp() {
        for (step, codes) in [(-1, ["TL0201"] as [FindingCode]), (0, [])] {
            let found = worker { builder, worker, tick in
                builder.record(.added, at: 0, tick, thread: worker, value: Int64(builder.defaultMode.index))
                builder.record(.invalidated, at: 0, tick, thread: worker, extra: Int64(step))
                builder.record(.gridEnded, at: 0, tick)
            }
            #expect(found == codes)
        }
    }

    @Test("run returned before it was added, at the same instant")
    func returnedBefore() {
        let codes = worker { builder, worker, tick in
            builder.record(.runReturned, at: 0, worker, thread: worker)
            builder.record(.added, at: 0, tick, thread: worker, value: Int64(builder.defaultMode.index))
        }
        #expect(codes == ["TL0205"])
    }

    @Test("the loop ran, but never in its mode")
    func modeNeverRun() {
        let codes = worker { builder, worker, tick in
            builder.record(.added, at: 0, tick, thread: worker, value: Int64(builder.defaultMode.index))
            builder.activation(worker, mode: builder.trackingMode, from: 1 * ms)
        }
        #expect(codes == ["TL0206"])
    }

    @Test("a source that was disposed of, and one that was never resumed")
    func sources() {
        var builder = TraceBuilder(duration: 5 * s)
        let lost = builder.timer("lost", every: 1 * s, kind: "gcd", modes: [])
        let idle = builder.timer("idle", every: 1 * s, kind: "gcd", modes: [])
        let done = builder.timer("done", every: 1 * s, kind: "gcd", modes: [])
        for timer in [lost, idle, done] { builder.record(.created, at: 0, timer) }
        for timer in [lost, done] { builder.grid(timer, first: 1 * s, every: 1 * s) }
        builder.record(.deallocBegan, at: 0, lost)
        builder.record(.gridEnded, at: 0, lost)
        builder.fire(done, at: 1 * s)
        builder.record(.cancelled, at: 1500 * ms, done)
        builder.record(.gridEnded, at: 1500 * ms, done)
        builder.record(.deallocBegan, at: 1500 * ms, done)
        let found = RunAnalysis(of: builder.finished).findings
        #expect(found.map(\.code) == ["TL0203", "TL0204"])
        #expect(found.map(\.subject) == [lost, idle])
    }

    @Test("invalidated on another thread, a weak property cleared, an unknown selector, a suspended source released")
    func recorded() {
        var builder = TraceBuilder(duration: 5 * s)
        let worker = builder.part(.thread, "worker")
        let tick = builder.timer("tick", every: 1 * s, home: worker)
        let proxy = builder.part(.object, "proxy")
        builder.fire(tick, at: 1 * s)
        builder.record(
            .remarked, at: 1 * s, tick, value: Remark.invalidatedOnOtherThread.rawValue, extra: builder.step())
        builder.record(.weakPropertyCleared, at: 1 * s, proxy, value: Int64(tick.index))
        builder.message(
            MessageTrace(receiver: proxy, selector: "tick:", stages: ["lookup"], outcome: .unrecognised), at: 2 * s)
        builder.record(
            .crashed, at: 3 * s, tick,
            value: builder.text("BUG IN CLIENT OF LIBDISPATCH: Release of a suspended object"))
        let analysis = RunAnalysis(of: builder.finished)
        #expect(
            analysis.findings.map(\.code) == [
                "TL0306", "TL0307", "TL0309", "TL0308",
            ])
        #expect(analysis.findings[3].place == builder.trace.steps[0])
        #expect(analysis.crash?.time == 3 * s && analysis.findings[0].subject == tick)
    }

    @Test("a display rate that the display cannot do, and a chain that drifts")
    func rates() throws {
        var builder = TraceBuilder(duration: 10 * s)
        let frame = try #require(Rational(Int128(s), over: 60))
        var traits = TimerTraits(interval: nil, repeats: true)
        (traits.followsDisplay, traits.wantedRate) = (true, 50)
        let link = builder.entity(Entity(.timer, name: "link", detail: "displaylink", timer: traits))
        traits.wantedRate = 60
        let exact = builder.entity(Entity(.timer, name: "exact", detail: "displaylink", timer: traits))
        for timer in [link, exact] {
            builder.grid(timer, first: 0, every: frame)
            builder.record(.gridEnded, at: 0, timer)
        }
        let chain = builder.timer("chain", every: 1 * s, kind: "after", modes: [], isRelative: true)
        for index in 0..<8 {
            let armed = Int64(index) * 1100 * ms + 1 * s
            builder.grid(chain, at: armed - 1 * s, first: armed, every: nil)
            builder.fire(chain, at: armed + 100 * ms, due: armed)
        }
        let trace = builder.finished
        let found = RunAnalysis(of: trace).findings
        try #require(found.map(\.code) == ["TL0108", "TL0107"])
        #expect(found.map(\.subject) == [chain, link])
        #expect(found[1].message.text(in: trace).contains("asked for 50 frames a second; the display does 60"))
        #expect(found[0].message.text(in: trace).contains("each second takes 1.1 s (+10 %)"))
    }

    @Test("the clock of a timer stops while the system sleeps: later, though not late")
    func sleep() {
        var builder = TraceBuilder(duration: 200 * s)
        let tick = builder.timer("tick", every: 60 * s)
        let quick = builder.timer("quick", every: 1 * s)
        builder.activation(mode: builder.defaultMode, from: 0)
        builder.record(.systemSlept, at: 30 * s, builder.process, value: 60 * s)
        builder.grid(tick, first: 60 * s, every: 60 * s)
        builder.grid(tick, at: 60 * s, first: 90 * s, every: 60 * s)
        builder.fire(tick, at: 90 * s)
        builder.fire(tick, at: 150 * s)
        builder.grid(quick, first: 1 * s, every: 1 * s)
        for start in 1...29 { builder.fire(quick, at: Int64(start) * s) }
        builder.record(.invalidated, at: 29 * s, quick)
        builder.record(.gridEnded, at: 29 * s, quick)
        // Two timers of a second and more without a tolerance have a note, too.
        let found = RunAnalysis(of: builder.finished).findings.filter { $0.code != "TL0401" }
        #expect(found.map(\.code) == ["TL0105"] && found.first?.subject == tick && found.first?.count == 1)
    }

    @Test("copies of a large group are told once")
    func group() {
        var builder = TraceBuilder(duration: 2 * s)
        let group = builder.timer("tick", every: 1 * s)
        for index in 0..<100 {
            let copy = builder.timer("tick[\(index)]", every: 1 * s, group: group)
            builder.grid(copy, first: 1 * s, every: 1 * s)
        }
        let analysis = RunAnalysis(of: builder.finished)
        #expect(analysis.findings.map(\.subject) == [group] && analysis.findings.first?.count == 100)
        #expect(analysis.timers.map(\.name) == ["tick"] && analysis.timers.first?.skipped == 100)
    }
}
