extension FindingCode {
    package static let beatsWithDisplay = FindingCode(
        "TL0115", .impaired, "a timer that beats with the display",
        meaning: """
            The timer's interval is close to the length of a display frame, between half and twice as long, but not \
            equal. Some frames have one call more or less than the others.
            """,
        rule: """
            A timer keeps its own grid, not the display's. The things that it moves take two steps in one frame or \
            none, which looks like a stutter. The difference of the two rates says how often.
            """,
        source: "Apple, CADisplayLink; Apple, Timer",
        example: link(
            for: "3s", "[[timer]]", #"id = "tick""#, #"kind = "nstimer""#, #"interval = "16ms""#, "repeats = true"),
        remedy: "draw in the display link's callback, by its `targetTimestamp`")
}
