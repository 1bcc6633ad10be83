import LabExactTime
import LabLiveRuntime
import LabScenarioLanguage
import LabScenarioModel
import LabSimulation
import LabWorkbench

/// The options of a run on the host.
struct LiveOptions {
    /// The divisor of all durations.
    var timeScale = Rational.one
    /// The instant at which to stop, ns; nil for the scenario's own duration.
    var limit: Int64?
    /// The host's windows and ports, which tests can replace.
    var host = HostTraits.own
    /// Called once a second with the time that has passed and the length of the run, ns.
    var everySecond: (@Sendable (_ passed: Int64, _ duration: Int64) -> Void)?
    /// Called with the differences between the host and Darwin.
    var onNote: (@Sendable (String) -> Void)?
    /// Called with a function that ends the run early.
    var onStart: (@Sendable (_ stop: @escaping @Sendable () -> Void) -> Void)?
}

extension Workbench {
    /// Runs a scenario on the host's own run loops and queues, in real time; call it on the main thread.
    ///
    /// A scenario's expectations are about the virtual clock and are not checked on a host.
    func runLive(
        _ typed: String, changes: ScenarioChanges = ScenarioChanges(), options: LiveOptions
    ) throws(Problem) -> RunOutcome {
        let file = try read(typed, sets: changes.sets)
        let plan = try scaled(plan(file, changes: changes), options, typed: typed)
        // The budget of the simulation that shows if the scenario crashes.
        if let result = try? Simulator.record(plan.boundedBudget), result.end == .crashed {
            throw Problem(
                "\(typed): this scenario crashes the process that runs it",
                help: "`timerlab-host conform` runs such a scenario in a process of its own")
        }
        let run = try recordLive(plan, options, file: file)
        for note in LiveNotes.all(of: plan, on: options.host) { options.onNote?(note) }
        var outcome = RunOutcome(run.trace, of: file)
        switch run.end {
        case .duration, .untilFired: break
        case .interrupted: outcome.status = .interrupted
        case .crashed: outcome.status = .failed
        case .tooMuch:
            let time = DurationText.format(run.trace.duration)
            let problem = Problem(
                "\(typed): stopped after \(time): more happened than can be kept", help: "stop it earlier with --limit")
            (outcome.problems, outcome.status) = ([problem], problem.status)
        }
        return outcome
    }

    /// The plan at another speed, cut at its end.
    func scaled(_ plan: ScenarioPlan, _ options: LiveOptions, typed: String) throws(Problem) -> ScenarioPlan {
        var plan = plan
        if options.timeScale != .one {
            plan = plan.sped(up: options.timeScale)
            if let shortest = plan.shortestInterval, shortest < Rational(whole: 20_000_000),
                let interval = shortest.scaled(1)
            {
                throw Problem(
                    "\(typed): an interval would shrink to \(DurationText.format(interval)), "
                        + "which the host's noise would swallow",
                    help: "with --time-scale no interval may fall below 20ms", status: .usage)
            }
        }
        if let limit = options.limit { plan.duration = min(plan.duration, limit) }
        return plan
    }

    func recordLive(_ plan: ScenarioPlan, _ options: LiveOptions, file: ScenarioFile) throws(Problem) -> LiveRun {
        do {
            let runner = try LiveRunner(plan: plan, host: options.host)
            options.onStart? { runner.interrupt() }
            return runner.run(everySecond: options.everySecond)
        } catch {
            let diagnostics = error.all.map { refusal in
                Diagnostic(
                    DiagnosticCode.notOnThisHost.rawValue, "live runs on this host have " + refusal.what,
                    at: refusal.place,
                    help: "'timerlab run' simulates it")
            }
            throw Problem(diagnostics, file.reading.sources, path: file.typed)
        }
    }
}
