import Analysis
import JSON
import Recording

/// A run in Chrome's trace event format, for Perfetto: `run --trace FILE`.
///
/// A track for each thread holds modes, callbacks, blocks, work and sleep as slices; each timer has a track with its due
/// points and, from each point to its callback, a slice whose arrow leads to the callback. Times in µs.
package struct TraceExport {
    private let report: RunReport

    /// - Parameter report: of a run that kept all its records.
    package init(_ report: RunReport) { self.report = report }

    private var trace: Trace { report.trace }

    package func write(to stream: ByteStream) {
        stream.write(#"{"displayTimeUnit":"ns","traceEvents":["#)
        var isFirst = true
        func put(_ event: JSONValue) {
            stream.write(isFirst ? "\n" : ",\n")
            stream.write(event.bytes)
            isFirst = false
        }
        put(name("process_name", trace.header.process, track: 0))
        for index in trace.entities.indices where hasTrack(trace.entities[index]) {
            put(name("thread_name", trace.entities[index].name, track: index + 1))
        }
        for slice in slices { put(slice) }
        var flow: Int64 = 0
        for index in trace.entities.indices where trace.entities[index].kind == .timer {
            for event in events(ofTimer: index, flow: &flow) { put(event) }
        }
        stream.write("\n]}\n")
    }

    private func hasTrack(_ entity: Entity) -> Bool { entity.kind == .thread || entity.kind == .timer }

    // MARK: Threads

    /// A slice for everything that begins and ends on a thread, outer ones before those inside.
    private var slices: [JSONValue] {
        let records = trace.records
        // From the end on, so that a callback without a `returned` is known to have taken no time.
        var ends: [Int16: [(kind: Record.Kind, entity: EntityID, time: Int64)]] = [:]
        var found: [JSONValue] = []
        for record in records.reversed() where record.thread >= 0 {
            if record.kind.endsSlice {
                ends[record.thread, default: []].append((record.kind, record.entity, record.time))
            } else if let end = record.kind.endOfSlice {
                var until = record.kind == .fired ? record.time : trace.header.duration
                let open = ends[record.thread] ?? []
                if let last = open.last, last.kind == end, last.entity == record.entity {
                    until = last.time
                    ends[record.thread]?.removeLast()
                } else if record.kind != .fired, let last = open.last {
                    until = min(until, last.time)
                }
                found.append(slice(record, until: max(until, record.time)))
            }
        }
        return found.reversed()
    }

    private func slice(_ record: Record, until: Int64) -> JSONValue {
        var arguments: [(String, JSONValue)] = []
        let step =
            switch record.kind {
            case .calloutBegan, .workBegan, .sleepBegan: record.value
            default: Int64(-1)
            }
        let place =
            trace.steps.indices.contains(Int(step)) ? trace.steps[Int(step)] : trace.entity(record.entity)?.place
        if let line = place.flatMap(report.source.line) { arguments.append(("line", .integer(Int64(line)))) }
        let name =
            switch record.kind {
            case .activationBegan: "mode " + trace.name(EntityID(Int(record.value)))
            case .workBegan: "work of " + trace.name(record.entity)
            case .sleepBegan: "sleep of " + trace.name(record.entity)
            default: trace.name(record.entity)
            }
        return event(
            "X", name, at: record.time, track: Int(record.thread) + 1,
            [("dur", microseconds(until - record.time)), ("args", JSONValue(members: arguments))])
    }

    // MARK: Timers

    private func events(ofTimer index: Int, flow: inout Int64) -> [JSONValue] {
        let timer = trace.entities[index]
        let track = index + 1
        var events: [JSONValue] = []
        var free = Int64.min
        let threads = Dictionary(
            trace.records.lazy.filter { $0.kind == .fired && $0.entity.index == Int32(index) }
                .map { ($0.time, Int($0.thread)) },
            uniquingKeysWith: { first, _ in first })
        for account in report.analysis.accounts(of: EntityID(index), in: trace) {
            for lost in account.lost {
                events.append(event("i", "lost", at: lost, track: track, [("s", "t")]))
            }
            guard let fired = account.fired else { continue }
            events.append(event("i", "due", at: account.due, track: track, [("s", "t")]))
            let begin = min(fired, max(account.due, free))
            free = max(fired, begin)
            let causes = account.causes.map { JSONReport.cause($0, report) }
            events.append(
                event(
                    "X", "waits", at: begin, track: track,
                    [
                        ("dur", microseconds(fired - begin)),
                        ("args", ["point": .integer(account.point), "causes": .array(causes)]),
                    ]))
            if let thread = threads[fired], thread >= 0 {
                flow += 1
                let id: (String, JSONValue) = ("id", .integer(flow))
                events.append(event("s", "due → fired", at: begin, track: track, [("cat", "timer"), id]))
                events.append(
                    event("f", "due → fired", at: fired, track: thread + 1, [("cat", "timer"), id, ("bp", "e")]))
            }
            let counters: [(String, JSONValue)] = [
                ("lag", microseconds(account.lag ?? 0)), ("lost", .integer(Int64(account.lost.count))),
            ]
            events.append(
                event("C", timer.name, at: fired, track: track, [("args", JSONValue(members: counters))]))
        }
        return events
    }

    // MARK: Events

    private func event(
        _ phase: String, _ name: String, at time: Int64, track: Int, _ members: [(String, JSONValue)]
    ) -> JSONValue {
        JSONValue(
            members: [
                ("ph", .string(phase)), ("name", .string(name)), ("ts", microseconds(time)),
                ("pid", .integer(trace.header.pid)), ("tid", .integer(Int64(track))),
            ] + members)
    }

    private func name(_ kind: String, _ name: String, track: Int) -> JSONValue {
        event("M", kind, at: 0, track: track, [("args", ["name": .string(name)])])
    }

    private func microseconds(_ time: Int64) -> JSONValue { .number(Double(time) / 1000) }
}

extension Record.Kind {
    /// What ends a slice that begins with this; nil for what begins none.
    fileprivate var endOfSlice: Record.Kind? {
        switch self {
        case .fired: .returned
        case .activationBegan: .activationEnded
        case .calloutBegan: .calloutEnded
        case .workBegan: .workEnded
        case .sleepBegan: .sleepEnded
        case .returned, .gridSet, .gridEnded, .added, .removed, .invalidated, .cancelled, .suspended, .resumed,
            .firedByHand, .threadStarted, .threadEnded, .threadCancelled, .loopCreated, .activationEnded, .runReturned,
            .waitBegan, .waitEnded, .calloutEnded, .workEnded, .sleepEnded, .dumped, .created, .retained, .released,
            .deallocBegan, .deallocated, .weakTargetRetained, .weakPropertyCleared, .messaged, .logged, .systemSlept,
            .enteredBackground, .enteredForeground, .wallClockSet, .remarked, .crashed, .weaklyReferred,
            .weaklyReferredNoMore:
            nil
        }
    }

    fileprivate var endsSlice: Bool {
        self == .returned || self == .activationEnded || self == .calloutEnded || self == .workEnded
            || self == .sleepEnded
    }
}
