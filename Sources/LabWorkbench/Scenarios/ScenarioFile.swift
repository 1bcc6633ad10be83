import LabAnalysis
import LabExpectations
import LabPlatform
import LabRecording
import LabReports
import LabScenarioLanguage
import LabScenarioModel
import LabTOML
import LabTextLayout

/// A scenario file with its text, its plan and its mistakes.
package struct ScenarioFile {
    package var typed: String
    var path: String
    package var reading: ScenarioReading

    /// Its name in a command: a shipped scenario as it was typed, a file by its path.
    var argument: String { ShellText.file(ScenarioFinder.isPath(typed) ? FileSystem.shown(path) : typed) }

    package var bytes: [UInt8] { lines.bytes }

    /// The text, to quote lines from.
    package var lines: SourceText { reading.sources.sources[0].text }

    /// The text to be edited, with the changes of `--set`.
    var document: TOMLEditor {
        var document = TOMLEditor(bytes)
        for edit in reading.edits { document.apply(edit) }
        return document
    }

    func report(_ trace: Trace, _ analysis: RunAnalysis, _ verdicts: [Verdict] = []) -> RunReport {
        RunReport(trace: trace, analysis: analysis, verdicts: verdicts, file: FileSystem.shown(path), source: lines)
    }

    /// All mistakes, ready to be printed; only errors make a scenario wrong.
    package var mistakes: Problem {
        let isWrong = reading.diagnostics.contains { $0.severity == .error }
        return Problem(reading, path: typed, status: isWrong ? .wrongData : .success)
    }

    /// Probable mistakes of a scenario that can be run, if any.
    var warnings: Problem? { reading.diagnostics.isEmpty ? nil : mistakes }
}

/// The changes of a scenario from outside.
package struct ScenarioChanges {
    /// `PATH=VALUE`, in order.
    package var sets: [String]
    var seed: UInt64?
    /// The instant at which to stop, ns; nil for the scenario's own duration.
    package var until: Int64?
    /// The number of occurrences after which a run counts as endless.
    package var budget: Int64?
    /// True if expectations are held although the scenario is changed.
    package var holdsExpectations = false
    /// The profile, or the file of one, that takes the place of the scenario's `[device]`.
    package var device: String?

    package init(
        sets: [String] = [], seed: UInt64? = nil, until: Int64? = nil, budget: Int64? = nil, device: String? = nil
    ) { (self.sets, self.seed, self.until, self.budget, self.device) = (sets, seed, until, budget, device) }

    /// True if a scenario runs as it is written.
    package var altersNothing: Bool { sets.isEmpty && seed == nil && until == nil && budget == nil && device == nil }

    /// The option that changes the plan; nil if the scenario is unchanged.
    func altering(_ plan: ScenarioPlan?) -> String? {
        if holdsExpectations { return nil }
        let isShorter = until.map { until in plan.map { until < $0.duration } ?? true } ?? false
        let options =
            (sets.isEmpty ? [] : ["--set"]) + (isShorter ? ["--until"] : [])
            + (device == nil ? [] : ["--device"])
        return options.isEmpty ? nil : options.joined(separator: " and ")
    }
}

extension Workbench {
    /// Finds and reads a scenario, with the log that it replays.
    ///
    /// A scenario with mistakes is returned, too; only a file that cannot be read is a `Problem`.
    package func read(_ typed: String, sets: [String] = []) throws(Problem) -> ScenarioFile {
        let path = try finder.find(typed)
        let bytes = try InputFile.read(path, typed: typed)
        // Its mistakes are reported with its file, which an editor can open.
        return try read(bytes, typed: path == typed + ".toml" ? path : typed, path: path, sets: sets)
    }

    package func read(
        _ bytes: [UInt8], typed: String, path: String, sets: [String] = [], varied: ScenarioOverride? = nil
    ) throws(Problem) -> ScenarioFile {
        let overrides = Self.overrides(sets, of: bytes) + (varied.map { [$0] } ?? [])
        var reading = ScenarioReader.read(bytes: bytes, overrides: overrides)
        var profiles: [String: DevicePlan] = [:]
        // A file that cannot be read is a mistake where its name is.
        func beside<Value>(_ request: FileRequest, _ load: (String) throws(Problem) -> Value) throws(Problem) -> Value {
            do { return try load(Self.neighbour(request.path, of: path)) } catch {
                guard case .plain(let message, let help) = error.kind else { throw error }
                let code = DiagnosticCode.unreadableFile.rawValue
                let mistake = Diagnostic(code, message, at: request.place, help: help)
                throw Problem([mistake], reading.sources, path: typed, status: error.status)
            }
        }
        if let request = reading.profileRequest {
            profiles[request.path] = try beside(request, Self.profile)
            reading = ScenarioReader.read(bytes: bytes, overrides: overrides, profiles: profiles)
        }
        if let request = reading.replayRequest {
            let plan = reading.plan
            let log = try beside(request) { path throws(Problem) in try Self.latencies(path, request.interval, plan) }
            reading = ScenarioReader.read(
                bytes: bytes, overrides: overrides, profiles: profiles, replayed: log.latencies)
            if let plan = reading.plan { reading.plan = log.shaping(plan) }
        }
        return ScenarioFile(typed: typed, path: path, reading: reading)
    }

    /// The plan of a scenario with all changes.
    package func plan(_ file: ScenarioFile, changes: ScenarioChanges = .init()) throws(Problem) -> ScenarioPlan {
        if let fault = file.reading.overrideFaults.first { throw Problem(fault) }
        guard var plan = file.reading.plan else { throw Problem(file.reading, path: file.typed) }
        if let name = changes.device { plan.device = try Self.device(name) }
        if let seed = changes.seed { plan.seed = seed }
        if let until = changes.until { plan.duration = min(plan.duration, until) }
        if let budget = changes.budget {
            plan.budget.occurrences = budget
            plan.budget.occurrencesPerInstant = min(plan.budget.occurrencesPerInstant, budget)
        }
        if plan.title.isEmpty { plan.title = ScenarioFinder.name(of: file.path) }
        return plan
    }

    /// Reads a scenario without running it.
    package func lint(_ typed: String, sets: [String] = []) throws(Problem) -> ScenarioFile {
        let file = try read(typed, sets: sets)
        if let fault = file.reading.overrideFaults.first { throw Problem(fault) }
        return file
    }

    /// The same names, each folder replaced by the scenarios below it.
    package func expanded(_ names: [String]) -> [String] {
        names.flatMap { name in
            let scenarios = FileSystem.isDirectory(name) ? ScenarioFinder.scenarios(below: name) : []
            return scenarios.isEmpty ? [name] : scenarios
        }
    }
}
