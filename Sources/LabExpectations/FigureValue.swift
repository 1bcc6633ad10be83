import LabAnalysis
import LabCatalogue
import LabExactTime

extension TimerSummary {
    /// A figure of this timer: a count, ns, or parts per billion; nil if there is none, or the sample is too small.
    ///
    /// A spread without a statistic means all its values and has no single number: `values(of:)`.
    package func value(of figure: Figure) -> Int64? {
        switch figure.family {
        case .fired: fired
        case .due: hasSchedule ? due : nil
        case .served: hasSchedule ? served : nil
        case .skipped: hasSchedule ? skipped : nil
        case .coalesced: hasSchedule ? coalesced : nil
        case .firedAfterOwner: firedAfterOwner
        case .frames: followsDisplay ? fired : nil
        case .ticksPerFrame: figure.statistic == .min ? ticksPerFrame?.min : ticksPerFrame?.max
        case .longFrames: figure.statistic == .longer ? longerFrames : longFrames
        case .first: first
        case .last: last
        case .requested: requested?.scaled(1)
        case .waiting, .lateness, .interval, .logInterval, .logOffset, .phase:
            spread(of: figure.family)?.value(of: figure.statistic)
        case .jitter:
            figure.statistic == .peakToPeak ? jitter?.peakToPeak : jitter?.rms
        case .lag: lag
        case .drift: drift?.partsPerBillion
        case .steps: requested == nil || fired == 0 ? nil : Int64(steps.count)
        case .episodes: requested == nil || fired == 0 ? nil : episodeCount
        case .wakeUps:
            figure.statistic == .alone
                ? wakeUps?.alone : figure.statistic == .shared ? wakeUps?.shared : wakeUps?.all
        case .busy: busy
        }
    }

    /// The numbers for which a comparison has to hold: the extremes if it means all values, 0 for a drift of `none`.
    package func values(of figure: Figure) -> [Int64] {
        if figure.statistic == .value, let spread = spread(of: figure.family) {
            return spread.min == spread.max ? [spread.min] : [spread.min, spread.max]
        }
        if figure.family == .drift, case .none? = drift?.verdict { return [0] }
        return value(of: figure).map { [$0] } ?? []
    }

    /// The values of a figure; nil for a single number.
    package func spread(of family: Figure.Family) -> Spread? { Self.spreads[family].flatMap { self[keyPath: $0] } }

    private static let spreads: [Figure.Family: any KeyPath<TimerSummary, Spread?> & Sendable] = [
        .waiting: \.waiting, .lateness: \.lateness, .interval: \.interval, .logInterval: \.logInterval,
        .logOffset: \.logOffset, .phase: \.phase,
    ]
}

extension Spread {
    package func value(of statistic: Figure.Statistic) -> Int64? {
        switch statistic {
        case .min: min
        case .mean: mean
        case .p50: p50
        case .p95: p95
        case .p99: p99
        case .max: max
        case .rms: deviation
        case .value, .peakToPeak, .last, .alone, .shared, .longer: nil
        }
    }
}

extension Figure {
    /// A number of this figure with its unit and at most `digits` decimals: `7`, `5.015213 s`, `-3.25 ppm`.
    package func text(of value: Int64, digits: Int = 6) -> String {
        switch unit {
        case .count: String(value)
        case .time: DurationText.format(value, digits: digits)
        case .rate: DurationText.decimal(value, scale: 1000, digits: 3) + " ppm"
        }
    }
}
