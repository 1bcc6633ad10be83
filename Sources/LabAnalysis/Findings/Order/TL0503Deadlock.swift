import LabRecording

extension Detectors {
    static let deadlock: Detector = all(
        eachRemark(.waitsForever) { evidence, event in
            func wait(_ event: RecordedEvents.Event) -> Statement? {
                let waiter = EntityID(Int(event.thread))
                let isSignal = evidence.trace.entity(event.entity)?.kind == .block
                let awaited: Statement? =
                    event.entity == waiter
                    ? nil
                    : isSignal
                        ? "a signal by \(kind: event.entity), which only it could run"
                        : "\(kind: event.entity)"
                return awaited.map { "thread \(waiter) waits for \($0)" }
            }
            let waiter = EntityID(Int(event.thread))
            let others = evidence.events.events.filter { $0.isRemark(.waitsForever) && $0.thread != event.thread }
            let other = others.count == 1 ? others[0] : others.first { EntityID(Int($0.thread)) == event.entity }
            let cycle: Statement =
                wait(event).map { $0 + (other.flatMap(wait).map { ", and \($0)" } ?? "") + ": " } ?? ""
            return Sighting(
                subject: waiter, place: evidence.trace.place(ofStep: event.step, orOf: waiter),
                message: cycle + (cycle.isEmpty ? "thread \(waiter)" : "it")
                    + " waits for what cannot come, and with it all that it has to call")
        },
        crash("dispatch_sync called on queue", harm: .crash) { name, _ in
            "`sync` waits for queue \(name), which the thread itself is serving: libdispatch ended the process"
        })
}
