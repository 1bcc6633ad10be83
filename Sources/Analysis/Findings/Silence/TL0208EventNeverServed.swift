import Recording

extension FindingCode {
    public static let eventNeverServed = FindingCode("TL0208")
}

extension FindingRule {
    static let eventNeverServed = FindingRule(
        .eventNeverServed, .neverRuns, "no run loop ever served the event",
        meaning: "The event came for a thread that had ended, or that ended before its run loop served it.",
        rule: """
            Only the main thread's run loop has sources of the system that keep it. Another thread's run loop returns from \
            `run` as soon as it has no source and no timer, and what comes later finds no one.
            """,
        source: "CFRunLoop.c, __CFRunLoopModeIsEmpty; Threading Programming Guide, \"Run Loop Management\"",
        example: FindingExample(
            """
            duration = "3s"
            [[thread]]
            id = "worker"
            starts = "0s"
            do = [{ run_loop = { until = "2s" } }]
            [[event]]
            at = "1s"
            thread = "worker"
            do = [{ work = "1ms" }]
            """,
            .replacing([
                ("[[event]]", "[[source]]\nid = \"port\"\nkind = \"source1\"\nthread = \"worker\"\n[[event]]")
            ])),
        remedy: "give the thread's run loop a source that stays, such as a port, before it runs",
        swift: """
            RunLoop.current.add(port, forMode: .default)
            RunLoop.current.run(until: end)
            """,
        objectiveC: """
            [NSRunLoop.currentRunLoop addPort:[NSMachPort port] forMode:NSDefaultRunLoopMode];
            [NSRunLoop.currentRunLoop runUntilDate:end];
            """,
        detect: { evidence in
            evidence.events.findings { event in
                guard event.isRemark(.eventNeverServed) else { return nil }
                return Finding(
                    .eventNeverServed, subject: event.entity, place: evidence.trace.place(event.entity),
                    message: "\(evidence.trace.name(event.entity)) came for a thread whose run loop never served it")
            }
        })
}
