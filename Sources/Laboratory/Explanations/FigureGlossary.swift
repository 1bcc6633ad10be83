import ScenarioModel

/// What a figure means, made from the table of figures: `timerlab explain drift`.
package struct FigureExplanation: Hashable, Sendable {
    /// `waiting`
    package var name: String
    /// One line.
    package var meaning: String
    package var explanation: String
    /// Unit, statistics and sample, one fact each.
    package var facts: [(name: String, text: String)] {
        var facts = [("unit", unit), ("better", better)]
        if !statistics.isEmpty { facts.append(("statistics", statistics)) }
        if !sample.isEmpty { facts.append(("needs", sample)) }
        return facts
    }
    /// How an expectation writes it.
    package var example: String

    private var unit: String
    private var better: String
    private var statistics: String
    private var sample: String

    /// All figures in the order of the table.
    package static let all: [FigureExplanation] = Figure.Family.allCases.map(FigureExplanation.init)

    /// The explanation of a figure, or of one of its statistics; case does not count.
    package static func of(_ name: String) -> FigureExplanation? {
        let family = name.lowercased().split(separator: ".").first.map(String.init) ?? ""
        return all.first { $0.name == family }
    }

    private init(_ family: Figure.Family) {
        let row = family.row
        name = family.rawValue
        meaning = row.meaning
        explanation = row.explanation
        switch row.unit {
        case .count: unit = "a number"
        case .time: unit = "a time; ns in JSON and CSV"
        case .rate: unit = "ppm, ppb or %; parts per billion in JSON and CSV"
        }
        switch row.better {
        case .less: better = "less"
        case .more: better = "more"
        case .nearZero: better = "nearer to zero"
        case .neither: better = "neither more nor less"
        }
        statistics = family.statisticNames
        sample = row.sample.isEmpty ? "" : "p95 20 \(row.sample), p99 100, p99.9 1,000"
        example = "\(family.rawValue) = \(row.example)"
    }
}
