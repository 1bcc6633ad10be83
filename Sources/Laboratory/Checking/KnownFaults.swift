import LabAnalysis
import LabGate
import LabReports

/// The faults of scenarios beside those of their baseline, so that none becomes the norm in silence.
struct KnownFaults {
    private typealias Fault = (name: String, file: String)

    private let measured: [ScenarioMeasurement]
    private let file: BaselineFile

    init(_ measured: [ScenarioMeasurement], _ file: BaselineFile) { (self.measured, self.file) = (measured, file) }

    /// `3 faults taken into the baseline: TL0301 screen (screen.toml), …`; empty if an update accepts none.
    var taken: [String] {
        line(faults { new, old in !old.contains(new) }, "taken into the baseline")
    }

    /// `2 known faults in the baseline: …`; empty if the baseline has none.
    var known: [String] {
        file.baseline == nil ? [] : line(faults { new, old in old.contains(new) }, "known from the baseline")
    }

    private func faults(where isMeant: (_ new: String, _ old: [String]) -> Bool) -> [Fault] {
        measured.flatMap { result -> [Fault] in
            let old = file.baseline?.scenarios[result.target.name]?.faults ?? []
            return (result.numbers?.faults ?? []).filter { isMeant($0, old) }.map { ($0, result.target.name) }
        }
    }

    private static let shown = 3

    private func line(_ faults: [Fault], _ what: String) -> [String] {
        guard !faults.isEmpty else { return [] }
        let names = faults.prefix(Self.shown).map { "\($0.name) (\($0.file))" }
        let more = faults.count > names.count ? ["and \(faults.count - names.count) more"] : []
        return ["\(Plural.of(faults.count, "fault")) \(what): " + (names + more).joined(separator: ", ")]
    }
}
