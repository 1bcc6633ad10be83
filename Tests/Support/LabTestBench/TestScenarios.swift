/// A timer of 1 s for 9.5 s.
package enum TickScenario {
    package static let text = """
        duration = "9.5s"
        \(Toml.tick)

        """
}

/// A screen with a timer that its deinit ends, beside a second timer, dragged on and popped.
package enum ScreenScenario {
    package static let text = """
        duration = "12s"
        \(Toml.object("screen", by: "navigation"))
        dealloc = [{ invalidate = "tick" }]
        strong = { timer = "tick" }
        \(Toml.tick)
        style = "block"
        weak = "screen"
        do = [{ work = "10ms" }]
        \(Toml.timer("clock", "nstimer", "500ms", repeats: true))
        \(Toml.event("1.7s", #"{ mode = "tracking", for = "2s" }"#))
        \(Toml.event("8.5s", #"{ pop = "screen" }"#))
        [guard]
        "tick.skipped" = "+0"

        """
}
