import LabExactTime
import LabLogImport
import LabPlatform
import LabScenarioLanguage
import LabScenarioModel
import LabTextLayout

/// The files that a scenario names: a log to replay, a device profile.
extension Workbench {
    /// The path of a file that a scenario names: beside the scenario, unless it is absolute.
    static func neighbour(_ name: String, of scenario: String) -> String {
        name.hasPrefix("/") || scenario == "-" ? name : FileSystem.joined(FileSystem.split(scenario).folder, name)
    }

    /// The changes of the command line; a file that they name gets an absolute path from where they were typed.
    static func overrides(_ sets: [String], of bytes: [UInt8]) -> [ScenarioOverride] {
        let overrides = sets.map { ScenarioOverride($0) }
        guard sets.contains(where: { $0.hasPrefix("device.") }) else { return overrides }
        let reading = ScenarioReader.read(bytes: bytes, overrides: overrides)
        return reading.requests.reduce(overrides) { changes, request in
            let isTyped = reading.sources.locate(request.place).source.label != nil
            guard isTyped, !request.path.hasPrefix("/"), let here = FileSystem.realPath(".") else { return changes }
            let path = FileSystem.joined(here, request.path)
            return changes.map { ScenarioOverride($0.argument.replacing(request.path, with: path)) }
        }
    }

    /// The latencies of the log that a scenario replays by its first timer.
    static func latencies(_ path: String, _ interval: Int64, _ plan: ScenarioPlan?) throws(Problem) -> LatencyLog {
        let shown = FileSystem.shown(path)
        var reader = LogReader()
        try InputFile.stream(path, typed: shown) { reader.feed($0) }
        let reading = reader.finish()
        let log = LatencyLog(reading, interval: interval, isRelative: plan?.timers.first?.kind.row.isRelative ?? false)
        guard !log.latencies.isEmpty else {
            throw Problem("\(shown): has no time stamps to replay", help: "`timerlab analyze` says what it reads")
        }
        // Lines far more often are of another interval, or of several timers.
        guard log.usualStep >= interval / 2 else {
            throw Problem(
                "\(shown): its lines come every \(DurationText.format(log.usualStep)), and the interval of its timer is "
                    + DurationText.format(interval),
                help: "`timerlab analyze` tells its timers apart; 'interval' beside 'replay' sets another interval")
        }
        return log
    }

    static func device(_ name: String) throws(Problem) -> DevicePlan {
        if let device = DeviceProfiles.builtIn(name) { return device }
        if isProfilePath(name) { return try profile(name) }
        let known = DeviceProfiles.names.sorted()
        let help = Spelling.question(name, in: known, quote: "'") ?? "profiles are \(known.joined(separator: ", "))"
        throw Problem("no device profile is called '\(name)'", help: help, status: .usage)
    }

    /// True if a profile's name is that of a file.
    package static func isProfilePath(_ name: String) -> Bool { name.contains("/") || name.hasSuffix(".toml") }

    static func profile(_ path: String) throws(Problem) -> DevicePlan {
        let shown = FileSystem.shown(path)
        let bytes = try InputFile.read(path, typed: shown)
        let reading = ScenarioReader.readProfile(bytes: bytes, name: ScenarioFinder.name(of: path))
        guard let device = reading.plan?.device else { throw Problem(reading, path: shown) }
        return device
    }
}

/// A timer's real log, for a replay as wake-up latencies.
struct LatencyLog {
    /// The times from due point to line, in order, ns.
    var latencies: [Int64] = []
    /// The first due point, ns since 1970.
    var firstDue: Int64?
    /// The usual time from line to line, ns.
    private(set) var usualStep = Int64.max
    private var form = LogPlan()

    /// Reads the timer with the most lines.
    ///
    /// A timer is due at the first point of its grid after its latest line. So a line that left out points is as late
    /// as the first of them, and the same timer prints the same log again.
    ///
    /// - Parameter isRelative: true if the timer that replays it is armed again after each callback.
    init(_ log: LogReading, interval: Int64, isRelative: Bool = false) {
        guard interval > 0, let timer = log.timers.max(by: { $0.times.count < $1.times.count }) else { return }
        let steps = timer.times.steps
        if !steps.isEmpty { usualStep = steps.value(atRank: steps.count / 2) }
        if !timer.process.isEmpty { form.process = timer.process }
        (form.pid, form.utcOffset) = (timer.pid, log.utcOffset)
        form.thread = timer.threads.first.flatMap { log.threads[at: $0] } ?? 0
        if isRelative {
            firstDue = timer.times.first
            latencies = [0] + steps.map { max(0, $0 - interval) }
            return
        }
        let length = Rational(whole: interval)
        let anchor = GridPlan(timer, interval: length).first { _ in true }?.due ?? timer.times.first ?? 0
        let grid = Grid(anchor: anchor, interval: length)
        var next = anchor
        for time in timer.times {
            latencies.append(max(0, time - next))
            next = grid.point(grid.firstIndex(after: max(time, next))) ?? .max
        }
        firstDue = anchor
    }

    /// A plan whose log has the form of the replayed one, unless the scenario gives it one of its own.
    ///
    /// The epoch makes the first point of the plan's first timer coincide with the log's.
    func shaping(_ plan: ScenarioPlan) -> ScenarioPlan {
        guard plan.log == LogPlan(), let firstDue else { return plan }
        let timer = plan.timers.first
        var shaped = plan
        shaped.log = form
        shaped.log.epoch = firstDue - ((timer?.delay ?? timer?.interval)?.scaled(1) ?? 0)
        return shaped
    }
}
