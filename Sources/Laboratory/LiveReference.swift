import ScenarioLanguage

/// Where Foundation on Linux does not keep Darwin's rules, or neither has one, as measured, and what a live run does about it.
struct HostDeviation {
    var matter: String
    var darwin: String
    var linux: String
    var live: String

    static let all = [
        HostDeviation(
            matter: "First firing of `Timer(timeInterval:)`", darwin: "one interval after the making",
            linux: "at once, when it is added: the fire date is now (swift-corelibs-foundation issue 4712)",
            live: "made up for: the timer is made with its fire date"),
        HostDeviation(
            matter: "A repeating timer with an interval of 0 or less", darwin: "0.1 ms is taken",
            linux: "fires once and is invalid after that", live: "made up for: 0.1 ms is asked for"),
        HostDeviation(
            matter: "`tolerance`", darwin: "honoured, at most half the interval",
            linux: "the setter does nothing, the getter says 0",
            live: "every firing is at the earliest instant; `conform` compares with that"),
        HostDeviation(
            matter: "Leeway of dispatch timers and of `dispatch_after`", darwin: "wake-ups are shared inside it",
            linux: "no coalescing is compiled in: the earliest instant",
            live: "every firing is at the earliest instant; `conform` compares with that"),
        HostDeviation(
            matter: "`UITrackingRunLoopMode`", darwin: "one of the common modes", linux: "not there",
            live: "made up for: the common modes of the device are made common by CFRunLoopAddCommonMode"),
        HostDeviation(
            matter: "A fire date set inside the timer's own callback, when the loop then runs in another mode",
            darwin: "not measured",
            linux:
                "not armed in that mode until another timer of it wakes the loop (CFRunLoop.c: __CFRunLoopDoTimer)",
            live: "made up for: all modes are armed anew at the end of the pass"),
        HostDeviation(
            matter: "The last timer of a mode is invalidated, by another thread while its loop sleeps, say",
            darwin: "the loop sleeps on, even with an empty mode",
            linux: "the loop wakes at the fire date all the same, and returns when its mode is empty",
            live: "made up for: a timer in the distant future comes and goes after it"),
        HostDeviation(
            matter: "Memory of a `Timer`", darwin: "its block goes when it is invalidated",
            linux: "every Timer and what its block captures stay for ever",
            live: "scenarios with objects are refused, so nothing is to be seen of it"),
        HostDeviation(
            matter: "`fireDate` after `invalidate`", darwin: "the last fire date", linux: "2001-01-01",
            live: "made up for: `{fire_date}` is the last firing"),
        HostDeviation(
            matter: "Order of dispatch timers that are due at the very same deadline", darwin: "unspecified",
            linux: "A C B, A E D C B: a heap, not first come first served",
            live: "as the host has it; `conform` leaves it out"),
        HostDeviation(
            matter: "Two timers with one and the same fire date",
            darwin: "not measured; the same conversion as on Linux",
            linux: "either order: each date is converted by itself, with clocks read anew (CFRunLoopTimerCreate)",
            live: "as the host has it; fire dates are taken one after the other and so keep their order"),
        HostDeviation(
            matter: "Which of several ready ports a pass takes", darwin: "the kernel's choice",
            linux: "the kernel's choice: epoll hands them out in turn, a different one on the next pass",
            live: "as the host has it; `conform` leaves out what depends on it (`port_order = \"shuffled\"`)"),
        HostDeviation(
            matter: "Input sources of equal `order` that are signalled together",
            darwin: "unspecified: a set has them", linux: "unspecified: a set has them",
            live: "as the host has it; `conform` leaves it out"),
        HostDeviation(
            matter: "Several messages to one port before it is served", darwin: "each is served",
            linux: "one is; the others wait for a further one to arrive (epoll is told of arrivals only)",
            live: "made up for: a message is sent when the one before it was taken"),
        HostDeviation(
            matter: "`RunLoop.add(Port(), …)`, the idiom that keeps a loop alive", darwin: "works",
            linux: "crashes: Port is abstract", live: "a nested mode is kept alive by a timer in the distant future"),
        HostDeviation(
            matter: "`Thread.name` set before the start", darwin: "kept", linux: "lost",
            live: "made up for: it is set inside the thread"),
        HostDeviation(
            matter: "Releasing a suspended dispatch source, resuming one too often", darwin: "a crash with a reason",
            linux: "SIGILL without a word", live: "such a scenario runs in a process of its own (`conform`)"),
        HostDeviation(
            matter: "Main thread of an `async` main", darwin: "its run loop serves timers",
            linux: "timers never fire, and the main actor moves to another thread",
            live: "the program's main is synchronous, and the scenario's main thread is the process's"),
    ]
}

/// The reference of the scenario language and of live runs.
public enum Reference {
    /// As Markdown.
    public static func markdown() -> String {
        ScenarioReference.markdown() + "\n" + live
    }

    /// A JSON Schema for editors.
    public static func jsonSchema() -> String { ScenarioReference.jsonSchema() }

    private static var live: String {
        let rows = HostDeviation.all.map { "| \($0.matter) | \($0.darwin) | \($0.linux) | \($0.live) |\n" }
        return """
            ## Live runs

            `timerlab run FILE --live` and `timerlab compare … --live` run a scenario on the run loops, timers, threads and \
            queues of this host, in real time. Real are `nstimer`, `gcd`, `after`, `perform` (as a timer), `thread-sleep`, \
            `mach-wait` (`clock_nanosleep` with an absolute deadline on Linux), `task-sleep`, modes and nested runs, threads \
            and their run loops, blocks, sources, observers, events, the main queue and other queues, sleep and work. Work \
            takes as long as the scenario says, `loop` as long as its turns take on the device; a device's other costs and \
            its wake-up latencies are not added to the host's own. What a host lacks (display links, Combine, \
            AsyncTimerSequence, Objective-C objects, the system's sleep, background and clock) is refused by name.

            `--time-scale K` divides all durations by K, `--limit TIME` stops a run. Expectations are about the virtual clock \
            and are not held against a host.

            `timerlab conform` runs scenarios both ways. Compared are, for each timer, block and thread, the firings in \
            their order with the grid point that each served and GCD's count, the log lines, the answers of run calls, the \
            threads, the order on each thread, and lateness. What happens otherwise when a scenario's times are moved by \
            less than the host's noise (2.5 ms, or what the host stalled during the run) is left out and counted.

            ### Where Foundation on Linux does not keep Darwin's rules, or neither has one

            | what | on Darwin | on Linux | in a live run |
            | --- | --- | --- | --- |

            """ + rows.joined()
    }
}
