import LabExactTime
import LabRecording

/// One millisecond and one second in ns, so that tests read like the tables they come from.
package let ms: Int64 = 1_000_000
package let s: Int64 = 1_000_000_000

/// Writes small recordings by hand; instants may be told in any order, those told first come first among equals.
package struct TraceBuilder {
    package private(set) var trace = Trace()
    package let process: EntityID
    package let main: EntityID
    package let defaultMode: EntityID
    package let trackingMode: EntityID
    private var offset = 0

    package init(duration: Int64, title: String = "") {
        trace.header.title = title
        trace.header.duration = duration
        trace.entities = [
            Entity(.process, name: "timerlab"), Entity(.thread, name: "main"), Entity(.mode, name: "default"),
            Entity(.mode, name: "tracking"),
        ]
        process = EntityID(0)
        main = EntityID(1)
        defaultMode = EntityID(2)
        trackingMode = EntityID(3)
    }

    /// The recording, its records in the order of time.
    package var finished: Trace {
        var result = trace
        result.records = trace.records.enumerated()
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
        return result
    }

    // MARK: Entities

    package mutating func entity(_ entity: Entity) -> EntityID {
        trace.entities.append(entity)
        return EntityID(trace.entities.count - 1)
    }

    /// Something with a place of its own, ten bytes after the one before.
    package mutating func part(_ kind: Entity.Kind, _ name: String, home: EntityID = .none) -> EntityID {
        entity(Entity(kind, name: name, place: nextPlace(), home: home))
    }

    /// A repeating timer of the main run loop's default mode unless said.
    package mutating func timer(
        _ name: String, every interval: Int64?, kind: String = "nstimer", home: EntityID? = nil,
        modes: [EntityID]? = nil, tolerance: Int64 = 0, isRelative: Bool = false, group: EntityID = .none
    ) -> EntityID {
        var traits = TimerTraits(
            interval: interval.map { Rational(whole: $0) }, repeats: interval != nil, isRelative: isRelative)
        traits.tolerance = tolerance
        traits.modes = modes ?? [defaultMode]
        traits.targetPlace = nextPlace()
        if kind == "gcd" { traits.passedPoints = .merged }
        return entity(
            Entity(
                .timer, name: name, place: nextPlace(), detail: kind, group: group, home: home ?? main, timer: traits))
    }

    /// The index of a new step with a place of its own.
    package mutating func step() -> Int64 {
        trace.steps.append(nextPlace())
        return Int64(trace.steps.count - 1)
    }

    package mutating func text(_ text: String) -> Int64 {
        if let known = trace.texts.firstIndex(of: text) { return Int64(known) }
        trace.texts.append(text)
        return Int64(trace.texts.count - 1)
    }

    private mutating func nextPlace() -> Range<Int> {
        offset += 10
        return offset..<offset + 5
    }

    // MARK: Records

    package mutating func record(
        _ kind: Record.Kind, at time: Int64, _ entity: EntityID, thread: EntityID? = nil, value: Int64 = 0,
        extra: Int64 = 0
    ) {
        trace.records.append(
            Record(
                kind, at: time, entity: entity, thread: Int16((thread ?? main).index), value: value, extra: extra))
    }

    package mutating func grid(_ timer: EntityID, at time: Int64 = 0, first: Int64, every interval: Rational?) {
        var index: Int64 = -1
        if let interval {
            trace.intervals.append(interval)
            index = Int64(trace.intervals.count - 1)
        }
        record(.gridSet, at: time, timer, value: first, extra: index)
    }

    package mutating func grid(_ timer: EntityID, at time: Int64 = 0, first: Int64, every interval: Int64) {
        grid(timer, at: time, first: first, every: Rational(whole: interval))
    }

    /// A callback of a timer, with work of a step in it when one is given.
    package mutating func fire(
        _ timer: EntityID, at time: Int64, due: Int64? = nil, data: Int64 = 1, lasting: Int64 = 0, step: Int64? = nil,
        thread: EntityID? = nil
    ) {
        record(.fired, at: time, timer, thread: thread, value: due ?? time, extra: data)
        guard lasting > 0 else { return }
        if let step { span(.workBegan, .workEnded, timer, from: time, to: time + lasting, step: step, thread: thread) }
        record(.returned, at: time + lasting, timer, thread: thread)
    }

    /// Two records that belong together.
    package mutating func span(
        _ first: Record.Kind, _ second: Record.Kind, _ entity: EntityID, from: Int64, to: Int64, step: Int64 = -1,
        thread: EntityID? = nil
    ) {
        record(first, at: from, entity, thread: thread, value: step)
        record(second, at: to, entity, thread: thread, value: step)
    }

    /// A callout other than a timer's.
    package mutating func callout(
        _ entity: EntityID, from: Int64, to: Int64, step: Int64 = -1, thread: EntityID? = nil
    ) {
        span(.calloutBegan, .calloutEnded, entity, from: from, to: to, step: step, thread: thread)
    }

    /// An activation of a run loop; one without an end lasts to the end of the recording.
    package mutating func activation(
        _ thread: EntityID? = nil, mode: EntityID, from: Int64, to: Int64? = nil, step: Int64 = -1
    ) {
        let thread = thread ?? main
        record(.activationBegan, at: from, thread, thread: thread, value: Int64(mode.index), extra: step)
        guard let to else { return }
        record(
            .activationEnded, at: to, thread, thread: thread, value: Int64(mode.index),
            extra: RunResult.timedOut.rawValue)
    }

    /// A strong reference; without a holder it is a root that is no entity.
    package mutating func retain(_ held: EntityID, by holder: EntityID = .none, as label: String, at time: Int64) {
        record(.retained, at: time, held, value: Int64(holder.index), extra: text(label))
    }

    package mutating func release(_ held: EntityID, by holder: EntityID = .none, as label: String, at time: Int64) {
        record(.released, at: time, held, value: Int64(holder.index), extra: text(label))
    }

    package mutating func message(_ message: MessageTrace, at time: Int64) {
        trace.messages.append(message)
        record(.messaged, at: time, message.receiver, value: Int64(trace.messages.count - 1))
    }

    /// A log line without holes.
    package mutating func log(_ text: String, at time: Int64, _ owner: EntityID) {
        trace.templates.append(LogTemplate(text))
        record(.logged, at: time, owner, value: Int64(trace.templates.count - 1))
    }
}
