import Gate
import Reports

/// One number that is made worse on purpose, so that a pipeline can see its gate close.
struct Proof: Sendable {
    /// The index of the measurement that was changed.
    var index: Int
    var name: FigureName
    /// What a person is told about it.
    var note: String

    /// Breaks the first guarded number that the baseline has; without guards the first number of how often a timer
    /// fired, which is guarded for the occasion.
    ///
    /// The number is changed where it was measured, so that everything behind takes part in the proof. Nil when there
    /// is nothing to break.
    static func breaking(_ measured: inout [ScenarioMeasurement], against baselines: [BaselineFile]) -> Proof? {
        for index in measured.indices {
            guard let old = old(measured[index], baselines) else { continue }
            for guarding in measured[index].guards {
                if let proof = attempt(guarding, old, index, &measured) { return proof }
            }
        }
        for index in measured.indices {
            guard let old = old(measured[index], baselines),
                let name = old.names.first(where: { $0.figure.family == .fired })
            else { continue }
            let guarding = FigureGuard(name, allowance: 0)
            if let proof = attempt(guarding, old, index, &measured) {
                measured[index].guards.append(guarding)
                return proof
            }
        }
        return nil
    }

    private static func old(_ result: ScenarioMeasurement, _ baselines: [BaselineFile]) -> DriftNumbers? {
        result.numbers == nil ? nil : baselines[result.target.baseline].baseline?.scenarios[result.target.name]
    }

    private static func attempt(
        _ guarding: FigureGuard, _ old: DriftNumbers, _ index: Int, _ measured: inout [ScenarioMeasurement]
    ) -> Proof? {
        let name = guarding.name
        let isSampled = measured[index].isSampled(against: old)
        let reference =
            isSampled ? DriftNumbers.median((old.samples[name] ?? []).compactMap(\.self)) : old.exact[name]
        guard let reference, let worse = guarding.limit(from: reference).firstBeyond,
            measured[index].numbers?.exact[name] != nil
        else { return nil }
        measured[index].numbers?.exact[name] = worse
        if isSampled {
            measured[index].numbers?.samples[name] = old.samples[name]?.map {
                $0.flatMap { guarding.limit(from: $0).firstBeyond }
            }
        }
        let text = { name.figure.exactText(of: $0) }
        return Proof(
            index: index, name: name,
            note: "Proof: \(name.text) of \(measured[index].file) was made \(text(worse)) on purpose; "
                + "the baseline has \(text(reference)).")
    }
}

extension ScenarioMeasurement {
    /// Whether seeds are to be compared in pairs: the scenario is random, and there are enough on both sides.
    func isSampled(against old: DriftNumbers) -> Bool {
        isRandom && old.seeds >= PairedSeeds.fewest
    }
}
