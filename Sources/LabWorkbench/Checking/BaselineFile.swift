import LabExactTime
import LabGate
import LabPlatform
import LabReports

/// A baseline file, as it was found and as an update writes it.
struct BaselineFile {
    let path: String
    /// True if it may only name scenarios that are checked.
    let isWhole: Bool
    private let found: Result<Baseline?, Problem>

    init(path: String, isWhole: Bool) {
        (self.path, self.isWhole) = (path, isWhole)
        found = Result { () throws(Problem) in try Self.read(path) }
    }

    private static func read(_ path: String) throws(Problem) -> Baseline? {
        // Nobody named a FIFO beside the scenarios, and reading it may never end.
        if FileSystem.split(path).name == CheckTargets.baselineName, FileSystem.kind(of: path) == .success(.pipe) {
            throw Problem(path: path, .notAFile)
        }
        let bytes: [UInt8]
        do { bytes = try InputFile.read(path, typed: path) } catch {
            if error.reason == .missing { return nil }
            throw error
        }
        do { return try Baseline(reading: bytes) } catch {
            let help =
                error.isConflict
                ? "take either side of the conflict, then run `timerlab check --update`"
                : "correct the line, or delete the file and run `timerlab check --update`"
            throw Problem("\(path):\(error.line): \(error.message)", help: help)
        }
    }

    var shown: String { FileSystem.shown(path) }

    /// The problem of a file that is no baseline; it may be something else and is not overwritten.
    var problem: Problem? { if case .failure(let problem) = found { problem } else { nil } }

    /// The baseline of any version: an earlier one gives its numbers to an update only.
    private var numbers: Baseline? { (try? found.get()) ?? nil }

    var oldVersion: Int? { numbers?.oldVersion }

    var baseline: Baseline? { oldVersion == nil ? numbers : nil }

    /// The baseline with the measured numbers in place of its own.
    ///
    /// A scenario that was not measured keeps its numbers; one that is gone from a whole folder loses them.
    private func updated(with measured: [ScenarioMeasurement]) -> Baseline {
        let old = Baseline(scenarios: numbers?.scenarios ?? [:])
        var new = isWhole ? Baseline() : old
        for result in measured {
            new.scenarios[result.target.name] = result.numbers?.kept ?? old.scenarios[result.target.name]
        }
        // A scenario without numbers has no line.
        new.scenarios = new.scenarios.filter { !$0.value.isEmpty }
        return new
    }

    /// Merges the measured numbers into the file as it is now: other processes may have updated it.
    ///
    /// - Returns: the new baseline, and true if it was written; an equal file is left alone.
    func update(
        with measured: [ScenarioMeasurement], temporaries: TemporaryFiles
    ) throws(Problem) -> (baseline: Baseline, isWritten: Bool) {
        // An advisory lock of the folder (`flock`) leaves no file and ends with its process.
        let folder = FileSystem.split(FileSystem.realPath(path) ?? path).folder
        let descriptor: Descriptor
        do { descriptor = try Descriptor(opening: folder, for: .locking) } catch { throw Problem(writing: path, error) }
        // Closing releases the lock.
        defer { try? descriptor.close() }
        // Other processes need milliseconds.
        do { try descriptor.lock(patience: 1000) } catch { throw Problem(writing: path, error) }
        let latest = BaselineFile(path: path, isWhole: isWhole)
        if let problem = latest.problem { throw problem }
        let new = latest.updated(with: measured)
        if latest.baseline == new { return (new, false) }
        try OutputFile.write(path, temporaries: temporaries) { $0.write(new.text) }
        return (new, true)
    }

    /// The faults that the baseline knows, or that an update takes into it, so that none becomes the norm in silence:
    /// `3 faults taken into the baseline: TL0301 screen (screen.toml), …`.
    func faults(of measured: [ScenarioMeasurement], areKnown: Bool) -> [String] {
        let faults = measured.flatMap { result in
            let old = baseline?.scenarios[result.target.name]?.faults ?? []
            let new = result.numbers?.faults ?? []
            return new.filter { old.contains($0) == areKnown }.map { "\($0) (\(result.target.name))" }
        }
        guard !faults.isEmpty else { return [] }
        let what = areKnown ? "known from the baseline" : "taken into the baseline"
        let more = faults.count > 3 ? ["and \(faults.count - 3) more"] : []
        return ["\(Plural.of(faults.count, "fault")) \(what): " + (faults.prefix(3) + more).joined(separator: ", ")]
    }

    func points(for measured: [ScenarioMeasurement]) -> [CheckPoint] {
        if let problem { return [CheckPoint(.baseline, .faulty, name: "unusable", message: problem.summary)] }
        if let oldVersion {
            let message = "written by timerlab \(oldVersion); `timerlab check --update` carries it over"
            return [CheckPoint(.baseline, .failed, name: "version \(oldVersion)", message: message)]
        }
        guard let baseline else {
            let message = "there is nothing to compare with yet"
            return [CheckPoint(.baseline, .failed, name: CheckSuite.missing, message: message)]
        }
        let known = Set(measured.map(\.target.name))
        let stale = isWhole ? baseline.scenarios.keys.filter { !known.contains($0) } : []
        guard !stale.isEmpty else { return [CheckPoint(.baseline, .passed, name: "up to date")] }
        func isGuarded(_ name: String) -> Bool { baseline.scenarios[name]?.isGuarded == true }
        return [
            CheckPoint(
                .baseline, stale.contains(where: isGuarded) ? .failed : .moved, name: "stale",
                message: "it has numbers of scenarios that are gone",
                details: stale.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
                    .map { $0 + (isGuarded($0) ? ", guarded" : "") })
        ]
    }
}
