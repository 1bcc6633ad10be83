import LabExactTime
import LabRecording
import LabTraceBuilding
import Testing

@testable import LabAnalysis

@Suite struct CollectorPropertyTests {
    /// A timer that is now on time, now late, now misses points; with a seed of its own.
    private func randomTrace(seed: UInt64, until end: Int64 = 90 * s) -> (Trace, EntityID) {
        var random = SmallRandom(state: seed)
        var builder = TraceBuilder(duration: 100 * s)
        let tick = builder.timer("tick", every: 10 * ms)
        builder.grid(tick, first: 10 * ms, every: 10 * ms)
        var point: Int64 = 1
        while point * 10 * ms < end {
            let isLate = random.next() % 4 == 0
            let lateness = isLate ? Int64(random.next() % 3) * ms : 0
            let work = random.next() % 5 == 0 ? Int64(random.next() % 35) * ms : 0
            let start = point * 10 * ms + lateness
            builder.fire(tick, at: start, due: point * 10 * ms, lasting: work)
            point = (start + work) / (10 * ms) + 1
        }
        return (builder.finished, tick)
    }

    @Test("counting runs gives what keeping every firing gives", arguments: 1...4)
    func equalsNaive(seed: UInt64) throws {
        let (trace, tick) = randomTrace(seed: seed)
        let summary = try #require(statistics(of: trace, batch: 7).summary(of: tick))
        let firings = trace.records.filter { $0.kind == .fired }
        let lateness = firings.map { $0.time - $0.value }.sorted()
        let starts = firings.map(\.time)
        let periods = zip(starts.dropFirst(), starts).map { $0 - $1 }.sorted()
        func rank(_ values: [Int64], _ percent: Int) -> Int64 { values[(values.count * percent + 99) / 100 - 1] }

        #expect(summary.fired == Int64(firings.count))
        #expect(summary.due == 9999 && summary.skipped == 9999 - Int64(firings.count))
        #expect(summary.lateness?.p50 == rank(lateness, 50) && summary.lateness?.p99 == rank(lateness, 99))
        #expect(summary.lateness?.max == lateness.last)
        #expect(summary.interval?.p95 == rank(periods, 95) && summary.interval?.count == Int64(periods.count))
        let mean = Double(periods.reduce(0, +)) / Double(periods.count)
        let variance = periods.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / Double(periods.count)
        let range = try #require(periods.last) - #require(periods.first)
        #expect(summary.jitter == Jitter(rms: Int64(nearest: variance.squareRoot()), peakToPeak: range))
        #expect(summary.interval?.mean == Int64(mean.rounded()))

        var waits = lateness
        let served = Set(firings.map(\.value))
        var later = starts[...]
        for point in stride(from: 10 * ms, to: 100 * s, by: 10 * Int(ms)) where !served.contains(point) {
            later = later.drop { $0 < point }
            waits.append((later.first ?? 100 * s) - point)
        }
        waits.sort()
        #expect(summary.waiting?.count == 9999)
        #expect(summary.waiting?.p99 == rank(waits, 99))
        #expect(summary.waiting?.p50 == rank(waits, 50))
        #expect(summary.waiting?.max == waits.last)
    }

    @Test("summaries do not depend on where batches end", arguments: [1, 2, 3, 5000])
    func batches(size: Int) {
        let (trace, tick) = randomTrace(seed: 99, until: 20 * s)
        #expect(statistics(of: trace, batch: size).summary(of: tick) == statistics(of: trace).summary(of: tick))
    }

    @Test("firings that are handed on together say what they say one by one", arguments: [1, 5, 200], [0, 3 * ms])
    func together(count: Int64, lateness: Int64) throws {
        func analysis(_ hand: (EvenFirings, RunCollector, Trace) -> Void) throws -> RunAnalysis {
            var builder = TraceBuilder(duration: 100 * s)
            let (tick, other) = (builder.timer("tick", every: 10 * ms), builder.timer("other", every: 70 * ms))
            builder.grid(tick, first: 10 * ms, every: 10 * ms)
            builder.grid(other, first: 10 * ms, every: 70 * ms)
            builder.fire(tick, at: 10 * ms + lateness, due: 10 * ms)
            builder.fire(other, at: 10 * ms + lateness, due: 10 * ms)
            var trace = builder.finished
            let thread = try #require(trace.records.last { $0.kind == .fired }).thread
            let collector = RunCollector(of: trace.header)
            collector.receive(
                trace.records, entities: trace.entities, intervals: trace.intervals, texts: trace.texts)
            let first = Record(.fired, at: 20 * ms, entity: tick, thread: thread, value: 20 * ms, extra: 1)
            hand(EvenFirings(first, every: 10 * ms, count: count), collector, trace)
            trace.records = []
            return collector.analysis(of: trace)
        }
        let together = try analysis {
            $1.receive($0, entities: $2.entities, intervals: $2.intervals, texts: $2.texts)
        }
        let apart = try analysis { firings, collector, trace in
            for firing in firings {
                collector.receive([firing], entities: trace.entities, intervals: trace.intervals, texts: trace.texts)
            }
        }
        #expect(together.timers == apart.timers && together.threads.map(\.busy) == apart.threads.map(\.busy))
        #expect(together.timers.first?.fired == count + 1)
    }
}
