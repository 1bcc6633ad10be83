import LabAnalysis
import LabRecording
import LabTraceBuilding
import Testing

/// Cause, culprit's name and percent of each share.
private func shares(of timer: EntityID, in trace: Trace) -> [String] {
    let attribution = RunAnalysis(of: trace).attributions.first { $0.timer == timer }
    return (attribution?.shares ?? []).map { "\($0.cause) \(trace.name($0.culprit)) \($0.percent)" }
}

@Suite struct CauseTests {
    @Test("six seconds of work in a one second timer: its own callback, all of it")
    func ownCallback() throws {
        var builder = TraceBuilder(duration: 43 * s)
        let tick = builder.timer("tick", every: 1 * s)
        let loop = builder.step()
        builder.activation(mode: builder.defaultMode, from: 0)
        builder.record(.added, at: 0, tick, value: Int64(builder.defaultMode.index))
        builder.grid(tick, first: 1 * s, every: 1 * s)
        for start in stride(from: 1 * s, to: 43 * s, by: 6 * Int(s)) {
            builder.fire(tick, at: start, lasting: 5980 * ms, step: loop)
        }
        let trace = builder.finished
        let analysis = RunAnalysis(of: trace)
        let attribution = try #require(analysis.attributions.first)
        #expect(analysis.summary(of: tick)?.skipped == 35)
        #expect(attribution.shares.map(\.percent) == [100])
        #expect(attribution.shares.first?.cause == .ownCallback)
        #expect(attribution.shares.first.map { trace.place(of: $0.reason) } == trace.steps[Int(loop)])
        // Seven times 5 + 4 + 3 + 2 + 1 s, to the next callback or the end.
        #expect(attribution.nanoseconds == 7 * 15 * s)
        #expect(analysis.findings.map(\.code) == ["TL0101"])
        #expect(analysis.findings.first?.count == 35)
        #expect(analysis.findings.first?.place == trace.steps[Int(loop)])
        #expect(analysis.findings.first?.message.text(in: trace).contains("5.98 s") == true)
    }

    @Test("a callback exactly as long as the interval loses every second point to itself")
    func exactlyTheInterval() {
        var builder = TraceBuilder(duration: 1 * s)
        let tick = builder.timer("tick", every: 100 * ms)
        builder.activation(mode: builder.defaultMode, from: 0)
        builder.grid(tick, first: 100 * ms, every: 100 * ms)
        for start in [100, 300, 500, 700] { builder.fire(tick, at: Int64(start) * ms, lasting: 100 * ms) }
        builder.record(.invalidated, at: 850 * ms, tick)
        builder.record(.gridEnded, at: 850 * ms, tick)
        let trace = builder.finished
        #expect(shares(of: tick, in: trace) == ["ownCallback tick 100"])
        #expect(RunAnalysis(of: trace).findings.map(\.code) == ["TL0101"])
    }

    @Test("a drag keeps a default-mode timer waiting because of the mode, and the step that drags is named")
    func drag() throws {
        var builder = TraceBuilder(duration: 6 * s)
        let tick = builder.timer("plain", every: 500 * ms)
        let other = builder.timer("common", every: 500 * ms, modes: [builder.defaultMode, builder.trackingMode])
        let touch = builder.part(.event, "touch")
        let step = builder.step()
        builder.activation(mode: builder.defaultMode, from: 0)
        builder.callout(touch, from: 1700 * ms, to: 3700 * ms)
        builder.activation(mode: builder.trackingMode, from: 1700 * ms, to: 3700 * ms, step: step)
        builder.grid(tick, first: 500 * ms, every: 500 * ms)
        builder.grid(other, first: 500 * ms, every: 500 * ms)
        for start in 1...11 { builder.fire(other, at: Int64(start) * 500 * ms, lasting: 1 * ms) }
        for start in [500, 1000, 1500, 4000, 4500, 5000, 5500] {
            builder.fire(tick, at: Int64(start) * ms + 1 * ms, due: Int64(start) * ms)
        }
        builder.fire(tick, at: 3700 * ms, due: 2000 * ms, data: 4)
        let trace = builder.finished
        let analysis = RunAnalysis(of: trace)
        let attribution = try #require(analysis.attributions.first { $0.timer == tick })
        #expect(analysis.summary(of: tick)?.skipped == 3)
        // 1.7 + 1.2 + 0.7 + 0.2 s in the drag, seven times 1 ms behind the other timer.
        #expect(attribution.shares.map(\.nanoseconds) == [3800 * ms, 7 * ms])
        #expect(attribution.shares.map(\.cause) == [.modeNotRun, .otherWork])
        #expect(attribution.shares.map(\.culprit) == [touch, other])
        #expect(attribution.shares.first.map { trace.place(of: $0.reason) } == trace.steps[Int(step)])
        #expect(attribution.shares.map(\.percent) == [100, 0])
        #expect(!analysis.attributions.contains { $0.timer == other })
        #expect(analysis.findings.map(\.code) == ["TL0103", "TL0102"])
    }

    @Test("a lost point counts once, for what kept it waiting longest")
    func lostOnce() {
        var builder = TraceBuilder(duration: 6 * s)
        let tick = builder.timer("plain", every: 1 * s)
        let (touch, job) = (builder.part(.event, "touch"), builder.part(.event, "job"))
        builder.activation(mode: builder.defaultMode, from: 0)
        builder.grid(tick, first: 1 * s, every: 1 * s)
        builder.fire(tick, at: 1 * s)
        builder.callout(touch, from: 1700 * ms, to: 3700 * ms)
        builder.activation(mode: builder.trackingMode, from: 1700 * ms, to: 3700 * ms)
        builder.callout(job, from: 3700 * ms, to: 3750 * ms)
        builder.fire(tick, at: 3750 * ms, due: 2 * s)
        for start in [4, 5] { builder.fire(tick, at: Int64(start) * s) }
        let trace = builder.finished
        let messages = RunAnalysis(of: trace).findings.map { $0.message.text(in: trace) }
        #expect(messages.map { $0.contains("skips 1 of ") } == [true, false])
        #expect(messages.last?.contains("skips") == false)
    }

    @Test("a callback that the end of the recording cuts off has no length, and a new interval a rhythm of its own")
    func cutOff() {
        var builder = TraceBuilder(duration: 4550 * ms)
        let tick = builder.timer("tick", every: 500 * ms)
        let step = builder.step()
        builder.activation(mode: builder.defaultMode, from: 0)
        builder.grid(tick, first: 500 * ms, every: 500 * ms)
        for start in [500, 1000, 1500] { builder.fire(tick, at: Int64(start) * ms, lasting: 60 * ms) }
        builder.grid(tick, at: 1600 * ms, first: 2500 * ms, every: 1 * s)
        for start in [2500, 3500] { builder.fire(tick, at: Int64(start) * ms, lasting: 60 * ms) }
        builder.fire(tick, at: 4500 * ms)
        builder.record(.workBegan, at: 4500 * ms, tick, value: step)
        let timer = RunAnalysis(of: builder.finished).timers.first
        #expect(timer?.callback?.mean == 60 * ms && timer?.callback?.max == 60 * ms)
        #expect(timer?.episodeCount == 0)
    }

    @Test("other work on the thread is named with its step; a worker's thread is none of its business")
    func otherWork() throws {
        var builder = TraceBuilder(duration: 2 * s)
        let tick = builder.timer("tick", every: 100 * ms)
        let block = builder.part(.block, "job")
        let worker = builder.part(.thread, "worker")
        let step = builder.step()
        builder.activation(mode: builder.defaultMode, from: 0)
        builder.grid(tick, first: 100 * ms, every: 100 * ms)
        for start in [100, 500, 600] { builder.fire(tick, at: Int64(start) * ms) }
        builder.callout(block, from: 150 * ms, to: 450 * ms)
        builder.span(.workBegan, .workEnded, block, from: 150 * ms, to: 450 * ms, step: step)
        builder.fire(tick, at: 450 * ms, due: 200 * ms, data: 3)
        builder.span(.workBegan, .workEnded, worker, from: 0, to: 2 * s, thread: worker)
        builder.record(.gridEnded, at: 650 * ms, tick)
        let trace = builder.finished
        let attribution = try #require(RunAnalysis(of: trace).attributions.first)
        #expect(attribution.shares.map(\.percent) == [100] && attribution.shares.first?.culprit == block)
        #expect(attribution.shares.first.map { trace.place(of: $0.reason) } == trace.steps[Int(step)])
        #expect(attribution.nanoseconds == (250 + 150 + 50) * ms)
    }

    @Test("lateness within the tolerance of an idle loop is the tolerance, beyond it the wake-up")
    func tolerance() {
        var builder = TraceBuilder(duration: 1 * s)
        let tick = builder.timer("tick", every: 400 * ms, tolerance: 30 * ms)
        builder.activation(mode: builder.defaultMode, from: 0)
        builder.grid(tick, first: 400 * ms, every: 400 * ms)
        builder.fire(tick, at: 430 * ms, due: 400 * ms)
        builder.fire(tick, at: 840 * ms, due: 800 * ms)
        let trace = builder.finished
        #expect(shares(of: tick, in: trace) == ["tolerance tick 86", "wakeUp ? 14"])
        #expect(RunAnalysis(of: trace).findings.map(\.code) == ["TL0104"])
    }

    @Test("what its thread did before a wake-up within the tolerance kept nothing waiting, a sleep did")
    func toleranceBeforeAll() {
        var builder = TraceBuilder(duration: 5 * s)
        let tick = builder.timer("tick", every: 1 * s, tolerance: 400 * ms)
        let job = builder.part(.event, "job")
        builder.activation(mode: builder.defaultMode, from: 0)
        builder.grid(tick, first: 1 * s, every: 1 * s)
        builder.callout(job, from: 990 * ms, to: 1100 * ms)
        builder.fire(tick, at: 1400 * ms, due: 1 * s)
        builder.record(.systemSlept, at: 1990 * ms, builder.process, value: 2100 * ms)
        builder.fire(tick, at: 2400 * ms, due: 2 * s)
        // What lasts from the window's free time to the end may be all that it waited for.
        builder.callout(job, from: 3100 * ms, to: 3200 * ms)
        builder.fire(tick, at: 3200 * ms, due: 3 * s)
        builder.fire(tick, at: 4 * s)
        #expect(
            shares(of: tick, in: builder.finished) == ["tolerance tick 79", "systemSlept ? 11", "otherWork job 10"])
    }

    @Test("system sleep, background and suspension explain what falls into them")
    func system() {
        var builder = TraceBuilder(duration: 10 * s)
        let source = builder.timer("source", every: 1 * s, kind: "gcd", modes: [])
        builder.activation(mode: builder.defaultMode, from: 0)
        builder.grid(source, first: 1 * s, every: 1 * s)
        builder.fire(source, at: 1 * s)
        builder.record(.suspended, at: 1500 * ms, source)
        builder.record(.resumed, at: 3500 * ms, source)
        builder.fire(source, at: 3500 * ms, due: 2 * s, data: 2)
        builder.record(.systemSlept, at: 3600 * ms, builder.process, value: 5 * s)
        builder.fire(source, at: 5 * s, due: 4 * s, data: 2)
        builder.record(.enteredBackground, at: 5500 * ms, builder.process)
        builder.record(.enteredForeground, at: 7500 * ms, builder.process)
        builder.fire(source, at: 7500 * ms, due: 6 * s, data: 2)
        for start in [8, 9] { builder.fire(source, at: Int64(start) * s) }
        let trace = builder.finished
        // 1.5 + 0.5 s suspended, 1 s + 0 asleep, 1.5 + 0.5 s in the background.
        #expect(shares(of: source, in: trace) == ["background ? 40", "suspended source 40", "systemSlept ? 20"])
        #expect(RunAnalysis(of: trace).findings.map(\.code) == ["TL0106", "TL0105"])
    }

    @Test("a serial queue waits for its own blocks, whatever thread they run on, and for its suspension")
    func queue() {
        var builder = TraceBuilder(duration: 1 * s)
        let pool = builder.part(.thread, "pool 1")
        let queue = builder.entity(Entity(.queue, name: "worker", detail: "serial"))
        let source = builder.timer("source", every: 100 * ms, kind: "gcd", home: queue, modes: [])
        let (job, other) = (builder.part(.block, "job", home: queue), builder.part(.block, "other", home: queue))
        builder.grid(source, first: 100 * ms, every: 100 * ms)
        builder.callout(job, from: 50 * ms, to: 150 * ms, thread: pool)
        builder.fire(source, at: 150 * ms, due: 100 * ms, thread: pool)
        builder.callout(other, from: 190 * ms, to: 230 * ms, thread: builder.main)
        builder.fire(source, at: 230 * ms, due: 200 * ms, thread: pool)
        builder.record(.suspended, at: 280 * ms, queue)
        builder.record(.resumed, at: 320 * ms, queue)
        builder.fire(source, at: 320 * ms, due: 300 * ms, thread: pool)
        builder.record(.gridEnded, at: 350 * ms, source)
        #expect(
            shares(of: source, in: builder.finished) == [
                "otherWork job 50", "otherWork other 30", "suspended worker 20",
            ])
    }

    @Test("a queue does not wait for another queue's work, on a thread that serves it later as well")
    func otherQueue() {
        var builder = TraceBuilder(duration: 1 * s)
        let (first, second) = (builder.part(.thread, "pool 1"), builder.part(.thread, "pool 2"))
        let queues = ["one", "two"].map { builder.entity(Entity(.queue, name: $0, detail: "serial")) }
        let late = builder.timer("late", every: 100 * ms, kind: "gcd", home: queues[0], modes: [], tolerance: 10 * ms)
        let busy = builder.timer("busy", every: 100 * ms, kind: "gcd", home: queues[1], modes: [])
        builder.grid(late, first: 100 * ms, every: 100 * ms)
        builder.fire(busy, at: 90 * ms, lasting: 50 * ms, thread: second)
        builder.fire(late, at: 110 * ms, due: 100 * ms, thread: first)
        builder.fire(late, at: 200 * ms, thread: second)
        builder.record(.gridEnded, at: 250 * ms, late)
        #expect(shares(of: late, in: builder.finished) == ["tolerance late 100"])
    }

    @Test("a source that nobody held misses its points because it is gone")
    func disposed() throws {
        var builder = TraceBuilder(duration: 5 * s)
        let source = builder.timer("source", every: 1 * s, kind: "gcd", modes: [])
        builder.record(.created, at: 0, source)
        builder.grid(source, first: 1 * s, every: 1 * s)
        builder.fire(source, at: 1 * s)
        builder.record(.deallocBegan, at: 1500 * ms, source)
        let trace = builder.finished
        #expect(shares(of: source, in: trace) == ["disposed source 100"])
        let finding = try #require(RunAnalysis(of: trace).findings.first)
        #expect(finding.code == "TL0203" && finding.count == 3)
    }

    @Test("shares sum to exactly one hundred", arguments: 1...20)
    func hundred(seed: UInt64) throws {
        var random = SmallRandom(state: seed)
        var builder = TraceBuilder(duration: 100 * s)
        let tick = builder.timer("tick", every: 100 * ms, tolerance: 3 * ms)
        let culprits = (0..<9).map { builder.part(.event, "event \($0)") }
        builder.activation(mode: builder.defaultMode, from: 0)
        builder.grid(tick, first: 100 * ms, every: 100 * ms)
        var point: Int64 = 1
        while point < 900 {
            let lateness = Int64(random.next() % 90_000_000)
            let start = point * 100 * ms + lateness
            let culprit = culprits[Int(random.next() % 9)]
            builder.callout(culprit, from: point * 100 * ms - 1, to: point * 100 * ms + lateness / 2)
            let work = Int64(random.next() % 300_000_000)
            builder.fire(tick, at: start, due: point * 100 * ms, lasting: work)
            point = (start + work) / (100 * ms) + 1
        }
        let trace = builder.finished
        let attribution = try #require(RunAnalysis(of: trace).attributions.first)
        #expect(attribution.shares.reduce(0) { $0 + $1.percent } == 100)
        #expect(attribution.shares.reduce(0) { $0 + $1.nanoseconds } == attribution.nanoseconds)
        let ordered = zip(attribution.shares, attribution.shares.dropFirst())
        #expect(ordered.allSatisfy { ($0.lost, $0.nanoseconds) >= ($1.lost, $1.nanoseconds) })
        let lateness = trace.records.filter { $0.kind == .fired }.reduce(0) { $0 + $1.time - $1.value }
        #expect(attribution.nanoseconds > lateness)
    }
}
