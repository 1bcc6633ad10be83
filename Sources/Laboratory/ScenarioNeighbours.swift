import LogImport
import Platform
import ScenarioLanguage
import ScenarioModel
import TextLayout

/// The files that a scenario names: a log to replay, a device profile.
extension Workbench {
    /// Where a file is that a scenario names: beside the scenario, unless its path says otherwise.
    static func neighbour(_ name: String, of scenario: String) -> String {
        name.hasPrefix("/") || scenario == "-" ? name : FileSystem.joined(FileSystem.split(scenario).folder, name)
    }

    /// The latencies of the log that a scenario replays.
    ///
    /// - Throws: `Problem` for a log that cannot be read or has no time in it.
    /// - Parameter plan: the scenario, whose first timer replays them.
    static func latencies(
        _ request: ReplayRequest, of scenario: String, plan: ScenarioPlan?
    ) throws(Problem) -> LatencyLog {
        var reader = LogReader()
        try InputFile.stream(neighbour(request.path, of: scenario), typed: request.path) {
            reader.feed($0)
            return true
        }
        let log = LatencyLog(
            reader.finish(), interval: request.interval, isRelative: plan?.timers.first?.kind.row.isRelative ?? false)
        guard !log.latencies.isEmpty else {
            throw Problem(
                "\(request.path): has no time stamps to replay", help: "`timerlab analyze` says what it reads")
        }
        return log
    }

    /// The device of a built-in profile, or of the file of one.
    ///
    /// - Throws: `Problem` for a name that none has, for a file that cannot be read, and for mistakes in it.
    static func device(_ name: String) throws(Problem) -> DevicePlan {
        if let device = DeviceProfiles.builtIn[name] { return device }
        if isProfilePath(name) { return try profile(name, of: "-") }
        let known = DeviceProfiles.builtIn.keys.sorted()
        let help = Spelling.nearest(to: name, in: known).map { "did you mean '\($0)'?" }
        throw Problem(
            "no device profile is called '\(name)'", help: help ?? "profiles are \(known.joined(separator: ", "))",
            status: .usage)
    }

    /// Whether a profile's name is that of a file.
    package static func isProfilePath(_ name: String) -> Bool { name.contains("/") || name.hasSuffix(".toml") }

    /// The device profile in a file.
    ///
    /// - Throws: `Problem` for a file that cannot be read, and for mistakes in it.
    static func profile(_ path: String, of scenario: String) throws(Problem) -> DevicePlan {
        let bytes = try InputFile.read(neighbour(path, of: scenario), typed: path)
        let reading = ScenarioReader.readProfile(bytes: bytes, name: path)
        guard let device = reading.plan?.device else { throw Problem(reading, path: path) }
        return device
    }
}

extension LatencyLog {
    /// A plan whose log has the form of the replayed one, unless the scenario gives it one of its own.
    ///
    /// The epoch is such that the first point of the plan's first timer falls where the log's first one did.
    func shaping(_ plan: ScenarioPlan) -> ScenarioPlan {
        guard plan.log == LogPlan(), let firstDue else { return plan }
        var shaped = plan
        if !process.isEmpty { shaped.log.process = process }
        shaped.log.pid = pid
        shaped.log.thread = thread
        shaped.log.utcOffset = utcOffset
        let timer = plan.timers.first
        shaped.log.epoch = firstDue - ((timer?.delay ?? timer?.interval)?.scaled(1) ?? 0)
        return shaped
    }
}
