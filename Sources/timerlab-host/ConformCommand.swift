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
        func record(_ scenario: String, _ changes: ScenarioChanges, as name: String) throws(Problem) -> Bool {
            tally.record(try workbench.conform(scenario, changes: changes, options: live), of: name)
            return !interrupts.haveCome && !console.output.isBroken
        }
        var status = ExitStatus.success
        if line.arguments.isEmpty {
            status = console.each(["the fixed set"]) { _, _ throws(Problem) in
                for path in try workbench.fixedScenarios() {
                    guard try record(path, ScenarioChanges(), as: ScenarioListing(path: path).title) else { break }
                }
                return .success
            }
        } else {
            status = console.each(line.arguments) { scenario, _ throws(Problem) in
                try record(scenario, changes, as: scenario) ? .success : .interrupted
            }
            if status == .interrupted, !interrupts.haveCome { status = .success }
        }
        return ExitStatus.severest([tally.finish(), status, interrupts.haveCome ? .interrupted : .success])
    }
}
