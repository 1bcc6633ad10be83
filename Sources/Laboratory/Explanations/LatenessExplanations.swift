import Analysis

/// TL01xx: why a timer that fires does not fire when it is due.
let latenessExplanations: [Explanation] = [
    Explanation(
        .ownCallbackOutlastsInterval,
        meaning: """
            The timer's callback runs longer than the timer's interval. While it runs the timer cannot be called again, \
            so the grid points that fall inside are never served: a 1 s timer with 5.98 s of work fires every 6 s.
            """,
        rule: """
            After a callback the next fire date is the first point of the timer's own grid strictly after the \
            callback's end. Points in between are dropped; they are not made up for, and the grid does not move.
            """,
        source: "CFRunLoop.c, __CFRunLoopDoTimer; Apple, Timer: \"rescheduled based on the scheduled firing time\"",
        example: """
            duration = "10s"
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "1s"
            repeats = true
            do = [{ work = "2.5s" }]
            """,
        remedy: """
            Make the callback shorter than the interval: hand the work to a queue of its own and let the callback only \
            start it. If the work must run where the timer is, ask for an interval that it fits in.
            """),
    Explanation(
        .otherWorkDelayed,
        meaning: """
            Something else was running on the timer's thread or queue when the timer was due, so the timer was called \
            once that had ended.
            """,
        rule: """
            A thread does one thing at a time: due timers are called when the run loop comes round, at the next wait. An \
            overdue timer is then called once, however many of its points have passed, and keeps its old grid.
            """,
        source: "CFRunLoop.c, __CFRunLoopRun and __CFRunLoopDoTimers; Threading Programming Guide, \"Timer Sources\"",
        example: """
            duration = "5s"
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "1s"
            repeats = true
            [[event]]
            at = "1.8s"
            do = [{ work = "500ms" }]
            """,
        remedy: """
            Take the work off this thread, or the timer: a dispatch source on a queue of its own does not wait for the \
            main thread.
            """),
    Explanation(
        .modeNotRun,
        meaning: """
            The run loop was running, but in a mode to which the timer was not added. The usual case is a drag: the main \
            run loop runs in the tracking mode until the finger is lifted, and a timer in the default mode waits.
            """,
        rule: """
            A run loop serves one mode at a time, that of the innermost activation. A timer that is due in another mode is \
            called once when its own mode is run again, and keeps its grid.
            """,
        source:
            "CFRunLoop.c, struct __CFRunLoopMode and __CFRunLoopDoTimers; Threading Programming Guide, \"Run Loop Modes\"",
        example: """
            duration = "4s"
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "0.5s"
            repeats = true
            [[event]]
            at = "1.2s"
            do = [{ mode = "tracking", for = "2s" }]
            """,
        remedy: "Add the timer to the common modes: `modes = [\"common\"]`, in code `RunLoop.add(_:forMode: .common)`."),
    Explanation(
        .toleranceUsed,
        meaning: """
            The timer has a tolerance (a dispatch source: leeway), and the system has used it to serve several timers with \
            one wake-up.
            """,
        rule: """
            A timer with a tolerance is called between its fire date and its fire date plus the tolerance, never earlier. \
            The next fire date is computed from the grid, so the lateness does not add up.
            """,
        source: "CFRunLoop.c, __CFArmNextTimerInMode; Apple, Timer.tolerance; dispatch_source_set_timer(3)",
        example: """
            duration = "5s"
            [[timer]]
            id = "relaxed"
            kind = "nstimer"
            interval = "1s"
            tolerance = "100ms"
            repeats = true
            [[timer]]
            id = "other"
            kind = "nstimer"
            interval = "1.05s"
            repeats = true
            """,
        remedy: "Nothing, if the lateness does no harm: it saves energy. Otherwise set the tolerance to 0."),
    Explanation(
        .systemSlept,
        meaning: "The whole system was asleep when the timer was due.",
        rule: """
            Run loop timers, and dispatch sources on `DispatchTime`, count on a clock that stops while the system sleeps: \
            what was left of the interval is still to be waited for afterwards. Wall and continuous clocks go on, and an \
            overdue timer on one of them is called at the wake-up.
            """,
        source: "CFRunLoop.c, CFRunLoopTimerCreate; xnu, clock.c (mach_absolute_time); dispatch_walltime(3)",
        example: """
            duration = "60s"
            [[timer]]
            id = "tick"
            kind = "gcd"
            interval = "10s"
            clock = "wall"
            repeats = true
            [[event]]
            at = "15s"
            do = [{ system_sleep = "20s" }]
            """,
        remedy: """
            Choose the clock by what the timer means: `dispatch_walltime` for a date, the uptime clock for time in which \
            the machine is awake.
            """),
    Explanation(
        .inBackground,
        meaning: "The app was suspended in the background when the timer was due.",
        rule: """
            A suspended app executes nothing, neither run loops nor dispatch queues. When it is resumed an overdue timer is \
            called once and goes on with its grid.
            """,
        source: "App Programming Guide for iOS, \"Background Execution\"",
        example: """
            duration = "10s"
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "1s"
            repeats = true
            [[event]]
            at = "2.5s"
            do = [{ background = true }]
            [[event]]
            at = "6.2s"
            do = [{ foreground = true }]
            """,
        remedy: "Compute from dates what has passed in the meantime, instead of counting firings."),
    Explanation(
        .displayRateRounded,
        meaning: "The display cannot do the frame rate that was asked for, so the display link runs at another one.",
        rule: """
            A display link is called on refreshes of the display, so its rate is the display's rate divided by a whole \
            number: 60 Hz gives 60, 30, 20, 15 frames a second.
            """,
        source: "Apple, CADisplayLink.preferredFramesPerSecond",
        example: """
            duration = "1s"
            [[timer]]
            id = "link"
            kind = "displaylink"
            fps = 45
            """,
        remedy:
            "Ask for a divisor of the display's rate, and drive animations by `timestamp`, not by counting callbacks."),
    Explanation(
        .relativeDrift,
        meaning: """
            The timer schedules each firing after the one before, so every delay is kept for ever and the lateness grows \
            from firing to firing.
            """,
        rule: """
            `perform(_:with:afterDelay:)`, `asyncAfter` and sleeping loops count from the moment of the call. A repeating \
            run loop timer or dispatch source counts from its grid.
            """,
        source:
            "Apple, performSelector:withObject:afterDelay:; libdispatch, source.c, _dispatch_after; Technical Note TN2169",
        example: """
            duration = "10s"
            [[timer]]
            id = "chain"
            kind = "perform"
            interval = "1s"
            repeats = true
            do = [{ work = "50ms" }]
            """,
        remedy: "Use a repeating timer, or wait for absolute deadlines: start + k × interval."),
]
