/// The table of figures, one row each: the only place with what a figure is. A file of `Texts` has its words.
extension Figure.Family {
    public var row: FigureRow {
        let percentiles: [Figure.Statistic] = [.min, .mean, .p50, .p95, .p99, .max]
        return switch self {
        case .fired: FigureRow(.count, better: .more, inLogs: .lines, inBaseline: [.value])
        case .due, .served, .coalesced: FigureRow(.count)
        case .skipped: FigureRow(.count, better: .less, inLogs: .grid, inBaseline: [.value])
        case .firedAfterOwner: FigureRow(.count, better: .less, inLogs: .absent)
        case .frames: FigureRow(.count, better: .more, inLogs: .absent)
        case .first, .last: FigureRow(.time, inLogs: .absent)
        case .requested: FigureRow(.time)
        case .waiting:
            FigureRow(
                .time, better: .less, statistics: percentiles, of: "due points", inLogs: .lateness,
                inBaseline: [.p99, .max], ofChains: [])
        case .lateness:
            FigureRow(.time, better: .less, statistics: percentiles, of: "callbacks", inLogs: .lateness)
        case .interval: FigureRow(.time, statistics: percentiles, of: "intervals", inLogs: .instants)
        case .logInterval: FigureRow(.time, statistics: percentiles, of: "intervals", inLogs: .lines)
        case .logOffset: FigureRow(.time, statistics: percentiles, of: "log lines", inLogs: .lines)
        case .jitter: FigureRow(.time, better: .less, statistics: [.rms, .peakToPeak], inLogs: .instants)
        case .lag: FigureRow(.time, better: .nearZero, statistics: [.last], inLogs: .lateness, ofChains: [.last])
        case .drift:
            FigureRow(.rate, better: .nearZero, statistics: [.value], inLogs: .instants, inBaseline: [.value])
        case .steps, .episodes: FigureRow(.count, better: .less, inLogs: .grid)
        case .wakeUps:
            FigureRow(
                .count, better: .less, statistics: [.value, .alone, .shared], inLogs: .absent, inBaseline: [.value])
        case .busy: FigureRow(.time, better: .less, inLogs: .absent)
        case .longFrames: FigureRow(.count, better: .less, statistics: [.value, .longer], inLogs: .absent)
        case .ticksPerFrame: FigureRow(.count, statistics: [.max, .min], inLogs: .absent)
        case .phase: FigureRow(.time, statistics: percentiles, of: "callbacks", inLogs: .absent)
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
