import LabScenarioModel

/// What goes on around a test's own code: busy threads, drags, sleep, the background. Any scenario is one.
public struct Weather: Sendable, CustomStringConvertible {
    /// The name that `Weather(named:)` takes.
    public let name: String
    /// What the weather is, in a few words.
    public var description: String { plan.title.isEmpty ? name : "\(name): \(plan.title)" }
    let file: ScenarioFile
    let plan: ScenarioPlan

    /// The weather that a scenario describes; its timers run beside the test's code, its expectations are not held.
    ///
    /// - Throws: `Problem` when the scenario has a mistake.
    public init(scenario text: String, name: String = "scenario") throws(Problem) {
        try self.init(Workbench.ofProcess().read(Array(text.utf8), typed: name, path: name), name: name)
    }

    /// One of `all` by its name, or a shipped scenario, or the file of one.
    ///
    /// - Throws: `Problem` when there is none, or when it has a mistake.
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

    /// The workloads of `timerlab compare`, each for a minute and then as it goes on; no file is read.
    public static let all = texts.compactMap { name, text in
        try? Weather(scenario: text + device, name: name)
    }

    /// An iPhone that is also doing other things.
    private static let device = """

        [device]
        wake_up = { p0 = "5us", p50 = "60us", p95 = "130us", p99 = "900us", p100 = "2ms" }
        work    = { p0 = 0.9985, p50 = 1.0, p100 = 1.0015 }
        """

    private static let texts = [
        (
            "clear",
            """
            title    = "nothing but the wake-ups"
            duration = "60s"
            """
        ),
        (
            "light-work",
            """
            title    = "2 ms of work on the main thread every 100 ms"
            duration = "60s"
            event    = [{ id = "callback", at = "100ms", every = "100ms", do = [{ work = { p0 = "1ms", p50 = "2ms", p100 = "4ms" } }] }]
            """
        ),
        (
            "heavy-callback",
            """
            title    = "250 ms of work on the main thread every 300 ms"
            duration = "60s"
            event    = [{ id = "callback", at = "100ms", every = "300ms", do = [{ work = { p0 = "240ms", p50 = "250ms", p100 = "260ms" } }] }]
            """
        ),
        (
            "busy-main",
            """
            title    = "350 ms of work on the main thread every 2 s"
            duration = "60s"
            event    = [{ id = "layout", at = "1.03s", every = "2s", do = [{ work = { p0 = "300ms", p50 = "350ms", p100 = "400ms" } }] }]
            """
        ),
        (
            "drag",
            """
            title    = "the user drags for two seconds out of ten"
            duration = "60s"
            event    = [{ id = "drag", at = "3.03s", every = "10s", do = [{ mode = "tracking", for = "2s" }] }]
            """
        ),
        (
            "system-sleep",
            """
            title    = "the system sleeps for 15 seconds"
            duration = "60s"
            event    = [{ id = "sleep", at = "20.05s", do = [{ system_sleep = "15s" }] }]
            """
        ),
        (
            "background",
            """
            title    = "fifteen seconds in the background"
            duration = "60s"
            event    = [
                { id = "away", at = "20.05s", do = [{ background = true }] },
                { id = "back", at = "35.05s", do = [{ foreground = true }] },
            ]
            """
        ),
        (
            "burst",
            """
            title    = "two hundred blocks of 2 ms on the main queue every 5 s"
            duration = "60s"
            event    = [{ id = "answer", at = "5.03s", every = "5s", do = [{ repeat = 200, do = [{ async = "main", do = [{ work = "2ms" }] }] }] }]
            """
        ),
    ]
}
