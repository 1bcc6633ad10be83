import LabScenarioModel
import LabTOML
import LabTextLayout
import LabWorkbench

/// The events around a test's own code: busy threads, drags, sleep, the background. Any scenario is a weather.
public struct Weather: Sendable, CustomStringConvertible {
    /// The name that `Weather(named:)` takes.
    public let name: String
    /// The weather in a few words.
    public var description: String { plan.title.isEmpty ? name : "\(name): \(plan.title)" }
    private(set) var source: SourceText
    let plan: ScenarioPlan

    /// The weather of a scenario; its timers run beside the test's code, and its expectations are not checked.
    ///
    /// - Throws: `Problem` when the scenario has a mistake.
    public init(scenario text: String, name: String = "scenario") throws(Problem) {
        try self.init(Workbench.ofProcess().read(Array(text.utf8), typed: name, path: name), name: name)
    }

    /// A weather of `all` by its name, or a scenario as `Scenario(file:)` finds it.
    ///
    /// - Throws: `Problem` if there is none, or if it has a mistake.
    public init(named name: String) throws(Problem) {
        if let known = Self.all.first(where: { $0.name == name }) {
            self = known
        } else {
            do { try self.init(Workbench.ofProcess().read(name), name: name) } catch {
                guard error.reason == .unknownName else { throw error }
                let names = Self.all.map(\.name)
                let question = Spelling.question(name, in: names, quote: "'") ?? error.help
                let help = [question, "The weathers are \(names.enumerated)"].compactMap { $0 }.joined(separator: " ")
                throw Problem("no weather, scenario or file named '\(name)'", help: help, status: .noInput)
            }
        }
    }

    private init(_ file: ScenarioFile, name: String) throws(Problem) {
        guard let plan = file.reading.plan else { throw Problem(file.reading, path: name) }
        (self.name, self.source, self.plan) = (name, file.lines, plan)
    }

    /// The workloads of `timerlab compare`, each for a minute and then without an end. They need no file.
    public static let all = (WeatherTexts.all["weathers"] ?? "").split(separator: "\n").compactMap { line in
        let parts = line.split(separator: " | ").map(String.init)
        // An iPhone that is also doing other things.
        let text = """
            title = "\(parts[1])"
            duration = "60s"
            event = \(parts[2])
            [device]
            wake_up = { p0 = "5us", p50 = "60us", p95 = "130us", p99 = "900us", p100 = "2ms" }
            work = { p0 = 0.9985, p50 = 1.0, p100 = 1.0015 }
            """
        var weather = try? Weather(scenario: text, name: parts[0])
        // Nobody else has this text, so its lines name nothing.
        weather?.source = SourceText(bytes: [])
        return weather
    }
}
