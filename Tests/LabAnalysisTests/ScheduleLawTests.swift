import LabAnalysis
import LabExactTime
import LabRecording
import LabTraceBuilding
import Testing

/// What holds for every timer, whatever happens to it.
@Suite struct ScheduleLawTests {
    /// A run loop timer with firings that are late, lost points, callbacks that last, other work and new dates.
    private func gridTrace(seed: UInt64) -> (trace: Trace, timer: EntityID) {
        var random = SmallRandom(state: seed)
        let interval = Int64.random(in: 7_000_001...300_000_007, using: &random)
        var builder = TraceBuilder(duration: 40 * interval + Int64.random(in: 0..<interval, using: &random))
        let tick = builder.timer("tick", every: interval, tolerance: interval / 20)
        let other = builder.part(.event, "other")
        builder.activation(mode: builder.defaultMode, from: 0)
        var anchor = Int64.random(in: 1...interval, using: &random)
        builder.grid(tick, first: anchor, every: interval)
        var point: Int64 = 0
        while anchor + (point + 5) * interval < builder.trace.header.duration - 2 * interval {
            let due = anchor + point * interval
            let latest = random.next() % 5 == 0 ? 4 * interval : interval / 2
            let lateness = random.next() % 3 == 0 ? Int64.random(in: 1..<latest, using: &random) : 0
            if lateness > 2 { builder.callout(other, from: due - 1, to: due + lateness / 2) }
            let work = random.next() % 4 == 0 ? Int64.random(in: 1..<4 * interval, using: &random) : 0
            builder.fire(tick, at: due + lateness, due: due, lasting: work)
            let end = due + lateness + work
            guard end < builder.trace.header.duration - 2 * interval else { break }
            if random.next() % 9 == 0 {
                anchor = end + 1 + Int64.random(in: 1...2 * interval, using: &random)
                builder.grid(tick, at: end + 1, first: anchor, every: interval)
                point = 0
            } else {
                point = (end - anchor) / interval + 1 + (random.next() % 6 == 0 ? 1 : 0)
            }
        }
        if random.next() % 2 == 0 {
            builder.record(.gridEnded, at: builder.trace.header.duration - interval / 3, tick)
        }
        return (builder.finished, tick)
    }

    /// A loop that sleeps one interval after each callback, whose wake-up and work differ.
    private func chainTrace(seed: UInt64) -> (trace: Trace, timer: EntityID) {
        var random = SmallRandom(state: seed)
        let interval: Int64 = 100 * ms
        var builder = TraceBuilder(duration: 10 * s)
        let worker = builder.part(.thread, "worker")
        let loop = builder.timer(
            "loop", every: interval, kind: "thread-sleep", home: worker, modes: [], isRelative: true)
        var due = interval
        while due < 9 * s {
            builder.grid(loop, at: due - interval, first: due, every: nil)
            let lateness = random.next() % 3 == 0 ? Int64.random(in: 1...5 * ms, using: &random) : 0
            let work = random.next() % 2 == 0 ? Int64.random(in: 1...40 * ms, using: &random) : 0
            builder.fire(loop, at: due + lateness, due: due, lasting: work, step: builder.step(), thread: worker)
            due += lateness + work + interval
        }
        return (builder.finished, loop)
    }

    /// How long each due point of each schedule waits, found one by one.
    private func waits(_ trace: Trace, _ timer: EntityID) throws -> [Int64] {
        var schedules: [(grid: Grid, from: Int64, to: Int64)] = []
        for record in trace.records where record.entity == timer {
            if [.gridSet, .gridEnded].contains(record.kind), !schedules.isEmpty {
                schedules[schedules.count - 1].to = min(schedules[schedules.count - 1].to, record.time)
            }
            if record.kind == .gridSet {
                let grid = Grid(anchor: record.value, interval: trace.intervals[Int(record.extra)])
                schedules.append((grid, record.time, trace.header.duration))
            }
        }
        let firings = trace.records.filter { $0.kind == .fired }.map(\.time)
        return try schedules.flatMap { grid, from, to in
            try (0..<grid.points(before: to)).map { index in
                let point = try #require(grid.point(index))
                return (firings.first { $0 >= point && $0 >= from && $0 < to } ?? to) - point
            }
        }
    }

    @Test("every due point of a grid is served or lost, and waits", arguments: 1...60 as ClosedRange<UInt64>)
    func everyPoint(seed: UInt64) throws {
        let (trace, tick) = gridTrace(seed: seed)
        let summary = try #require(RunAnalysis(of: trace).summary(of: tick))
        let waits = try waits(trace, tick).sorted()
        #expect(summary.due == Int64(waits.count))
        // The last one may still be waiting within its window.
        #expect(summary.served <= summary.due && (0...1).contains(summary.due - summary.served - summary.skipped))
        #expect(summary.waiting?.count == summary.due)
        #expect(summary.waiting?.min == waits.first && summary.waiting?.max == waits.last)
        #expect(summary.waiting?.p50 == waits[(waits.count + 1) / 2 - 1])
    }

    @Test("lateness looks at callbacks, never at lost points", arguments: 1...20 as ClosedRange<UInt64>)
    func lateness(seed: UInt64) throws {
        let (trace, tick) = gridTrace(seed: seed)
        let summary = try #require(RunAnalysis(of: trace).summary(of: tick))
        let late = trace.records.filter { $0.kind == .fired }.map { $0.time - $0.value }
        #expect(summary.lateness?.count == Int64(late.count) && summary.lateness?.max == late.max())
    }

    @Test("the causes of a grid's waiting sum to it, to the nanosecond", arguments: 1...60 as ClosedRange<UInt64>)
    func sharesOfWaiting(seed: UInt64) throws {
        let (trace, tick) = gridTrace(seed: seed)
        let total = try waits(trace, tick).reduce(0, +)
        let attribution = try #require(RunAnalysis(of: trace).attributions.first { $0.timer == tick })
        #expect(attribution.nanoseconds == total)
        #expect(attribution.shares.reduce(0) { $0 + $1.nanoseconds } == total)
        #expect(attribution.shares.reduce(0) { $0 + $1.percent } == 100)
    }

    @Test("the causes of a chain's lag sum to it, to the nanosecond", arguments: 1...40 as ClosedRange<UInt64>)
    func sharesOfLag(seed: UInt64) throws {
        let (trace, loop) = chainTrace(seed: seed)
        let analysis = RunAnalysis(of: trace)
        let summary = try #require(analysis.summary(of: loop))
        let attribution = try #require(analysis.attributions.first { $0.timer == loop })
        #expect(attribution.nanoseconds == summary.lag)
        #expect(attribution.shares.reduce(0) { $0 + $1.nanoseconds } == summary.lag)
        #expect(attribution.shares.allSatisfy { [.ownCallback, .wakeUp].contains($0.cause) })
    }

    @Test("a chain has no waiting; it loses what is due and has not fired", arguments: 1...20 as ClosedRange<UInt64>)
    func chain(seed: UInt64) throws {
        let (trace, loop) = chainTrace(seed: seed)
        let summary = try #require(RunAnalysis(of: trace).summary(of: loop))
        #expect(summary.waiting == nil && summary.openPoints == 0)
        #expect(summary.due == 99 && summary.served == summary.fired && summary.skipped == 99 - summary.fired)
        let last = try #require(trace.records.last { $0.kind == .fired }).time
        #expect(summary.lag == last - summary.fired * 100 * ms)
    }

    @Test("lost points are known by cause even where nobody waits: a callback as long as its interval")
    func exactlyTheInterval() throws {
        var builder = TraceBuilder(duration: 1 * s)
        let tick = builder.timer("tick", every: 100 * ms)
        builder.activation(mode: builder.defaultMode, from: 0)
        builder.grid(tick, first: 100 * ms, every: 100 * ms)
        for start in [100, 300, 500, 700, 900] { builder.fire(tick, at: Int64(start) * ms, lasting: 100 * ms) }
        let trace = builder.finished
        let analysis = RunAnalysis(of: trace)
        let attribution = try #require(analysis.attributions.first)
        #expect(try attribution.nanoseconds == waits(trace, tick).reduce(0, +))
        #expect(attribution.shares.map(\.cause) == [.ownCallback] && analysis.timers.first?.skipped == 4)
    }

    @Test("a drag at any instant is no drift, on time or a little late", arguments: [0, 1, 2])
    func draggedAnywhere(kind: Int64) throws {
        for begin in stride(from: 200 * ms, to: 13 * s, by: 170 * Int(ms)) {
            var random = SmallRandom(state: UInt64(begin))
            var builder = TraceBuilder(duration: 14 * s + 500 * ms)
            let tick = builder.timer("tick", every: 1 * s)
            builder.grid(tick, first: 1 * s, every: 1 * s)
            let end = begin + 1200 * ms
            var last: Int64 = 0
            for point in 1...14 {
                let due = Int64(point) * s
                let noise = kind == 0 ? 0 : kind == 1 ? 60_000 : Int64(random.exponential(mean: 90_000))
                let start = (begin..<end).contains(due) ? end : due + noise
                if due > last { builder.fire(tick, at: start, due: due) }
                last = start
            }
            let drift = try #require(RunAnalysis(of: builder.finished).summary(of: tick)?.drift)
            guard case .none = drift.verdict else {
                Issue.record("\(drift.text()) with a drag at \(begin) ns")
                continue
            }
            if kind < 2 { #expect(drift.exact == .zero && drift.steps.isEmpty) }
        }
    }
}
