/// The table of figures, one row each: the only place with what a figure is. A file of `Texts` has its words.
extension Figure.Family {
    public var row: FigureRow {
        let percentiles: [Figure.Statistic] = [.min, .mean, .p50, .p95, .p99, .max]
        return switch self {
        case .fired: FigureRow(unit: .count, better: .more, logEvidence: .lines, inBaseline: [.value])
        case .due, .served, .coalesced: FigureRow(unit: .count)
        case .skipped: FigureRow(unit: .count, better: .less, logEvidence: .grid, inBaseline: [.value])
        case .firedAfterOwner: FigureRow(unit: .count, better: .less, logEvidence: .absent)
        case .frames: FigureRow(unit: .count, better: .more, logEvidence: .absent)
        case .first, .last: FigureRow(unit: .time, logEvidence: .absent)
        case .requested: FigureRow(unit: .time)
        case .waiting:
            FigureRow(
                unit: .time, better: .less, statistics: percentiles, sample: "due points", logEvidence: .lateness,
                inBaseline: [.p99, .max], ofChains: [])
        case .lateness:
            FigureRow(unit: .time, better: .less, statistics: percentiles, sample: "callbacks", logEvidence: .lateness)
        case .interval: FigureRow(unit: .time, statistics: percentiles, sample: "intervals", logEvidence: .instants)
        case .logInterval: FigureRow(unit: .time, statistics: percentiles, sample: "intervals", logEvidence: .lines)
        case .logOffset: FigureRow(unit: .time, statistics: percentiles, sample: "log lines", logEvidence: .lines)
        case .jitter: FigureRow(unit: .time, better: .less, statistics: [.rms, .peakToPeak], logEvidence: .instants)
        case .lag:
            FigureRow(unit: .time, better: .nearZero, statistics: [.last], logEvidence: .lateness, ofChains: [.last])
        case .drift:
            FigureRow(
                unit: .rate, better: .nearZero, statistics: [.value], logEvidence: .instants, inBaseline: [.value])
        case .steps, .episodes: FigureRow(unit: .count, better: .less, logEvidence: .grid)
        case .wakeUps:
            FigureRow(
                unit: .count, better: .less, statistics: [.value, .alone, .shared], logEvidence: .absent,
                inBaseline: [.value])
        case .busy: FigureRow(unit: .time, better: .less, logEvidence: .absent)
        case .longFrames: FigureRow(unit: .count, better: .less, statistics: [.value, .longer], logEvidence: .absent)
        case .ticksPerFrame: FigureRow(unit: .count, statistics: [.max, .min], logEvidence: .absent)
        case .phase: FigureRow(unit: .time, statistics: percentiles, sample: "callbacks", logEvidence: .absent)
        }
    }

    /// The meaning in one sentence.
    public var meaning: String { texts.prose("meaning") }
    /// An example of an expectation.
    public var example: String { texts.prose("example") }
    /// The longer text of `explain`: the measurement, its blind spots and the figure to use instead.
    public var explanation: String { texts.prose("explanation") }
    /// The reason why a timer has none; empty if that depends on the timer.
    public var lack: String { texts.prose("lack") }

    private var texts: [TextSection] { TextSection.all(in: FigureTexts.all[rawValue]) }
}
