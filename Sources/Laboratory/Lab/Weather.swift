import LabScenarioModel

/// The events around a test's own code: busy threads, drags, sleep, the background. Any scenario is a weather.
public struct Weather: Sendable, CustomStringConvertible {
    /// The name that `Weather(named:)` takes.
    public let name: String
    /// The weather in a few words.
    public var description: String { plan.title.isEmpty ? name : "\(name): \(plan.title)" }
    let file: ScenarioFile
    let plan: ScenarioPlan

    /// The weather that a scenario describes; its timers run beside the test's code, its expectations are not held.
    ///
    /// - Throws: `Problem` when the scenario has a mistake.
    public init(scenario text: String, name: String = "scenario") throws(Problem) {
        try self.init(Workbench.ofProcess().read(Array(text.utf8), typed: name, path: name), name: name)
    }

    /// A weather of `all` by its name, or a shipped scenario, or the file of one.
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

    /// The workloads of `timerlab compare`, each for a minute and then without an end; no file is read.
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

    private static func work(_ id: String, at: String, every: String, from p0: Int, _ p50: Int, to p100: Int) -> String
    {
        #"{ id = "\#(id)", at = "\#(at)", every = "\#(every)", do = [{ work = { p0 = "\#(p0)ms", p50 = "\#(p50)ms", p100 = "\#(p100)ms" } }] }"#
    }

    private static let workloads = [
        ("clear", "nothing but the wake-ups", ""),
        (
            "light-work", "2 ms of work on the main thread every 100 ms",
            work("callback", at: "100ms", every: "100ms", from: 1, 2, to: 4)
        ),
        (
            "heavy-callback", "250 ms of work on the main thread every 300 ms",
            work("callback", at: "100ms", every: "300ms", from: 240, 250, to: 260)
        ),
        (
            "busy-main", "350 ms of work on the main thread every 2 s",
            work("layout", at: "1.03s", every: "2s", from: 300, 350, to: 400)
        ),
        (
            "drag", "the user drags for two seconds out of ten",
            #"{ id = "drag", at = "3.03s", every = "10s", do = [{ mode = "tracking", for = "2s" }] }"#
        ),
        (
            "system-sleep", "the system sleeps for 15 seconds",
            #"{ id = "sleep", at = "20.05s", do = [{ system_sleep = "15s" }] }"#
        ),
        (
            "background", "fifteen seconds in the background",
            #"{ id = "away", at = "20.05s", do = [{ background = true }] }, { id = "back", at = "35.05s", do = [{ foreground = true }] }"#
        ),
        (
            "burst", "two hundred blocks of 2 ms on the main queue every 5 s",
            #"{ id = "answer", at = "5.03s", every = "5s", do = [{ repeat = 200, do = [{ async = "main", do = [{ work = "2ms" }] }] }] }"#
        ),
    ]
}
