import LabExactTime
import LabRecording
import Synchronization

/// The result of a live run.
package struct LiveRun {
    package enum End: Equatable {
        case duration
        /// `until_fired` was reached.
        case untilFired
        case interrupted
        /// An uncaught exception ended the process; the recording has its text.
        case crashed
        /// The recording was full.
        case tooMuch
    }

    package var trace: Trace
    package var end: End
    /// The host's noise during the run, ns: the longest late wake-up of an idle thread, or the total excess of all work,
    /// whichever is more.
    package var longestStall: Int64
}

/// Collects records from all threads; the time of each is read under the lock, so that it never decreases.
final class LiveRecorder: Sendable {
    struct Tables {
        /// Its records and all that they refer to.
        var trace = Trace()
        var firings: Int64 = 0
        /// The reason and the instant of the end, ns.
        var closing: (end: LiveRun.End, time: Int64)?
    }

    private let clock: LiveClock
    private let end: Int64
    private let firingLimit: Int64
    private let tables = Mutex(Tables())

    init(clock: LiveClock, end: Int64, firingLimit: Int64) {
        (self.clock, self.end, self.firingLimit) = (clock, end, firingLimit)
    }

    var isClosed: Bool { tables.withLock { $0.closing != nil } }

    /// Only the first reason counts.
    func close(_ end: LiveRun.End) {
        tables.withLock { tables in if tables.closing == nil { tables.closing = (end, min(clock.now, self.end)) } }
    }

    /// Appends a record of this instant, unless the recording has ended.
    @discardableResult func append(
        _ kind: Record.Kind, entity: EntityID, thread: EntityID, value: Int64 = 0, extra: Int64 = 0
    ) -> Int64? { append(kind, entity, thread) { _, _ in (value, extra) } }

    /// Appends a firing; nil if the run is over, or if `until_fired` ends it here.
    ///
    /// - Parameter make: the due point and the number of points that it serves.
    func appendFiring(_ entity: EntityID, thread: EntityID, make: (Int64) -> (Int64, Int64)) -> Int64? {
        append(.fired, entity, thread) { tables, time in
            guard tables.firings < firingLimit else {
                tables.closing = (.untilFired, time)
                return nil
            }
            tables.firings += 1
            return make(time)
        }
    }

    /// Here an exception would end the process.
    func crash(_ reason: String, step: Int64, thread: EntityID) {
        append(.crashed, EntityID(0), thread) { tables, time in
            tables.trace.texts.append(reason)
            tables.closing = (.crashed, time)
            return (Int64(tables.trace.texts.count - 1), step)
        }
    }

    func append(_ grid: Grid, of entity: EntityID) {
        append(.gridSet, entity, .none) { tables, _ in
            guard let interval = grid.interval else { return (grid.anchor, -1) }
            let known = tables.trace.intervals.firstIndex(of: interval) ?? tables.trace.intervals.count
            if known == tables.trace.intervals.count { tables.trace.intervals.append(interval) }
            return (grid.anchor, Int64(known))
        }
    }

    func appendLog(_ template: Int64, owner: EntityID, thread: EntityID, arguments: [Int64]) {
        append(.logged, owner, thread) { tables, _ in
            defer { tables.trace.arguments += arguments }
            return (template, arguments.isEmpty ? -1 : Int64(tables.trace.arguments.count))
        }
    }

    @discardableResult private func append(
        _ kind: Record.Kind, _ entity: EntityID, _ thread: EntityID,
        make: (inout Tables, Int64) -> (value: Int64, extra: Int64)?
    ) -> Int64? {
        tables.withLock { tables in
            guard let time = time(&tables), let (value, extra) = make(&tables, time) else { return nil }
            tables.trace.records.append(
                Record(
                    kind, at: time, entity: entity, thread: Int16(truncatingIfNeeded: thread.index), value: value,
                    extra: extra))
            return time
        }
    }

    func snapshot() -> Tables { tables.withLock { $0 } }

    private func time(_ tables: inout Tables) -> Int64? {
        guard tables.closing == nil else { return nil }
        let now = clock.now
        if now >= end {
            tables.closing = (.duration, end)
        } else if tables.trace.records.count >= Ceiling.records {
            tables.closing = (.tooMuch, now)
        } else {
            return now
        }
        return nil
    }
}
