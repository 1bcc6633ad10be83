import Expectations
import ScenarioModel

/// A drift number by its name: whose it is and which, `tick.lateness.p99`.
public struct FigureName: Hashable, Sendable {
    public var timer: String
    public var figure: Figure

    public init(timer: String, figure: Figure) {
        self.timer = timer
        self.figure = figure
    }

    /// Reads a name from its end, since ids may hold dots; nil when it names no figure.
    ///
    /// `jitter` is another word for `jitter.rms`.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if let last = parts.last, parts.count >= 2, let family = Figure.Family(rawValue: last) {
            timer = parts.dropLast().joined(separator: ".")
            figure = Figure(family, family == .jitter ? .rms : .value)
        } else if parts.count >= 3, let family = Figure.Family(rawValue: parts[parts.count - 2]),
            let statistic = Figure.Statistic(rawValue: parts[parts.count - 1]), statistic != .value
        {
            timer = parts.dropLast(2).joined(separator: ".")
            figure = Figure(family, statistic)
        } else {
            return nil
        }
    }

    public var text: String { "\(timer).\(figure.text)" }
}

extension FigureName: Comparable {
    /// By the bytes of the text, as `sort` in the C locale has it.
    public static func < (left: FigureName, right: FigureName) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
}

extension Figure {
    /// Every drift number that a timer can have, each under one name: `interval.rms` is `jitter.rms`, `frames` is `fired`.
    public static let all: [Figure] = Family.allCases.flatMap { family -> [Figure] in
        switch family {
        case .fired, .skipped, .served, .coalesced, .due, .firedAfterOwner, .first, .last, .threadBusy:
            [Figure(family)]
        case .frames: []
        case .interval: [.min, .mean, .p50, .p95, .p99, .p999, .max].map { Figure(family, $0) }
        case .lateness, .logInterval, .logOffset, .correctedLateness:
            [.min, .mean, .p50, .p95, .p99, .p999, .max, .rms].map { Figure(family, $0) }
        case .jitter: [.rms, .peakToPeak, .cycleToCycle].map { Figure(family, $0) }
        case .drift: [.value, .residual].map { Figure(family, $0) }
        }
    }
}
