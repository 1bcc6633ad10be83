import LabRecording

extension FindingRule {
    static let otherThread = FindingRule(
        "TL0308", .impaired, "invalidated on another thread",
        meaning: "The timer was invalidated on a thread other than the one whose run loop has it.",
        rule: """
            The timer is invalid and out of its modes at once, but the other run loop is not woken: it may sleep on, and \
            its thread may not exit.
            """,
        source: "Apple, Timer, invalidate(); CFRunLoop.c, CFRunLoopTimerInvalidate",
        example: onWorker(for: "3s", #"{ run_loop = "forever" }"#, event("1.5s", #"{ invalidate = "tick" }"#)),
        remedy: "invalidate it on the thread that it was installed on",
        advice: "Do not wait until it is done: a thread that sleeps elsewhere would never answer.",
        detect: eachRemark(.invalidatedOnOtherThread) { evidence, event in
            let (trace, thread) = (evidence.trace, EntityID(Int(event.thread)))
            let home = trace.entity(event.entity)?.home ?? .none
            return Sighting(
                subject: event.entity, related: thread,
                message: "\(trace.name(event.entity)) was invalidated on thread \(trace.name(thread)), but thread "
                    + "\(trace.name(home)) runs it: its run loop is not woken")
        })
}
