import LabRecording

extension FindingRule {
    package static let madeAgainPending = FindingRule(
        "TL0318", .asked, "a delay that was begun anew before it was over",
        meaning: """
            The code that waits once was run again while it still waited from the time before. None of the earlier \
            ones was ended, so each of them is called, and not only the last.
            """,
        rule: [
            "nstimer": "A run loop retains a timer until it fires or is invalidated, whatever a variable refers to.",
            "task-sleep": "A task goes on until its body returns; one that is cancelled ends its sleep at once.",
            "perform": "Each request stands in the run loop by itself until it is called or cancelled.",
            "": "A queue keeps what it was handed with a delay until that is over, unless it is cancelled.",
        ],
        source: """
            CFRunLoop.c, CFRunLoopAddTimer; Apple, NSObject, cancelPreviousPerformRequests(withTarget:); Dispatch, \
            DispatchWorkItem.cancel()
            """,
        example: ticking(
            every: "300ms", for: "2s", repeats: false,
            "[[event]]", #"at = "0.5s""#, #"every = "150ms""#, #"until = "0.9s""#, #"do = [{ create = "tick" }]"#),
        remedy: [
            "nstimer": "invalidate the earlier one before another is made, if only the last is to be called",
            "task-sleep": "cancel the earlier task before another is started, if only the last is to go on",
            "perform": "cancel the earlier request before another is made, if only the last is to be called",
            "after": "cancel the earlier work item before another is handed over, if only the last is to be called",
            "": "cancel the earlier one before another is made, if only the last is to be called",
        ],
        advice: "What is typed, scrolled or resized is to be waited for until it is over: a debounce. Delays that mean "
            + "different things each end for themselves.",
        detect: { evidence in
            let events = evidence.events.events.filter { $0.isRemark(.remade) && evidence.isPending($0) }
            let parts = Dictionary(grouping: events) { event -> EntityID in
                let group = evidence.trace.entity(event.entity)?.group ?? .none
                return group == EntityID.none ? event.entity : group
            }
            return parts.sorted { $0.key < $1.key }.map { part, events in
                let count = events.reduce(0) { $0 + $1.count }
                let name = evidence.name(part)
                return Sighting(
                    subject: part, place: evidence.trace.place(ofStep: events[0].step, orOf: part), count: count,
                    message: "\(name) was made again \(Plural.of(count, "time")) while an earlier one was pending, "
                        + "which nothing ended: each of them is called")
            }
        })
}

extension Evidence {
    /// Whether what was made again still waited, from a time before, and was called nevertheless.
    fileprivate func isPending(_ event: RecordedEvents.Event) -> Bool {
        guard let entity = trace.entity(event.entity), entity.kind == .timer else { return true }
        let made = history(of: event.entity).grids.first?.since ?? .max
        // What one event makes in a row are delays of their own.
        let isInOne = circumstances.deliveries.contains { $0.from <= made && event.first <= $0.to }
        return entity.timer?.repeats == false && made < event.first && !isInOne
            && history(of: event.entity).firstRun.map { $0.start > event.first } == true
    }
}
