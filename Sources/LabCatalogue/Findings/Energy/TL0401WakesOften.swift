extension FindingRule {
    package static let wakesOften = FindingRule(
        .wakesOften, .impaired, "wakes an idle thread often for little work",
        meaning: """
            The timer, or the timers of one thread together, wake it 25 times a second or more when it is idle, for two \
            seconds at least, and the callbacks take no more than 2 % of that time.
            """,
        rule: """
            A processor that is woken cannot sleep deeply, and that costs more energy than a short callback. Timers with a \
            tolerance share wake-ups; an event, a source or a notification needs none before there is something to do.
            """,
        source: "Apple, Energy Efficiency Guide, \"Minimize Timer Use\"; Technical Note TN2169",
        example: ticking(every: "20ms", #"do = [{ work = "10us" }]"#),
        remedy: "wait for an event instead of polling, or ask for a longer interval and a tolerance",
        advice: "What follows the display belongs to a display link.")
}
