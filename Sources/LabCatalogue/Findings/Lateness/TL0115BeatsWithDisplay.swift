extension FindingRule {
    package static let beatsWithDisplay = FindingRule(
        .beatsWithDisplay, .impaired, "a timer that beats with the display",
        meaning: """
            The timer's interval is nearly the length of a frame of the display, half as long or twice as long at most, but \
            not the same: some frames have one of its calls more, or one less, than the others.
            """,
        rule: """
            A timer keeps its own grid and knows nothing of the display's. What it moves goes two steps in one frame or \
            none, which is seen as a stutter; how often is the difference of the two rates.
            """,
        source: "Apple, CADisplayLink; Apple, Timer",
        example: link(
            for: "3s", "[[timer]]", #"id = "tick""#, #"kind = "nstimer""#, #"interval = "16ms""#, "repeats = true"),
        remedy: "do in the display link's callback what is drawn, by its `targetTimestamp`")
}
