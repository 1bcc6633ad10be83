import CommandLineArguments
import Conformance
import ExactTime
import Laboratory
import Reports

/// `timerlab conform`: runs scenarios in simulation and on the host, and holds the recordings against each other.
struct ConformCommand: Command {
    var spec: CommandSpec {
        CommandSpec(
            name: "conform",
            abstract: "Run scenarios in simulation and on this host, and compare what happened.",
            discussion: """
                Both have to show the same firings in the same order, each for the same point of its grid, the same log \
                lines and the same answers of run calls, and no lateness that the host's own noise does not explain. What \
                comes to something else because two things are due closer together than the noise is left out, and listed \
                with them. A scenario that differs is run again before the difference counts. Without a file, a short fixed set is run.
                """,
            options: [
                .option(
                    "random", value: "N", help: "Invent N scenarios instead, and shrink each one that differs."),
                .option("seed", value: "N", defaultText: "1", help: "With --random: the first scenario's seed."),
                .option("set", value: "PATH=VALUE", isRepeatable: true, help: "Change a value of the scenarios."),
                .flag("in-child", help: "Run one scenario and say nothing.", isHidden: true),
                .flag("late-in-window", help: "Fire late inside each window, as macOS may.", isHidden: true),
                .flag("without-ports", help: "Do without ports, as when there are none left.", isHidden: true),
            ] + LiveArguments.speed,
            arguments: [
                ArgumentSpec(
                    "SCENARIO", help: "A file, the name of a shipped scenario, or - for standard input.",
                    isOptional: true, isRepeating: true, hint: .file(extensions: ["toml"]))
            ],
            examples: [
                ExampleSpec("timerlab conform", "Does this host keep the rules? Takes some twenty seconds."),
                ExampleSpec("timerlab conform Scenarios/*.toml --time-scale 10 --limit 5s", "The shipped scenarios."),
                ExampleSpec("timerlab conform --random 100 --seed 7", "A hundred invented ones."),
            ],
            exitStatus: Commands.exitStatus.filter { $0.status != 2 })
    }

    func files(_ line: ParsedCommand) -> FileUse {
        FileUse(scenarios: line.arguments, sets: line.values("set"))
    }

    func run(_ line: ParsedCommand, on console: Console) throws(UsageError) -> ExitStatus {
        var live = try LiveArguments.options(line, command: "conform")
        if line.flag("late-in-window") { live.host = live.host.lateInWindow }
        if line.flag("without-ports") { live.host.hasPorts = false }
        let stop = StopFlag()
        let interrupts = console.interrupts
        live.onStart = { end in
            interrupts.catchNext {
                stop.set()
                end()
            }
        }
        let options = ConformanceOptions(live: live)
        let changes = ScenarioChanges(sets: line.values("set"))
        let workbench = Workbench.ofProcess()
        if line.flag("in-child") { return runAsChild(line, changes, options, workbench, console) }
        let tally = ConformanceTally(console)
        interrupts.catchNext { stop.set() }
        defer { interrupts.catchNext(nil) }
        func add(_ outcome: ConformanceOutcome) -> Bool {
            tally.add(outcome)
            return !stop.isSet && !console.output.isBroken
        }
        if let text = line.value("random") {
            let count = try number(text, "--random")
            var seed: UInt64 = 1
            if let text = line.value("seed") { seed = try number(text, "--seed") }
            workbench.conformRandom(count: count, seed: seed, options: options, each: add)
        } else if line.arguments.isEmpty {
            do {
                try workbench.conformFixed(options: options, each: add)
            } catch {
                console.complain(error)
                tally.note(error.status)
            }
        } else {
            for scenario in line.arguments {
                do {
                    guard add(try workbench.conform(scenario, changes: changes, options: options)) else { break }
                } catch {
                    console.complain(error)
                    tally.note(error.status)
                }
            }
        }
        if stop.isSet { tally.note(.interrupted) }
        return tally.finish()
    }

    private func runAsChild(
        _ line: ParsedCommand, _ changes: ScenarioChanges, _ options: ConformanceOptions, _ workbench: Workbench,
        _ console: Console
    ) -> ExitStatus {
        do {
            for scenario in line.arguments {
                try workbench.runCrashing(scenario, changes: changes, options: options.live)
            }
            return .success
        } catch {
            console.complain(error)
            return error.status
        }
    }

    private func number(_ text: String, _ option: String) throws(UsageError) -> UInt64 {
        guard let number = UInt64(text) else {
            throw LiveArguments.wrong(text, option, "a whole number", "conform")
        }
        return number
    }
}
