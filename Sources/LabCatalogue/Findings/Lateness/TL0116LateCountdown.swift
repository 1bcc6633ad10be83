extension FindingCode {
    package static let lateCountdown = FindingCode(
        "TL0116", .impaired, "a countdown that ends late",
        meaning: """
            The countdown subtracts one in each call, so it stops while no call comes and reaches 0 later than its clock \
            would.
            """,
        rule: """
            A timer that is overdue is called once, however many due points have passed. Background, a busy thread, a \
            drag and a sleeping system skip points in this way. Timers that re-arm after their work lose time as well.
            """,
        source: "Apple, Timer: a late firing skips the due points that it missed",
        example: ticking(
            for: "20s", #"do = [{ log = "{countdown:9}" }]"#, event("2.5s", "{ background = true }"),
            event("6.2s", "{ foreground = true }")),
        remedy: "keep the date of the end, and show `end.timeIntervalSinceNow`; use the timer only to redraw")
}
