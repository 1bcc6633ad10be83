import LabRecording

extension FindingRule {
    static let neverServed = FindingRule(
        "TL0208", .neverRuns, "handed to a run loop that never serves it",
        meaning: """
            A perform, a block or an event was given to the run loop of a thread that does not run it, runs it in other \
            modes, or has ended.
            """,
        rule: """
            `perform(_:on:…)`, `RunLoop.perform` and an input source only leave a request. It is done by a later pass of \
            that thread's run loop in one of the request's modes, and goes with the run loop otherwise.
            """,
        source: "CFRunLoop.c, CFRunLoopPerformBlock; Apple, perform(_:on:with:waitUntilDone:)",
        example: scenario(
            for: "3s", worker(#"{ sleep = "10s" }"#),
            event("1s", #"{ perform = "refresh", on_thread = "worker", do = [{ log = "refreshed" }] }"#)),
        remedy: "run that thread's run loop in the request's mode, or hand the work to a dispatch queue",
        detect: { evidence in
            let trace = evidence.trace
            func found(_ work: PendingWork) -> Sighting {
                Sighting(
                    subject: work.entity, place: trace.place(ofStep: work.step, orOf: work.entity),
                    related: work.thread,
                    message: work.thread == EntityID.none
                        ? "\(trace.name(work.entity)) came for a thread that had ended"
                        : "\(trace.name(work.entity)) waits in the run loop of thread \(trace.name(work.thread)), "
                            + "which is not run in its mode any more")
            }
            return trace.pending.filter { $0.thread != EntityID.none }.map(found)
                + evidence.sightings { event in
                    if event.isRemark(.neverServed) {
                        let thread = EntityID(Int(event.thread))
                        return found(PendingWork(entity: event.entity, thread: thread, step: event.step))
                    }
                    guard event.isRemark(.performedOnEndedThread), event.step >= 0 else { return nil }
                    return Sighting(
                        subject: event.entity,
                        message: "something was to be performed on thread \(trace.name(event.entity)), which had ended")
                }
        })
}
