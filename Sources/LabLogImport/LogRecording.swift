import LabRecording

/// A log as a recording: one firing a line, on the grid that explains the lines best.
///
/// A callback writes its line after its work, so its recorded start is later than the true one by that work.
package struct LogRecording {
    /// The recording without its records.
    package private(set) var trace = Trace()
    private var cursors: [Cursor] = []
    /// ns since 1970 at time 0.
    private let origin: Int64

    private static let batch = 4096
    private static let mostThreads = 4096

    /// The entity of a thread of the log; the first one's for those beyond the limit.
    private static func entity(ofThread number: UInt16) -> Int16 { number < mostThreads ? Int16(number) + 1 : 1 }

    /// The lines of one timer that have not been recorded yet.
    private struct Cursor {
        let entity: EntityID
        let template: Int64
        /// True if a passed point gets a line of its own later.
        let isQueued: Bool
        /// The index of its interval; -1: none, or counted from the latest firing.
        let interval: Int64
        let threads: [UInt16]
        var firings: GridPlan.Iterator
        var next: GridPlan.Firing?
        var index = 0
        var time: Int64 { next?.time ?? .max }

        /// Records the grid that begins with the next line, if one does.
        func beginGrid(at time: Int64, since origin: Int64, into batch: inout [Record]) {
            guard let anchor = next?.newAnchor else { return }
            batch.append(Record(.gridSet, at: time - origin, entity: entity, value: anchor - origin, extra: interval))
        }

        /// Records the next line and the grid that begins with the one after it.
        mutating func fire(since origin: Int64, until end: Int64, into batch: inout [Record]) {
            guard let firing = next else { return }
            let time = firing.time - origin
            let thread = LogRecording.entity(ofThread: index < threads.count ? threads[index] : 0)
            batch.append(
                Record(
                    .fired, at: time, entity: entity, thread: thread,
                    value: (isQueued ? firing.own : firing.due) - origin, extra: firing.points))
            batch.append(Record(.logged, at: time, entity: entity, thread: thread, value: template))
            next = firings.next()
            index += 1
            beginGrid(at: firing.time, since: origin, into: &batch)
            // Whether a point was due after the last line, no log tells.
            if next == nil, time + 1 < end { batch.append(Record(.gridEnded, at: time, entity: entity)) }
        }
    }

    /// - Parameter plans: the grid of each of the log's timers.
    package init(_ log: LogReading, _ plans: [GridPlan]) {
        let start = log.timers.compactMap(\.times.first).min() ?? 0
        origin = plans.compactMap(\.earliest).reduce(start, min)
        trace.header.clock = .imported
        trace.header.resolution = max(1, log.resolution)
        trace.header.utcOffset = log.utcOffset
        trace.header.process = log.timers.first.flatMap { $0.process.isEmpty ? nil : $0.process } ?? "log"
        trace.header.pid = log.timers.first?.pid ?? 0
        trace.header.epoch = origin
        trace.header.duration = (log.timers.compactMap(\.times.last).max() ?? start) - origin + 1
        trace.entities = [Entity(.process, name: trace.header.process)]
        for number in log.threads.isEmpty ? [0] : log.threads.prefix(Self.mostThreads) {
            trace.entities.append(Entity(.thread, name: "thread \(number)", number: number))
        }
        for (timer, plan) in zip(log.timers, plans) { append(timer, plan) }
    }

    private mutating func append(_ timer: LoggedTimer, _ plan: GridPlan) {
        var interval: Int64 = -1
        if let wanted = plan.interval, !plan.isRelative {
            interval = Int64(trace.intervals.count)
            trace.intervals.append(wanted)
        }
        var firings = plan.makeIterator()
        let first = firings.next()
        let isQueued = plan.contains(where: \.isMadeUp)
        var traits = TimerTraits(interval: plan.interval, repeats: plan.interval != nil, isRelative: plan.isRelative)
        if isQueued { traits.passedPoints = .queued }
        cursors.append(
            Cursor(
                entity: EntityID(trace.entities.count), template: Int64(trace.templates.count),
                isQueued: isQueued, interval: interval, threads: timer.threads, firings: firings, next: first))
        trace.entities.append(
            Entity(
                .timer, name: timer.name, detail: plan.isRelative ? "re-scheduled" : "log",
                home: EntityID(Self.entity(ofThread: timer.threads.first ?? 0)), timer: traits))
        trace.templates.append(LogTemplate(timer.name))
    }

    /// Passes the records to a sink, batch by batch, and returns the recording without them.
    package func recorded(into sink: some RecordSink) -> Trace {
        var trace = trace
        var cursors = cursors
        var fingerprint = Fingerprint()
        var batch: [Record] = []
        func handOn() {
            fingerprint.absorb(batch, entities: trace.entities)
            sink.receive(batch, entities: trace.entities, intervals: trace.intervals, texts: trace.texts)
            batch.removeAll(keepingCapacity: true)
        }
        for index in cursors.indices { cursors[index].beginGrid(at: origin, since: origin, into: &batch) }
        // The timers in the order of their next lines; at one instant in the order of the log.
        while let index = cursors.indices.min(by: { cursors[$0].time < cursors[$1].time }), cursors[index].next != nil {
            cursors[index].fire(since: origin, until: trace.duration, into: &batch)
            if batch.count >= Self.batch { handOn() }
        }
        handOn()
        trace.fingerprint = fingerprint.value
        return trace
    }
}
