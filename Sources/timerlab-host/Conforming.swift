import LabConformance
import LabExactTime
import LabLiveRuntime
import LabPlatform
import LabScenarioModel
import LabWorkbench

extension Workbench {
    /// Runs a scenario in simulation and on the host; call it on the main thread.
    func conform(
        _ typed: String, changes: ScenarioChanges = ScenarioChanges(), options: LiveOptions
    ) throws(Problem) -> ConformanceCheck.Report {
        let file = try read(typed, sets: changes.sets)
        let whole = try plan(file, changes: changes)
        let plan: ScenarioPlan
        do { plan = try scaled(whole, options, typed: typed) } catch {
            guard case .plain(let message, _) = error.kind else { throw error }
            return ConformanceCheck.Report(verdict: .notComparable(message))
        }
        // Standard input can be read only once; the other process gets the bytes that this one has read.
        let input = typed == "-" ? String(decoding: file.bytes, as: UTF8.self) : nil
        return ConformanceCheck(usesWindows: options.host.usesWindows).run(plan) { plan, inChild in
            inChild && LiveRefusal.all(in: plan).isEmpty
                ? Self.runInChild(typed, changes, options, input: input) : Self.runHere(plan, options)
        }
    }

    /// The scenarios that every host should pass, in the shipped folder `conform`. Events that are due together are far
    /// from all others, so only order and counts matter.
    func fixedScenarios() throws(Problem) -> [String] {
        let paths = finder.shippedPaths().filter(ScenarioListing.isForConform)
        guard paths.isEmpty else { return paths }
        throw Problem("the scenarios of 'conform' are not found", help: "name scenarios of your own", status: .noInput)
    }

    private static func runHere(_ plan: ScenarioPlan, _ options: LiveOptions) -> ConformanceCheck.LiveOutcome {
        do {
            let runner = try LiveRunner(plan: plan, host: options.host)
            options.onStart? { runner.interrupt() }
            let run = runner.run()
            guard run.end != .interrupted else { return .refused("it was interrupted") }
            guard run.end != .crashed else { return .crashed }
            return .recorded(run.trace, stall: run.longestStall)
        } catch { return .refused("live runs on this host have " + (error.all.first?.what ?? "not all of it")) }
    }

    /// Runs a scenario that ends its process in another process of this program.
    private static func runInChild(
        _ typed: String, _ changes: ScenarioChanges, _ options: LiveOptions, input: String? = nil
    ) -> ConformanceCheck.LiveOutcome {
        guard let executable = ProcessEnvironment.executable else {
            return .refused("this host does not say which file a process runs")
        }
        let scale = options.timeScale
        var arguments = ["conform", "--in-child"] + changes.sets.flatMap { ["--set", $0] }
        arguments += ["--time-scale", DurationText.decimal(scale.numerator, scale: scale.denominator, digits: 6)]
        if let limit = options.limit { arguments += ["--limit", "\(limit)ns"] }
        do {
            switch try ChildProcess.run(executable, arguments + ["--", typed], input: input) {
            case .exited(0): return .survived
            case .exited(let status): return .refused("the process of its own ended with status \(status)")
            case .killed: return .crashed
            }
        } catch { return .refused("no process of its own could be started: \(error.message)") }
    }

    /// Runs a scenario that crashes, in the other process.
    func runCrashing(_ typed: String, changes: ScenarioChanges, options: LiveOptions) throws(Problem) {
        let plan = try scaled(plan(read(typed, sets: changes.sets), changes: changes), options, typed: typed)
        guard let runner = try? LiveRunner(plan: plan.onIdealHost) else { return }
        if runner.run().end == .crashed { fatalError("an uncaught exception ends this process, as it is to") }
    }
}
