import LabRecording

extension FindingRule {
    package static let deadlock = FindingRule(
        "TL0503", .neverRuns, "a thread that waits for ever",
        meaning: """
            A deadlock: a thread waits for a queue, a lock, a semaphore or another thread that cannot go on itself. None of its timers is \
            called any more.
            """,
        rule: """
            `sync`, a semaphore's `wait` and `waitUntilDone:` block the thread with its run loop and its queues. What they \
            wait for must not need that thread: a block for the main queue is not run while the main thread waits, a \
            timer of its run loop not either, and of two locks each thread must take the same one first. `sync` to the \
            queue that the thread is serving is noticed, and ends the process.
            """,
        source: "dispatch_sync(3); dispatch_semaphore_wait(3); Concurrency Programming Guide, \"Dispatch Queues\"",
        example: ticking(
            queue("network"),
            event(
                "2.5s",
                #"{ async = "network", do = [{ async = "main", do = [{ count = "answer" }] }] }, { wait_for = "answer" }"#
            )),
        remedy: """
            wait without blocking: `async` instead of `sync`, a completion handler instead of a semaphore, and what comes \
            next is a block that is called when the other is done
            """,
        advice: "On the main thread there is nothing worth waiting for: a completion handler goes on when it comes.",
        detect: all(
            eachRemark(.waitsForever) { evidence, event in
                func wait(_ event: RecordedEvents.Event) -> String? {
                    let waiter = EntityID(Int(event.thread))
                    let isSignal = evidence.trace.entity(event.entity)?.kind == .block
                    let awaited =
                        event.entity == waiter
                        ? nil
                        : isSignal
                            ? "a signal by \(evidence.who(event.entity)), which only it could run"
                            : evidence.who(event.entity)
                    return awaited.map { "thread \(evidence.name(waiter)) waits for \($0)" }
                }
                let waiter = EntityID(Int(event.thread))
                let others = evidence.events.events.filter { $0.isRemark(.waitsForever) && $0.thread != event.thread }
                let other = others.count == 1 ? others[0] : others.first { EntityID(Int($0.thread)) == event.entity }
                let cycle = wait(event).map { $0 + (other.flatMap(wait).map { ", and \($0)" } ?? "") + ": " } ?? ""
                return Sighting(
                    subject: waiter, place: evidence.trace.place(ofStep: event.step, orOf: waiter),
                    message: cycle + (cycle.isEmpty ? "thread \(evidence.name(waiter))" : "it")
                        + " waits for what cannot come, and with it all that it has to call")
            },
            crash("dispatch_sync called on queue", harm: .crash) { name, _ in
                "`sync` waits for queue \(name), which the thread itself is serving: libdispatch ended the process"
            }))
}
