import LabCatalogue
import LabScenarioModel
import Testing

@Suite("The table of figures")
struct FigureTableTests {
    @Test("says in one sentence what each figure means, and more below it", arguments: Figure.Family.allCases)
    func sentences(family: Figure.Family) {
        #expect(family.meaning.hasSuffix(".") && family.meaning.first?.isUppercase == true)
        #expect(!family.meaning.dropLast().contains(".") && !family.meaning.contains("\n"))
        #expect(family.meaning.count < 100)
        #expect(!family.explanation.isEmpty && family.explanation.hasSuffix("."))
        #expect(!family.example.isEmpty)
    }

    @Test("names each statistic once, and percentiles with what they count", arguments: Figure.Family.allCases)
    func statistics(family: Figure.Family) {
        let row = family.row
        #expect(Set(row.statistics).count == row.statistics.count)
        #expect(row.statistics.contains { $0.neededSample > 1 } == !row.sample.isEmpty)
        #expect(row.statistics.isEmpty || !row.statistics.contains(.value) || family.plainStatistic == .value)
        if let plain = family.plainStatistic { #expect(row.statistics.contains(plain)) }
        if row.statistics.contains(.p50) { #expect(row.unit == .time && family.plainStatistic == nil) }
    }

    @Test("puts no number into the baseline that the figure does not have", arguments: Figure.Family.allCases)
    func baseline(family: Figure.Family) {
        let row = family.row
        let numbers = Set(row.statistics.isEmpty ? [.value] : row.statistics)
        #expect(numbers.isSuperset(of: row.inBaseline) && numbers.isSuperset(of: row.inBaselineOfChains))
    }

    @Test("the baseline holds of a grid how points wait, of a chain how far it is behind")
    func baselines() {
        func names(_ chosen: (FigureRow) -> [Figure.Statistic]) -> [String] {
            Figure.Family.allCases.flatMap { family in chosen(family.row).map { Figure(family, $0).text } }.sorted()
        }
        #expect(
            names(\.inBaseline) == [
                "drift", "fired", "skipped", "waiting.max", "waiting.p99", "wake_ups",
            ])
        #expect(
            names(\.inBaselineOfChains) == [
                "drift", "fired", "lag.last", "skipped", "wake_ups",
            ])
    }

    @Test("keys are the words of the field, each used once")
    func keys() {
        let keys = Figure.Family.allCases.map(\.rawValue)
        #expect(Set(keys).count == keys.count)
        #expect(keys.allSatisfy { $0.allSatisfy { $0.isLowercase || $0 == "_" } })
        #expect(
            Set(keys).isSuperset(of: [
                "fired", "due", "served", "skipped", "coalesced", "first", "last", "waiting", "lateness",
                "interval", "log_interval", "log_offset", "jitter", "lag", "drift", "steps",
                "episodes", "wake_ups", "busy", "requested",
            ]))
        #expect(Set(Figure.all.map(\.text)).count == Figure.all.count)
    }

    @Test("a percentile needs a sample, everything else one value")
    func samples() {
        let needed = Figure.Statistic.allCases.filter { $0.neededSample > 1 }.map { "\($0) \($0.neededSample)" }
        #expect(needed == ["p95 20", "p99 100"])
    }

    @Test(
        "what earlier versions had names what says the same",
        arguments: [
            ("step_lateness", "lateness"), ("step_lateness.max", "lateness"), ("corrected_lateness", "waiting"),
            ("jitter.cycle_to_cycle", "jitter.peak_to_peak"), ("drift.residual", "jitter.rms"),
            ("interval.p999", "interval.max"), ("lag.max", "waiting.max"),
        ])
    func successors(old: String, new: String) throws {
        let successor = try #require(Figure.successor(of: old))
        #expect(successor.hasPrefix(new) && Figure.successor(of: new) == nil)
        #expect(Figure.all.contains { $0.text == new || $0.family.rawValue == new })
    }
}
