import LabJSON
import LabRecording

extension RunReport {
    /// Writes a run that kept all its records in Chrome's trace event format, for Perfetto.
    ///
    /// Each thread's track has modes, callbacks, blocks, work and sleep as slices. Each timer's has its due points and
    /// a slice from each to its callback, with an arrow to the callback. Times in µs.
    package func writeTrace(to stream: ByteStream) {
        stream.write(#"{"displayTimeUnit":"ns","traceEvents":["#)
        var isFirst = true
        func put(_ event: JSONValue) {
            stream.write(isFirst ? "\n" : ",\n")
            stream.write(event.line)
            isFirst = false
        }
        put(name("process_name", trace.header.process, track: 0))
        for index in trace.entities.indices where [.thread, .timer].contains(trace.entities[index].kind) {
            put(name("thread_name", trace.entities[index].name, track: index + 1))
        }
        for (record, until) in trace.slices { put(slice(record, until: until)) }
        var flow: Int64 = 0
        var shown: [EntityID: Int64] = [:]
        forEachFiring { firing in
            for event in events(of: firing, shownUntil: &shown[firing.timer], flow: &flow) { put(event) }
        }
        stream.write("\n]}\n")
    }

    private func slice(_ record: Record, until: Int64) -> JSONValue {
        let owner = trace.name(record.entity)
        let (name, step): (String, Int64) =
            switch record.kind {
            case .activationBegan: ("mode " + trace.name(EntityID(record.value)), -1)
            case .calloutBegan: (owner, record.value)
            case .workBegan: ("work of " + owner, record.value)
            case .sleepBegan: ("sleep of " + owner, record.value)
            default: (owner, -1)
            }
        let place = trace.steps[at: step] ?? trace.entity(record.entity)?.place
        let line = place.flatMap(source.line).map { [("line", $0.json)] } ?? []
        return event(
            "X", name, at: record.time, track: Int(record.thread) + 1,
            ["dur": microseconds(until - record.time), "args": JSONValue(members: line)])
    }

    /// - Parameter free: the instant until which the timer's track has a slice.
    private func events(of firing: Firing, shownUntil free: inout Int64?, flow: inout Int64) -> [JSONValue] {
        let (timer, account) = (firing.timer, firing.account)
        let track = Int(timer.index) + 1
        var events = account.lostInstants.map { event("i", "skipped", at: $0, track: track, ["s": "t"]) }
        guard let fired = account.call else { return events }
        if account.occasion != .manual { events.append(event("i", "due", at: account.due, track: track, ["s": "t"])) }
        let begin = min(fired, max(account.due, free ?? .min))
        free = fired
        let causes = firing.causes.map { json(of: $0) }
        events.append(
            event(
                "X", "waits", at: begin, track: track,
                [
                    "dur": microseconds(fired - begin),
                    "args": ["point": account.point, "causes": causes] as JSONValue,
                ]))
        if let thread = firing.thread, thread.index >= 0 {
            flow += 1
            let name = "due → fired"
            events.append(event("s", name, at: begin, track: track, ["cat": "timer", "id": flow]))
            events.append(
                event("f", name, at: fired, track: Int(thread.index) + 1, ["cat": "timer", "id": flow, "bp": "e"]))
        }
        let counters: JSONValue = ["lag": microseconds(account.lag ?? 0), "skipped": account.lostCount]
        let name = trace.entities[Int(timer.index)].name
        return events + [event("C", name, at: fired, track: track, ["args": counters])]
    }

    private func event(
        _ phase: String, _ name: String, at time: Int64, track: Int,
        _ members: KeyValuePairs<String, any JSONRepresentable>
    ) -> JSONValue {
        let head: [(String, JSONValue)] = [
            ("ph", phase.json), ("name", name.json), ("ts", microseconds(time)), ("pid", trace.header.pid.json),
            ("tid", track.json),
        ]
        return JSONValue(members: head + members.map { ($0, $1.json) })
    }

    private func name(_ kind: String, _ name: String, track: Int) -> JSONValue {
        event("M", kind, at: 0, track: track, ["args": ["name": name] as JSONValue])
    }

    private func microseconds(_ time: Int64) -> JSONValue { .number(Double(time) / 1000) }
}

extension Trace {
    /// The record that ends a slice of each kind: a mode of a run loop, a callback, a callout, work, sleep.
    private static let ends: [Record.Kind: Record.Kind] = [
        .fired: .returned, .activationBegan: .activationEnded, .calloutBegan: .calloutEnded, .workBegan: .workEnded,
        .sleepBegan: .sleepEnded,
    ]

    /// The beginning and the end, ns, of everything that begins on a thread, outer ones before inner ones.
    fileprivate var slices: [(record: Record, until: Int64)] {
        // From the end, so that a callback without a `returned` is known to take no time.
        var ended: [Int16: [Int]] = [:]
        var found: [(record: Record, until: Int64)] = []
        let endings = Set(Self.ends.values)
        for index in records.indices.reversed() where records[index].thread >= 0 {
            let record = records[index]
            if endings.contains(record.kind) { ended[record.thread, default: []].append(index) }
            guard let end = Self.ends[record.kind] else { continue }
            let open = ended[record.thread]?.last
            if let open, records[open].kind == end, records[open].entity == record.entity {
                ended[record.thread]?.removeLast()
                found.append((record, max(record.time, records[open].time)))
            } else {
                let outer = open.map { records[$0].time } ?? .max
                let until = record.kind == .fired ? record.time : min(header.duration, outer)
                found.append((record, max(record.time, until)))
            }
        }
        return found.reversed()
    }
}
