import Analysis

/// TL01xx: why a timer that fires does not fire when it is due.
let latenessExplanations: [Explanation] = [
    Explanation(
        .ownCallbackOutlastsInterval,
        meaning: """
            The timer's callback runs longer than the timer's interval, and while it runs the timer is not called again. \
            What becomes of the due points that pass meanwhile depends on the mechanism.
            """,
        rule: """
            NSTimer, Timer.publish: they are dropped. The next call comes at the first point of the grid after the \
            callback's end: a 1 s timer with 5.98 s of work fires every 6 s. Dispatch source: they are merged into one \
            call, at once after the handler, and `data` says how many there were. AsyncTimerSequence: none is lost. Each \
            is delivered, one right after the other, and the lateness grows as long as the body is too slow. Display \
            link: those frames are lost, and the next refresh calls it. The grid moves in none of them.
            """,
        source: """
            CFRunLoop.c, __CFRunLoopDoTimer; Apple, Timer; libdispatch, dispatch_source_get_data(3); Swift Async \
            Algorithms 1.0 (pull request 289), AsyncTimerSequence; Apple, CADisplayLink
            """,
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
            Make the callback shorter than the interval: hand the work to a queue of its own, let the callback only start \
            it, and skip a firing that finds the last job still running, or a backlog grows. If the work must run where \
            the timer is, ask for an interval that it fits in.
            """),
    Explanation(
        .otherWorkDelayed,
        meaning: """
            Something else was running on the timer's thread or queue when the timer was due, so the timer was called \
            once that had ended.
            """,
        rule: """
            A thread does one thing at a time, and so do a serial queue and the main actor. A run loop calls its due timers \
            at its next wait, a queue when the block before has ended. An overdue NSTimer or dispatch source is then called \
            once, however many of its points have passed; an AsyncTimerSequence delivers each of them. All keep their grid.
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
            called once when its own mode is run again, and keeps its grid; a display link loses the frames.
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
            The timer has a tolerance (a dispatch source: leeway) and was called later than its date, as the system may: to \
            serve several timers with one wake-up, or to save energy with one alone.
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
        remedy: """
            Nothing, if the lateness does no harm: it saves energy. Otherwise take it away where it comes from. NSTimer: \
            `tolerance = 0`, the default; the system may still add a little. Dispatch source: `leeway: .nanoseconds(0)` and \
            the flag `.strict`. Task.sleep: `tolerance: .zero`. `asyncAfter` has no parameter for its leeway: use a source.
            """),
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
            A suspended app executes nothing, neither run loops nor dispatch queues nor tasks. When it is resumed an overdue \
            NSTimer or dispatch source is called once and goes on with its grid.
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
            A display link is called on refreshes of the display. A fixed 60 Hz display gives 60, 30, 20, 15 … frames a \
            second; a ProMotion display has a list of its own, an iPhone's 120, 80, 60, 48, 40, 30 …. On an iPhone rates \
            above 60 need `CADisableMinimumFrameDurationOnPhone` in the Info.plist.
            """,
        source:
            "Apple, CADisplayLink.preferredFramesPerSecond; \"Optimizing iPhone and iPad apps to support ProMotion displays\"",
        example: """
            duration = "1s"
            [[timer]]
            id = "link"
            kind = "displaylink"
            fps = 45
            """,
        remedy: """
            Ask for a range, `preferredFrameRateRange`, and let animations follow `targetTimestamp`, the time of the frame \
            that is being prepared, instead of counting callbacks.
            """),
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
