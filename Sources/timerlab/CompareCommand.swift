import LabCommandLine
import LabReports
import LabScenarioLanguage
import LabTextLayout
import LabWorkbench

/// `timerlab compare`: the same workloads with each mechanism, side by side.
struct CompareCommand: Command {
    private static let scenario = Option("scenario", value: "FILE", .file("toml"), isRepeatable: true)
    private static let all = Flag("all")
    private static let device = Option(
        "device", value: "PROFILE",
        ValueKind("a profile", hint: .names({ _ in DeviceProfiles.names }, files: ["toml"])) { $0 })

    let word = "compare"
    var options: [any DeclaredOption] {
        [Self.scenario, Self.all, Options.format, Options.html, Self.device, Options.set, Options.seed]
    }
    var arguments: [ArgumentSpec] {
        [
            ArgumentSpec(
                name: "NAME", isOptional: true, isRepeating: true,
                hint: .names(
                    { _ in
                        Mechanism.names + Mechanism.all.flatMap(\.otherPlaces)
                            + Workbench.ofProcess().finder.shippedNames
                    }, files: ["toml", "jsonl"]))
        ]
    }
    var values: [String: String] {
        ["mechanisms": Mechanism.names.joined(separator: " "), "seeds": "\(Workbench.comparedSeeds)"]
    }

    func run(_ line: ParsedCommand, on console: Console) throws -> ExitStatus {
        let changes = ScenarioChanges(sets: line.all(Options.set), seed: line[Options.seed], device: line[Self.device])
        if changes.device != nil, let set = changes.sets.first(where: { $0.hasPrefix("device.") }) {
            throw UsageError("--device takes the place of the whole [device]: --set \(quoted(set)) would be lost")
        }
        let workbench = Workbench.ofProcess()
        let scenarios = line.all(Self.scenario)
        let (mechanisms, names) = try subjects(line, workbench)
        let outcome =
            names.isEmpty
            ? try Progress.during("comparing") {
                try workbench.compare(mechanisms, scenarios: scenarios, changes: changes)
            } : try workbench.compare(files: names, changes: changes)
        let report = outcome.report
        console.write(report.page, as: line[Options.format], json: report.writeJSON, csv: report.writeCSV)
        let shown = line[Options.html].map { path in console.write(to: path) { PageHTML().write(report.page, to: $0) } }
        for problem in outcome.problems { console.complain(problem) }
        return ExitStatus.severest([outcome.status, shown ?? .success])
    }

    func files(_ line: ParsedCommand) -> FileUse {
        let scenarios = line.arguments.filter { (try? Mechanism(parsing: $0)) == nil } + line.all(Self.scenario)
        return FileUse(
            scenarios: scenarios, sets: line.all(Options.set),
            others: line.all(Self.device).filter(Workbench.isProfilePath), readsShipped: scenarios.isEmpty,
            outputs: line.outputs(of: Options.html))
    }

    /// The mechanisms to compare, or the scenarios and earlier results, as they were typed.
    private func subjects(
        _ line: ParsedCommand, _ workbench: Workbench
    ) throws -> (mechanisms: [Mechanism], scenarios: [String]) {
        var mechanisms: [Mechanism] = []
        var scenarios: [String] = []
        for name in line.arguments {
            if let mechanism = try mechanism(name, workbench) {
                if mechanisms.contains(mechanism) {
                    throw UsageError(
                        "\(quoted(name)) is \(mechanism.name), which is compared already: name another one")
                }
                mechanisms.append(mechanism)
            } else {
                scenarios.append(name)
            }
        }
        if scenarios.isEmpty {
            if line[Self.all] { mechanisms += Mechanism.all.filter { !mechanisms.contains($0) } }
            if mechanisms.count > 1 { return (mechanisms, []) }
            let known = Mechanism.names.joined(separator: ", ")
            throw UsageError("name two mechanisms or more, or --all; there are \(known)")
        }
        if let name = scenarios.first, !mechanisms.isEmpty {
            throw UsageError(
                "\(quoted(name)) is a scenario: compare mechanisms with mechanisms, scenarios with scenarios")
        }
        if line[Self.all] || !line.all(Self.scenario).isEmpty {
            throw UsageError("--all and --scenario go with mechanisms, not with scenarios")
        }
        if scenarios.count < 2 {
            throw UsageError(
                "one scenario alone cannot be compared: name another",
                suggestion: "timerlab compare nstimer gcd --scenario \(scenarios[0])")
        }
        return ([], scenarios)
    }

    /// The mechanism of that name; nil for a path, and for the name of a scenario.
    private func mechanism(_ text: String, _ workbench: Workbench) throws -> Mechanism? {
        if ScenarioFinder.isPath(text) || text.lowercased().hasSuffix(".jsonl") { return nil }
        do throws(Mechanism.Fault) { return try Mechanism(parsing: text) } catch {
            switch error {
            case .unknownKind(let word):
                if try workbench.isScenario(text) { return nil }
                let near =
                    Spelling.nearest(to: word, in: Mechanism.names).map { $0 + text.dropFirst(word.count) }
                    ?? Spelling.nearest(to: text, in: workbench.finder.shippedNames)
                throw UsageError(
                    "no mechanism, scenario or file named \(quoted(text)); 'timerlab list' shows the shipped scenarios, "
                        + "mechanisms are \(Mechanism.names.joined(separator: ", "))", suggestion: near)
            case .unknownPlace(let place, let kind, let known):
                throw UsageError(
                    unknown: "place \(quoted(place)) for \(kind)", of: known,
                    suggestion: Spelling.nearest(to: place, in: known).map { "\(kind)@\($0)" })
            case .unknownMode(let mode):
                let near = Spelling.nearest(to: mode, in: Mechanism.modeNames)
                throw UsageError(
                    unknown: "mode \(quoted(mode))", of: Mechanism.modeNames,
                    suggestion: near.map { text.prefix { $0 != "+" } + "+" + $0 })
            case .hasNoModes(let kind):
                throw UsageError("\(quoted(text)): \(kind) has no modes, since no run loop serves it")
            }
        }
    }
}
