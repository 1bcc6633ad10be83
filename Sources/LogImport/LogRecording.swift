import ExactTime
import Recording

/// How a timer of a log is read: its interval, and whether it keeps a grid.
public struct TimerReading: Sendable, Equatable {
    /// ns; nil when nothing can be said.
    public var interval: Rational?
    /// Whether each firing is due one interval after the one before, as of a timer that is scheduled anew.
    public var isRelative: Bool
    /// How many intervals after one line the next usually comes: the first callback, whose line follows no other, is
    /// taken to have lasted as long as the others.
    public var usualMultiple: Int64

    public init(interval: Rational?, isRelative: Bool = false, usualMultiple: Int64 = 1) {
        self.interval = interval
        self.isRelative = isRelative
        self.usualMultiple = usualMultiple
    }
}

extension LogReading {
    /// The log as a recording: one firing a line, on the grid that explains the lines best.
    ///
    /// A line is written at the end of a callback at the earliest, so what is recorded as the begin of a callback comes
    /// after the true one by the work that precedes the line.
    ///
    /// - Parameter readings: one for each timer.
    package func recording(title: String, readings: [TimerReading]) -> Trace {
        recording(title: title, zip(timers, readings).map { ($1, GridPlan($0, $1)) })
    }

    /// The same, with the plans of the readings.
    package func recording(title: String, _ timers: [(reading: TimerReading, plan: GridPlan)]) -> Trace {
        var builder = RecordingBuilder(self, title: title)
        for (timer, (reading, plan)) in zip(self.timers, timers) { builder.add(timer, reading, plan) }
        return builder.finished()
    }
}

/// Puts timers together into one recording.
private struct RecordingBuilder {
    private var trace = Trace()
    private let start: Int64
    /// The entity of each thread of the log.
    private var threadEntities: [Int16]
    private var needsSorting = false
    private var end: Int64 = 0

    private static let mostThreads = 4096

    init(_ log: LogReading, title: String) {
        // One interval of room before the first line, for a grid that begins before it.
        let first = log.timers.compactMap(\.times.first).min() ?? 0
        start = first
        trace.header.title = title
        trace.header.clock = .imported
        trace.header.utcOffset = log.utcOffset
        trace.header.process = log.timers.first.flatMap { $0.process.isEmpty ? nil : $0.process } ?? "log"
        trace.header.pid = log.timers.first?.pid ?? 0
        trace.entities = [Entity(.process, name: trace.header.process)]
        let numbers = log.threads.isEmpty ? [0] : log.threads.prefix(RecordingBuilder.mostThreads)
        threadEntities = []
        for number in numbers {
            threadEntities.append(Int16(trace.entities.count))
            trace.entities.append(Entity(.thread, name: "thread \(number)", number: number))
        }
    }

    mutating func add(_ timer: LoggedTimer, _ reading: TimerReading, _ plan: GridPlan) {
        let home = thread(timer.threads.first)
        let id = EntityID(trace.entities.count)
        trace.entities.append(
            Entity(
                .timer, name: timer.name, detail: reading.isRelative ? "re-scheduled" : "log",
                home: EntityID(Int(home)),
                timer: TimerTraits(
                    interval: reading.interval, repeats: reading.interval != nil, isRelative: reading.isRelative)))
        trace.templates.append(LogTemplate(timer.name))
        let template = Int64(trace.templates.count - 1)
        var interval: Int64 = -1
        if let wanted = reading.interval, !reading.isRelative {
            interval = Int64(trace.intervals.count)
            trace.intervals.append(wanted)
        }
        needsSorting = needsSorting || !trace.records.isEmpty
        trace.records.reserveCapacity(trace.records.count + timer.times.count * (reading.isRelative ? 3 : 2) + 1)
        var latest: Int64 = min(0, (plan.firings.first?.due ?? start) - start)
        for (index, firing) in plan.firings.enumerated() {
            let time = firing.time - start
            if let anchor = firing.newAnchor {
                let record = Record(.gridSet, at: latest, entity: id, value: anchor - start, extra: interval)
                trace.records.append(record)
            }
            let thread = thread(timer.threads.indices.contains(index) ? timer.threads[index] : nil)
            trace.records.append(
                Record(.fired, at: time, entity: id, thread: thread, value: firing.due - start, extra: firing.points))
            trace.records.append(Record(.logged, at: time, entity: id, thread: thread, value: template))
            latest = time
        }
        end = max(end, latest)
    }

    /// The recording with its times counted from its earliest due point.
    func finished() -> Trace {
        var trace = trace
        if needsSorting {
            trace.records = trace.records.enumerated()
                .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
        }
        let origin = min(0, trace.records.lazy.filter { $0.kind == .gridSet }.map(\.value).min() ?? 0)
        if origin < 0 {
            for index in trace.records.indices {
                trace.records[index].time -= origin
                switch trace.records[index].kind {
                case .gridSet, .fired: trace.records[index].value -= origin
                default: continue
                }
            }
        }
        trace.header.epoch = start + origin
        trace.header.duration = end - origin + 1
        return trace
    }

    private func thread(_ index: UInt16?) -> Int16 {
        let place = Int(index ?? 0)
        return threadEntities.indices.contains(place) ? threadEntities[place] : threadEntities[0]
    }
}
