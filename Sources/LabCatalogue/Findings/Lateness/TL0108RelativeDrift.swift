extension FindingCode {
    package static let relativeDrift = FindingCode(
        "TL0108", .impaired, "relative re-scheduling adds drift",
        meaning: """
            The timer schedules each firing after the one before, so every delay shifts all later firings and the lateness \
            grows from firing to firing. Or its callback makes the next timer.
            """,
        rule: [
            .of(.after): "asyncAfter counts from the moment of the call, and adds a leeway of a tenth of the delay.",
            .of(.taskSleep): "The sleep counts from the moment of the call, and its default tolerance is added to it.",
            .others: """
            It counts from the moment of the call. A repeating run loop timer or dispatch source counts from its grid.
            """,
        ],
        source:
            "Apple, performSelector:withObject:afterDelay:; libdispatch, source.c, _dispatch_after; Technical Note TN2169",
        example: ticking(kind: "perform", for: "10s", #"do = [{ work = "50ms" }]"#),
        remedy: [
            .of(.taskSleep): """
            sleep until start + k × interval, and skip the points that have passed; pass `tolerance: .zero` if a sleep \
            must not end late
            """,
            .of(.after): "use a repeating dispatch source, which keeps a grid and lets you set the leeway",
            .of(.perform, .nstimer): "use a repeating timer, which keeps a grid",
            .others: "wait for absolute deadlines, start + k × interval, and skip the points that have passed",
        ],
        advice: "A loop that does not skip them fires in a burst after each overrun. \(readsClock)")
}
