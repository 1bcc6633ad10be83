extension FindingCode {
    /// A scenario of some length with its parts.
    static func scenario(for duration: String, _ parts: String...) -> String { scenario(for: duration, parts) }

    private static func scenario(for duration: String, _ parts: [String]) -> String {
        (["duration = \"\(duration)\""] + parts.filter { !$0.isEmpty }).joined(separator: "\n")
    }

    /// A timer `tick`, and what follows.
    static func ticking(
        kind: String = "nstimer", every interval: String = "1s", for duration: String = "5s", repeats: Bool = true,
        _ rest: String...
    ) -> String {
        let timer = """
            [[timer]]
            id = "tick"
            kind = "\(kind)"
            interval = "\(interval)"
            repeats = \(repeats)
            """
        return scenario(for: duration, [timer] + rest)
    }

    /// The same timer in the run loop of a thread that does some steps.
    static func onWorker(for duration: String, _ steps: String, timer: String = "", _ rest: String = "") -> String {
        ticking(for: duration, #"thread = "worker""#, timer, worker(steps), rest)
    }

    /// A controller that is popped while its timer runs.
    static func popped(
        _ timer: String, object keys: String = "", steps: String = #"{ pop = "controller" }"#
    ) -> String {
        ticking(timer, object("controller", keys), event("2.5s", steps))
    }

    /// A display link `link`, and what follows.
    static func link(for duration: String, _ rest: String...) -> String {
        scenario(for: duration, ["[[timer]]", #"id = "link""#, #"kind = "displaylink""#] + rest)
    }

    static func worker(_ steps: String) -> String {
        "[[thread]]\nid = \"worker\"\nstarts = \"0s\"\ndo = [\(steps)]"
    }

    static func event(_ time: String, _ steps: String) -> String {
        "[[event]]\nat = \"\(time)\"\ndo = [\(steps)]"
    }

    static func queue(_ id: String, _ keys: String...) -> String {
        (["[[queue]]", "id = \"\(id)\""] + keys).joined(separator: "\n")
    }

    static func object(_ id: String, heldBy holder: String = "navigation", _ keys: String = "") -> String {
        "[[object]]\nid = \"\(id)\"\nheld_by = \"\(holder)\"" + (keys.isEmpty ? "" : "\n" + keys)
    }
}
