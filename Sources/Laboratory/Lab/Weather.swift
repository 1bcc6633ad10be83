import LabScenarioModel

/// The events around a test's own code: busy threads, drags, sleep, the background. Any scenario is a weather.
public struct Weather: Sendable, CustomStringConvertible {
    /// The name that `Weather(named:)` takes.
    public let name: String
    /// The weather in a few words.
    public var description: String { plan.title.isEmpty ? name : "\(name): \(plan.title)" }
    let file: ScenarioFile
    let plan: ScenarioPlan

    /// The weather of a scenario; its timers run beside the test's code, and its expectations are not checked.
    ///
    /// - Throws: `Problem` when the scenario has a mistake.
    public init(scenario text: String, name: String = "scenario") throws(Problem) {
        try self.init(Workbench.ofProcess().read(Array(text.utf8), typed: name, path: name), name: name)
    }

    /// A weather of `all` by its name, or a shipped scenario, or the file of one.
    ///
    /// - Throws: `Problem` if there is none, or if it has a mistake.
    public init(named name: String) throws(Problem) {
        if let known = Weather.all.first(where: { $0.name == name }) {
            self = known
        } else {
            try self.init(Workbench.ofProcess().read(name), name: name)
        }
    }

    private init(_ file: ScenarioFile, name: String) throws(Problem) {
        guard let plan = file.reading.plan else { throw Problem(file.reading, path: name) }
        (self.name, self.file, self.plan) = (name, file, plan)
    }

    // MARK: The workloads of `timerlab compare`

    /// The workloads of `timerlab compare`, each for a minute and then without an end. They need no file.
    public static let all = workloads.compactMap { name, title, events in
        // An iPhone that is also doing other things.
        let text = """
            title = "\(title)"
            duration = "60s"
            event = [\(events)]
            [device]
            wake_up = { p0 = "5us", p50 = "60us", p95 = "130us", p99 = "900us", p100 = "2ms" }
            work = { p0 = 0.9985, p50 = 1.0, p100 = 1.0015 }
            """
        return try? Weather(scenario: text, name: name)
    }

    private static func event(_ id: String, _ at: String, every: String? = nil, _ step: String) -> String {
        let every = every.map { "every = \"\($0)\", " } ?? ""
        return "{ id = \"\(id)\", at = \"\(at)\", \(every)do = [{ \(step) }] }"
    }

    private static func work(_ least: Int, _ middle: Int, _ most: Int) -> String {
        "work = { p0 = \"\(least)ms\", p50 = \"\(middle)ms\", p100 = \"\(most)ms\" }"
    }

    private static let blocks = #"repeat = 200, do = [{ async = "main", do = [{ work = "2ms" }] }]"#

    private static let workloads = [
        ("clear", "nothing but the wake-ups", ""),
        ("light-work", "2 ms of work every 100 ms", event("callback", "100ms", every: "100ms", work(1, 2, 4))),
        (
            "heavy-callback", "250 ms of work every 300 ms",
            event("callback", "100ms", every: "300ms", work(240, 250, 260))
        ),
        ("busy-main", "350 ms of work every 2 s", event("layout", "1.03s", every: "2s", work(300, 350, 400))),
        ("drag", "a drag of 2 s every 10 s", event("drag", "3.03s", every: "10s", #"mode = "tracking", for = "2s""#)),
        ("system-sleep", "the system sleeps for 15 s", event("sleep", "20.05s", #"system_sleep = "15s""#)),
        (
            "background", "15 s in the background",
            event("away", "20.05s", "background = true") + ", " + event("back", "35.05s", "foreground = true")
        ),
        ("burst", "200 blocks of 2 ms on the main queue every 5 s", event("answer", "5.03s", every: "5s", blocks)),
    ]
}
