import LabCommandLine
import LabWorkbench

/// `timerlab-host conform`: runs scenarios in simulation and on the host, and compares the recordings.
struct ConformCommand: Command {
    private static let inChild = Flag("in-child", isHidden: true)
    private static let lateInWindow = Flag("late-in-window", isHidden: true)
    private static let withoutPorts = Flag("without-ports", isHidden: true)

    let word = "conform"
    var options: [any DeclaredOption] {
        [Options.set, Self.inChild, Self.lateInWindow, Self.withoutPorts, Options.timeScale, Options.limit]
    }
    var arguments: [ArgumentSpec] { [.scenario(isOptional: true, isRepeating: true)] }

    func run(_ line: ParsedCommand, on console: Console) throws -> ExitStatus {
        var live = line.liveOptions
        if line[Self.lateInWindow] { live.host = live.host.lateInWindow }
        if line[Self.withoutPorts] { live.host.hasPorts = false }
        let interrupts = console.interrupts
        live.onStart = { end in
            interrupts.catchNext(end)
            // An interruption before the run began.
            if interrupts.haveCome { end() }
        }
        let changes = ScenarioChanges(sets: line.all(Options.set))
        let workbench = Workbench.ofProcess()
        if line[Self.inChild] {
            return console.each(line.arguments) { scenario, _ throws(Problem) in
                try workbench.runCrashing(scenario, changes: changes, options: live)
                return .success
            }
        }
        let tally = ConformanceTally(console)
        interrupts.catchNext {}
        defer { interrupts.catchNext(nil) }
        let isFixedSet = line.arguments.isEmpty
        let scenarios = isFixedSet ? try workbench.fixedScenarios() : line.arguments
        let status = console.each(scenarios) { scenario, _ throws(Problem) in
            let report = try workbench.conform(
                scenario, changes: isFixedSet ? ScenarioChanges() : changes, options: live)
            tally.record(report, of: isFixedSet ? ScenarioListing(path: scenario).title : scenario)
            return interrupts.haveCome ? .interrupted : .success
        }
        return ExitStatus.severest([tally.finish(), status, interrupts.haveCome ? .interrupted : .success])
    }
}
