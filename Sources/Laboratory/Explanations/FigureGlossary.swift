import LabCatalogue
import LabScenarioModel

/// The explanation of a figure, made from the table of figures: `timerlab explain drift`.
package struct FigureExplanation: Hashable, Sendable {
    private let family: Figure.Family

    /// `waiting`
    package var name: String { family.rawValue }
    /// The meaning in one line.
    package var meaning: String { family.meaning }
    package var explanation: String { family.explanation }
    /// An example of an expectation.
    package var example: String { "\(name) = \(family.example)" }

    /// Unit, statistics and sample, one fact each.
    package var facts: [(name: String, text: String)] {
        let unit =
            switch family.row.unit {
            case .count: "a number"
            case .time: "a time; ns in JSON and CSV"
            case .rate: "ppm, ppb or %; parts per billion in JSON and CSV"
            }
        let better =
            switch family.row.better {
            case .less: "less"
            case .more: "more"
            case .nearZero: "nearer to zero"
            case .neither: "neither more nor less"
            }
        let sample = family.row.sample
        return [("unit", unit), ("better", better), ("statistics", family.statisticNames)].filter { !$0.1.isEmpty }
            + (sample.isEmpty ? [] : [("needs", "p95 20 \(sample), p99 100")])
    }

    /// All figures in the order of the table.
    package static let all: [FigureExplanation] = Figure.Family.allCases.map(FigureExplanation.init)

    /// The explanation of a figure, of one of its statistics, or of a column of a report; case does not count.
    package static func of(_ name: String) -> FigureExplanation? {
        let word = name.lowercased().split(separator: ".").first.map(String.init) ?? ""
        let family = columns[word].map(\.rawValue) ?? word
        return all.first { $0.name == family }
    }

    /// The short names of figures in reports.
    private static let columns: [String: Figure.Family] = [
        "lost": .skipped, "every": .interval, "asked": .requested, "behind": .lag, "wakes": .wakeUps,
        "wake-ups": .wakeUps,
    ]
}
