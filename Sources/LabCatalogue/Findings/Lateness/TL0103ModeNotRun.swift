extension FindingCode {
    package static let modeNotRun = FindingCode(
        "TL0103", .pointsLost, "its mode was not being run",
        meaning: """
            The run loop was running, but in a mode to which the timer was not added. The usual case is a drag: the \
            main run loop stays in the tracking mode until its end, and timers of the default mode wait.
            """,
        rule: [
            .of(.displayLink):
                "A run loop serves one mode at a time, the mode of the innermost activation. The frames are skipped.",
            .others: """
            A run loop serves one mode at a time, the mode of the innermost activation. A timer that is due in another \
            mode is called once when its own mode is run again, and keeps its grid.
            """,
        ],
        source:
            "CFRunLoop.c, struct __CFRunLoopMode and __CFRunLoopDoTimers; Threading Programming Guide, \"Run Loop Modes\"",
        example: ticking(every: "0.5s", for: "4s", event("1.2s", #"{ mode = "tracking", for = "2s" }"#)),
        remedy: [
            .of(.gcd, .after, .taskSleep, .asyncTimer): "use a queue of its own: the main queue waits for its run loop",
            .commonModes: "add it to that mode by its name as well", .others: "add it to the common modes",
        ],
        advice: """
            The callback then runs while the interface scrolls: 4 ms in each frame are a quarter of the scrolling's \
            time. AppKit's menus and modal panels run modes that are common, too. A mode of your own is not: add the \
            timer to it by name. \(readsClock)
            """)
}
