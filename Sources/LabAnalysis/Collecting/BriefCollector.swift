import LabExactTime
import LabRecording

/// Collects during a run what its timers are ranked by, and nothing that explains it.
///
/// A comparison needs no more of the runs with all seeds but the first.
package final class BriefCollector: RecordSink {
    /// A single value, so that a batch is one access to it.
    private var state = BriefState()

    package init() {}

    package var isFull: Bool { state.room > Ceiling.figures }

    package func receive(_ batch: [Record], entities: [Entity], intervals: [Rational], texts: [String]) {
        state.read(batch, entities: entities, texts: texts)
    }

    /// For each name the figures of the timer, or of all copies together: its points, their waiting, and a chain's
    /// drift. Nil if there is no such timer.
    package func summaries(of names: [String], in trace: Trace) -> [TimerSummary?] {
        let statistics = state.statistics(of: trace)
        return names.map { name in
            trace.entity(.timer, named: name).flatMap { statistics.summary(of: $0, isBrief: true) }
        }
    }
}

private struct BriefState {
    private var statistics = StatisticsCollector()
    private var circumstances = CircumstanceGatherer()
    private var lifetimes = LifetimeReplay()

    /// The approximate size, in bytes, of the samples for figures.
    var room: Int { 32 * statistics.keptCount }

    mutating func read(_ batch: [Record], entities: [Entity], texts: [String]) {
        grow(to: entities, texts)
        batch.withUnsafeBufferPointer { batch in
            var start = 0
            for position in batch.indices where batch[position].kind != .fired {
                statistics.fire(UnsafeBufferPointer(rebasing: batch[start..<position]))
                read(batch[position], entities)
                start = position + 1
            }
            statistics.fire(UnsafeBufferPointer(rebasing: batch[start...]))
        }
    }

    mutating func statistics(of trace: Trace) -> TimerStatistics {
        grow(to: trace.entities, trace.texts)
        statistics.finish()
        return TimerStatistics(statistics, of: trace, sleeps: circumstances.sleeps, unfinished: [])
    }

    private mutating func grow(to entities: [Entity], _ texts: [String]) {
        lifetimes.grow(entities: entities, texts: texts)
        statistics.grow(to: entities)
    }

    private mutating func read(_ record: Record, _ entities: [Entity]) {
        let index = Int(record.entity.index)
        guard entities.indices.contains(index) else { return }
        switch record.kind {
        case .gridSet, .gridEnded, .firedManually: statistics.read(record, index)
        case .systemSlept: circumstances.read(record)
        case .created, .retained, .released, .deallocBegan, .deallocated:
            lifetimes.read(record)
            if let end = lifetimes.endOfGrid(record, among: entities), statistics.hasFired(index) {
                statistics.read(end, index)
            }
        default: return
        }
    }
}
