import LabExactTime
import LabRecording
import LabTraceBuilding
import Testing

@testable import LabAnalysis

/// The statistics of a recording, handed over in batches.
func statistics(of trace: Trace, batch: Int = 4096) -> TimerStatistics {
    let collector = RunCollector()
    var start = 0
    while start < trace.records.count {
        let end = min(trace.records.count, start + batch)
        collector.receive(
            Array(trace.records[start..<end]), entities: trace.entities, intervals: trace.intervals, texts: trace.texts)
        start = end
    }
    return collector.analysis(of: trace).statistics
}

@Suite struct CollectorTests {
    @Test("six seconds of work in a one second timer serve 7 of 42 points and are never late")
    func heavyWork() throws {
        var builder = TraceBuilder(duration: 43 * s)
        let tick = builder.timer("tick", every: 1 * s)
        builder.grid(tick, first: 1 * s, every: 1 * s)
        for start in stride(from: 1 * s, to: 43 * s, by: 6 * Int(s)) {
            builder.fire(tick, at: start, lasting: 5980 * ms)
        }
        let summary = try #require(statistics(of: builder.finished).summary(of: tick))
        #expect([summary.fired, summary.served, summary.due, summary.skipped] == [7, 7, 42, 35])
        #expect(summary.first == 1 * s && summary.last == 37 * s)
        #expect(summary.lateness?.max == 0)
        #expect(summary.interval?.p50 == 6 * s && summary.jitter?.rms == 0)
        #expect(summary.callback?.mean == 5980 * ms)
        // Each firing but the last leaves 1, 2, 3, 4 and 5 s of waiting behind; the last leaves as many to the end.
        #expect(summary.waiting?.count == 42)
        #expect(summary.waiting?.max == 5 * s)
        #expect(summary.waiting?.mean == Int64((105 * Double(s) / 42).rounded()))
        #expect(summary.openPoints == 5)
        #expect(summary.drift?.exact == Rational.zero && summary.lag == 0)
    }

    @Test("a drag makes one firing late and merges the points that it missed into it")
    func drag() throws {
        var builder = TraceBuilder(duration: 6 * s)
        let tick = builder.timer("plain", every: 500 * ms)
        builder.grid(tick, first: 500 * ms, every: 500 * ms)
        for start in [500, 1000, 1500, 4000, 4500, 5000, 5500] { builder.fire(tick, at: Int64(start) * ms) }
        builder.fire(tick, at: 3700 * ms, due: 2000 * ms, data: 4)
        let summary = try #require(statistics(of: builder.finished).summary(of: tick))
        #expect([summary.fired, summary.due, summary.skipped, summary.coalesced] == [8, 11, 3, 3])
        #expect(summary.lateness?.max == 1700 * ms)
        #expect(summary.interval?.max == 2200 * ms && summary.interval?.min == 300 * ms)
        #expect(summary.jitter?.peakToPeak == 1900 * ms)
        #expect(summary.waiting?.count == 11 && summary.waiting?.max == 1700 * ms && summary.waiting?.p95 == nil)
    }

    @Test("a fire by hand counts as a firing, serves no point and is not late")
    func byHand() throws {
        var builder = TraceBuilder(duration: 1 * s)
        let tick = builder.timer("tick", every: 200 * ms)
        builder.grid(tick, first: 200 * ms, every: 200 * ms)
        builder.fire(tick, at: 200 * ms)
        builder.record(.firedManually, at: 300 * ms, tick)
        builder.fire(tick, at: 300 * ms, due: 0)
        for start in [400, 600, 800] { builder.fire(tick, at: Int64(start) * ms) }
        let summary = try #require(statistics(of: builder.finished).summary(of: tick))
        #expect(
            [summary.fired, summary.firedManually, summary.served, summary.due, summary.skipped] == [5, 1, 4, 4, 0])
        #expect(summary.lateness?.max == 0 && summary.lateness?.count == 4)
        #expect(summary.interval?.min == 100 * ms)
    }

    @Test("a timer that is invalidated in its own callback was due at that instant; a point nobody served was not")
    func gridEnds() throws {
        var builder = TraceBuilder(duration: 10 * s)
        let own = builder.timer("own", every: 1 * s)
        let other = builder.timer("other", every: 1 * s)
        for timer in [own, other] { builder.grid(timer, first: 1 * s, every: 1 * s) }
        for start in [1, 2, 3] { builder.fire(own, at: Int64(start) * s) }
        for start in [1, 2] { builder.fire(other, at: Int64(start) * s) }
        for timer in [own, other] { builder.record(.gridEnded, at: 3 * s, timer) }
        let statistics = statistics(of: builder.finished)
        #expect(statistics.summary(of: own)?.due == 3 && statistics.summary(of: own)?.skipped == 0)
        #expect(statistics.summary(of: other)?.due == 2 && statistics.summary(of: other)?.skipped == 0)
    }

    @Test("a display's third of a second holds twenty points of 60 Hz, none of them skipped")
    func rational() throws {
        var builder = TraceBuilder(duration: 1 * s)
        let link = builder.timer("link", every: nil, kind: "displaylink")
        let frame = try #require(Rational(Int128(s), over: 60))
        builder.grid(link, first: 0, every: frame)
        for index in 0..<60 { builder.fire(link, at: frame.floorMultiple(Int64(index)) ?? 0) }
        let summary = try #require(statistics(of: builder.finished).summary(of: link))
        #expect([summary.fired, summary.due, summary.skipped] == [60, 60, 0])
        #expect(summary.waiting?.count == 60)
    }

    @Test("sixty seconds of a grid of one nanosecond are counted, not written out")
    func tinyGrid() throws {
        var builder = TraceBuilder(duration: 60 * s)
        let storm = builder.timer("storm", every: 1, kind: "gcd")
        builder.grid(storm, first: 0, every: 1)
        builder.fire(storm, at: 10 * s, due: 0, data: 10 * s + 1)
        let summary = try #require(statistics(of: builder.finished).summary(of: storm))
        #expect(summary.due == 60 * s && summary.skipped == 60 * s - 1 && summary.coalesced == 10 * s)
        let corrected = try #require(summary.waiting)
        #expect(corrected.count == 60 * s && corrected.min == 0 && corrected.max == 50 * s - 1)
        // 10 s of points wait up to 10 s, 50 s of points up to 50 s: half of all at most 20 s.
        #expect(abs(corrected.p50 - 20 * s) <= 1)
        #expect(abs(corrected.mean - (50 + 1250) * s / 60) <= 1)
    }

    @Test("a chain that re-schedules itself drifts by its latency, though each link is on its own time")
    func relativeDrift() throws {
        var builder = TraceBuilder(duration: 102 * s)
        let chain = builder.timer("chain", every: 1 * s, kind: "after", isRelative: true)
        var due = 1 * s
        for _ in 0..<100 {
            builder.grid(chain, at: due - 1 * s, first: due, every: nil)
            builder.fire(chain, at: due + 1 * ms, due: due)
            due += 1 * s + 1 * ms
        }
        let summary = try #require(statistics(of: builder.finished).summary(of: chain))
        #expect(summary.drift?.exact == Rational(1, over: 1000) && summary.drift?.partsPerBillion == 1_000_000)
        #expect(summary.lateness?.min == 1 * ms && summary.lateness?.max == 1 * ms)
        #expect(summary.lag == 100 * ms)
        // The requested schedule has points from 1 s to 101 s.
        #expect([summary.due, summary.served, summary.skipped] == [101, 100, 1])
        #expect(summary.waiting == nil)
    }

    @Test("log intervals go from line to line")
    func logIntervals() throws {
        var builder = TraceBuilder(duration: 5 * s)
        let tick = builder.timer("tick", every: 1 * s)
        for start in [1000, 2500, 3000] { builder.record(.logged, at: Int64(start) * ms, tick) }
        let summary = try #require(statistics(of: builder.finished).summary(of: tick))
        #expect(summary.logInterval?.min == 500 * ms && summary.logInterval?.max == 1500 * ms)
        // From the lines at 1, 2.5 and 3 s to 1, 2 (as near as 3) and 3 s.
        #expect(summary.logOffset?.min == 0 && summary.logOffset?.max == 500 * ms)
        #expect(summary.interval == nil && summary.lateness == nil)
        #expect(summary.drift?.partsPerBillion == nil && summary.drift?.verdict == .unknown)
    }

    @Test("a group adds its copies up")
    func group() throws {
        var builder = TraceBuilder(duration: 4 * s)
        let group = builder.timer("tick", every: 1 * s)
        let copies = [1, 2, 3].map { index in builder.timer("tick[\(index)]", every: 1 * s, group: group) }
        for (index, copy) in copies.enumerated() {
            builder.grid(copy, first: 1 * s, every: 1 * s)
            for start in 1...3 { builder.fire(copy, at: Int64(start) * s + Int64(index) * ms, due: Int64(start) * s) }
        }
        let statistics = statistics(of: builder.finished)
        let summary = try #require(statistics.summary(of: group))
        #expect([summary.fired, summary.due, Int64(summary.copies)] == [9, 9, 3])
        #expect(summary.lateness?.max == 2 * ms && summary.lateness?.p50 == 1 * ms && summary.jitter?.rms == 0)
        #expect(statistics.copies(of: group) == copies)
        #expect(statistics.figures().summaries.map(\.name) == ["tick", "tick[1]", "tick[2]", "tick[3]"])
        #expect(statistics.figures(copiesUpTo: 2).summaries.map(\.name) == ["tick"])
    }
}
