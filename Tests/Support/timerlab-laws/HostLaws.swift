import LabConformance
import LabInventedScenarios
import LabScenarioLanguage
import LabScenarioModel
import LabSimulation

/// Laws of invented scenarios that a host's recording is held against.
extension Law {
    static let ends = Law(
        claim: "a scenario ends with its duration or with a crash, and is written in words that run alike"
    ) { seed in
        let plan = RandomScenarios.mixed(seed: seed)
        let toml = ScenarioText(plan).toml
        guard let run = try? Simulator.record(plan), run.end == .duration || run.end == .crashed
        else { return .broken("it ends before its duration", toml: toml) }
        guard let read = ScenarioReader.read(bytes: Array(toml.utf8)).plan, let again = try? Simulator.record(read)
        else { return .broken("what is written is not understood", toml: toml) }
        return again.trace.fingerprint == run.trace.fingerprint ? .kept : .broken("it runs differently", toml: toml)
    }

    static let lateHosts = Law(
        claim: "a host that is late does not differ from the simulation", exceptions: 30
    ) { seed in
        let latest = QuantileTable(points: [
            .init(probability: 0, value: 50_000), .init(probability: 1_000_000, value: 400_000),
        ])
        guard let latest else { return .broken("its latencies are no table", toml: "") }
        return held(seed: seed, usesWindows: false) { plan in
            [plan.changing(\.device.wakeUp, to: .drawn(latest))]
        }
    }

    static let windows = Law(
        claim: "a host that fires anywhere in its windows does not differ", exceptions: 30
    ) { seed in
        held(seed: seed, usesWindows: true) { plan in
            OpenChoices.WakeInWindow.allCases.map { plan.changing(\.device.choices.wakeInWindow, to: $0) }
        }
    }

    /// Holds changed runs of a scenario against it; of a tenth of them, since each is simulated with many choices. What
    /// is certain is known from samples: of 1,000 scenarios about five differ where none of 96 samples did.
    private static func held(
        seed: UInt64, usesWindows: Bool, _ changes: (ScenarioPlan) -> [ScenarioPlan]
    ) -> Outcome {
        guard seed.isMultiple(of: 10) else { return .leftOut }
        let plan = RandomScenarios.scenario(seed: seed)
        func broken(_ place: String) -> Outcome { .broken(place, toml: ScenarioText(plan).toml) }
        guard let reference = try? ConformanceReference(plan, variants: 96, usesWindows: usesWindows) else {
            return broken("it cannot be simulated")
        }
        for changed in changes(reference.plan) {
            guard let trace = try? Simulator.record(changed).trace else { return broken("it cannot be simulated") }
            let differences = reference.compare(trace, tolerance: 6_000_000).differences
            if let first = differences.first { return .exception("\(first)", toml: ScenarioText(plan).toml) }
        }
        return .kept
    }
}

extension ScenarioPlan {
    fileprivate func changing<Value>(_ value: WritableKeyPath<ScenarioPlan, Value>, to other: Value) -> ScenarioPlan {
        var plan = self
        plan[keyPath: value] = other
        return plan
    }
}
