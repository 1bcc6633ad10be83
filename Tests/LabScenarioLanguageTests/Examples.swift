import LabScenarioLanguage

/// The examples that show the language.
enum Examples {
    static let heavyWork = #"""
        title    = "Heavy work in the callback: a 1 s timer fires every 6 s"
        claims   = ["0.12"]
        duration = "43s"                    # half-open: what is due at 43 s is not run

        [device]
        profile = "iphone6"                 # ideal | simulator | iphone6 | … or own values:
        # loop_cost = "5.4ns"               # one turn of `count += i`
        # wake_up   = { p0 = "5us", p50 = "90us", p99 = "900us", p100 = "2ms" }     # due → callback, quantile table
        # wake_up   = { replay = "device.log", interval = "1s" }                     # the latencies of a real log, in order
        # work      = { p0 = 0.995, p50 = 1.0, p100 = 1.01 }                         # factor on every piece of work
        # refresh   = "60Hz"

        [log]                               # the shape of the firing log's lines
        process = "QTimer"
        pid     = 9749
        thread  = 3330951
        epoch   = 2017-11-10T09:40:31.8+08:00

        [[timer]]
        id       = "tick"
        kind     = "nstimer"
        interval = "1s"
        repeats  = true
        do       = [{ loop = 1_000_000_000 }, { log = "timer test" }]

        [[expect]]
        timer    = "tick"
        fired    = 7
        skipped  = 35                       # of 42 due points; those after the last firing count too
        interval = { p50 = "6s ± 20ms", max = "< 6.05s" }
        finding  = ["TL0101"]
        """#

    static let drag = #"""
        title    = "A drag suspends a default-mode timer, not a common-modes one"
        claims   = ["0.1", "0.2"]
        duration = "6s"

        [[timer]]
        id = "plain"
        kind = "nstimer"
        interval = "0.5s"
        repeats = true

        [[timer]]
        id = "common"
        kind = "nstimer"
        interval = "0.5s"
        repeats = true
        modes = ["common"]

        [[event]]
        at = "1.7s"
        do = [{ mode = "tracking", for = "2s" }]          # what a drag does to the main run loop

        [[expect]]
        timer = "plain"
        # one sign per step: - nothing, • on time, ! late, | due and called later, × skipped; both lanes are drawn on failure
        timeline = { step = "100ms", lane = "-----•----•----•----|----×----×----×-!--•----•----•----•----" }
        [[expect]]
        timer = "common"
        skipped = 0
        """#

    static let idleWorker = #"""
        title = "A worker's run loop that nobody runs"
        claims = ["0.6"]                    # its twin, with the line below live, shows 0.7
        duration = "5s"

        [[object]]
        id = "target"
        class = "SvTestObject"

        [[timer]]
        id = "once"
        kind = "nstimer"
        create = "init"                     # scheduled (default) | timer | init: only the first adds itself
        interval = "1s"
        target = "target"
        thread = "worker"

        [[thread]]
        id = "worker"
        starts = "0s"
        do = [
          { log = "Test timer schedule to a non-running runloop" },
          { add = "once", modes = ["default"] },
          # { run_loop = { until = "3s" } },
          { release = "target" },
          { log = "invoke release to testObject4" },
        ]

        [[expect]]
        timer = "once"
        fired = 0
        finding = ["TL0201"]
        """#

    static let weakTarget = #"""
        title = "weakSelf as the target is still retained"
        claims = ["0.20"]
        duration = "10s"

        [[object]]
        id = "controller"
        class = "TimerViewController"
        held_by = "navigation"
        strong = ["tick"]
        dealloc = [{ invalidate = "tick" }, { log = "-[TimerViewController dealloc]" }]

        [[timer]]
        id = "tick"
        kind = "nstimer"
        interval = "1s"
        repeats = true
        target = { weak = "controller" }    # what the source code passes; the timer retains the object all the same

        [[event]]
        at = "3.5s"
        do = [{ pop = "controller" }]

        [[expect]]
        object = "controller"
        deallocated = false
        kept_by = "run loop main → timer tick → target controller"
        finding = ["TL0301", "TL0302", "TL0303"]      # the strong property makes a cycle too
        [[expect]]
        timer = "tick"
        fired_after_owner = 6
        """#
}

extension DiagnosticRenderer {
    /// All diagnostics of a reading.
    func text(_ reading: ScenarioReading) -> String {
        reading.diagnostics.map { text($0, in: reading.sources) }.joined()
    }
}
