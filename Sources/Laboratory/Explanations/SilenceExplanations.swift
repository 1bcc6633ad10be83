import Analysis

/// TL02xx: why a timer never fires.
let silenceExplanations: [Explanation] = [
    Explanation(
        .loopNeverRan,
        meaning: "The timer was added to the run loop of a thread which never runs that run loop.",
        rule: """
            Every thread gets a run loop when it first asks for it, but only the main thread's is run by the framework. A \
            run loop that is not run calls nobody; it is destroyed with its thread.
            """,
        source: "CFRunLoop.c, _CFRunLoopGet0; Threading Programming Guide, \"Run Loop Management\"",
        example: """
            duration = "3s"
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "1s"
            thread = "worker"
            [[thread]]
            id = "worker"
            starts = "0s"
            do = [{ sleep = "2s" }]
            """,
        remedy: """
            Run the run loop at the end of the thread's body, after the timer was added: call `run(mode:before:)` in a loop \
            with a flag of your own, since `run()` need not return. Or use a dispatch source, which needs no run loop.
            """),
    Explanation(
        .neverAdded,
        meaning: """
            The timer was made, but was in no run loop while it was valid: it was not added, or only when it was invalid \
            already, which adds nothing.
            """,
        rule: """
            Only the `scheduledTimer…` methods add the timer, to the current run loop in the default mode. A timer from \
            `timerWith…` or `init…` does nothing until `add(_:forMode:)`.
            """,
        source: "Apple, Timer",
        example: """
            duration = "3s"
            [[timer]]
            id = "tick"
            kind = "nstimer"
            create = "timer"
            interval = "1s"
            repeats = true
            held_by = "controller"
            [[object]]
            id = "controller"
            held_by = "static"
            """,
        remedy: """
            Add it: `RunLoop.main.add(timer, forMode: .common)`. Adding is enough. `fire()` calls the callback now, once, \
            and starts nothing; a one-shot is invalid after it and can no longer be added.
            """),
    Explanation(
        .sourceWithoutOwner,
        meaning: "Nobody held the dispatch source, so it was disposed of before it could fire.",
        rule: """
            libdispatch does not retain a source on your behalf. When the last reference goes, no handler is called any \
            more, not even the cancel handler.
            """,
        source: "libdispatch, source.c and queue.c; Concurrency Programming Guide, \"Dispatch Sources\"",
        example: """
            duration = "3s"
            [[timer]]
            id = "tick"
            kind = "gcd"
            interval = "1s"
            repeats = true
            held_by = "local"
            [[event]]
            at = "0s"
            do = [{ release = "tick" }]
            """,
        remedy: "Store the source in a property for as long as it shall fire."),
    Explanation(
        .suspendedOrNeverResumed,
        meaning: "The dispatch source was not activated, or suspended, while it was due.",
        rule: """
            A dispatch source is made inactive and has to be activated (or resumed) once. While it is suspended its firings \
            are merged into one, which is delivered at the resume.
            """,
        source: "libdispatch, object.c; dispatch_activate; dispatch_suspend(3)",
        example: """
            duration = "3s"
            [[timer]]
            id = "tick"
            kind = "gcd"
            interval = "1s"
            repeats = true
            active = false
            """,
        remedy: "Call `activate()` or `resume()`, and balance every `suspend()` with one `resume()`."),
    Explanation(
        .loopReturnedBeforeAdd,
        meaning: "The thread ran its run loop before the timer was added; with nothing in it the run returned at once.",
        rule: "A run loop with no source and no timer in the mode returns from `run` at once, without waiting.",
        source: "CFRunLoop.c, CFRunLoopRunSpecific and __CFRunLoopModeIsEmpty",
        example: """
            duration = "3s"
            [[timer]]
            id = "tick"
            kind = "nstimer"
            create = "timer"
            interval = "1s"
            thread = "worker"
            [[thread]]
            id = "worker"
            starts = "0s"
            do = [{ run_loop = "forever" }, { add = "tick" }, { sleep = "2s" }]
            """,
        remedy: "Add first, then run."),
    Explanation(
        .modeNeverRun,
        meaning: "The run loop was run, but never in a mode to which the timer was added.",
        rule: "A mode is a set of timers and sources of its own; timers of other modes are not looked at.",
        source: "CFRunLoop.c, struct __CFRunLoopMode",
        example: """
            duration = "3s"
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "1s"
            repeats = true
            modes = ["tracking"]
            """,
        remedy: "Add the timer to the mode that is run, or to the common modes."),
]
