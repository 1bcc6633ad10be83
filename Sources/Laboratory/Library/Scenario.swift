// `Problem`, which all of the library throws, is what is public there.
@_exported import LabWorkbench

/// A scenario that a test runs, in place of `timerlab run`.
///
/// ```swift
/// let report = try Scenario(file: "Tests/countdown.toml").run()
/// #expect(try report[timer: "countdown"].skipped == 0)
/// ```
public struct Scenario: Sendable {
    private let name: String
    /// The text; nil for the file of that name.
    private let text: [UInt8]?

    /// Reads a file, or a shipped scenario by its name if `TIMERLAB_SCENARIOS` is the folder with the shipped ones.
    ///
    /// - Throws: `Problem` when it cannot be read, or has a mistake.
    public init(file: String) throws(Problem) {
        (name, text) = (file, nil)
        _ = try read([])
    }

    /// Reads the text of a scenario, whose relative paths start at the current folder.
    ///
    /// - Parameter name: the file's name in messages.
    /// - Throws: `Problem` when it has a mistake.
    public init(text: String, name: String = "scenario.toml") throws(Problem) {
        (self.name, self.text) = (name, Array(text.utf8))
        _ = try read([])
    }

    /// Runs the scenario on the virtual clock.
    ///
    /// - Parameters:
    ///   - seed: nil for the scenario's own.
    ///   - changes: values in place of the scenario's, `timer.tick.interval=2s`, as `--set` takes them; expectations
    ///     are not checked for a scenario that was changed.
    /// - Throws: `Problem` when a change has no effect or is wrong, or when the run has no end.
    public func run(seed: UInt64? = nil, changes: [String] = []) throws(Problem) -> ScenarioReport {
        let outcome = try Workbench.ofProcess().run(
            read(changes), changes: ScenarioChanges(sets: changes, seed: seed), keeping: .log)
        if let problem = outcome.problems.first { throw problem }
        return ScenarioReport(outcome.report)
    }

    private func read(_ sets: [String]) throws(Problem) -> ScenarioFile {
        let workbench = Workbench.ofProcess()
        let file =
            if let text { try workbench.read(text, typed: name, path: name, sets: sets) } else {
                try workbench.read(name, sets: sets)
            }
        _ = try workbench.plan(file)
        return file
    }
}
