import Analysis
import ScenarioModel

extension TimerSummary {
    /// A drift number of this timer: a count, ns, or for drift parts per billion; nil when there is none.
    ///
    /// A spread without a statistic stands for all its values and has no single number: `values(of:)`.
    public func value(of figure: Figure) -> Int64? {
        switch figure.family {
        case .fired: fired
        case .skipped: skipped
        case .served: served
        case .coalesced: coalesced
        case .due: due
        case .firedAfterOwner: firedAfterOwner
        case .first: first
        case .last: last
        case .frames: followsDisplay ? fired : nil
        case .threadBusy: busy
        case .lateness, .interval, .logInterval, .logOffset, .correctedLateness:
            spread(of: figure.family)?.value(of: figure.statistic)
        case .jitter:
            switch figure.statistic {
            case .peakToPeak: jitter?.peakToPeak
            case .cycleToCycle: jitter?.cycleToCycle
            case .value, .rms: jitter?.rms
            case .min, .mean, .p50, .p95, .p99, .p999, .max, .residual: nil
            }
        case .drift:
            switch figure.statistic {
            case .value: drift?.partsPerBillion
            case .residual: drift?.residual
            case .min, .mean, .p50, .p95, .p99, .p999, .max, .rms, .peakToPeak, .cycleToCycle: nil
            }
        }
    }

    /// The numbers that a comparison with a figure has to hold for: the extremes where all values are meant.
    public func values(of figure: Figure) -> [Int64] {
        if figure.statistic == .value, let spread = spread(of: figure.family) {
            return spread.min == spread.max ? [spread.min] : [spread.min, spread.max]
        }
        return value(of: figure).map { [$0] } ?? []
    }

    private func spread(of family: Figure.Family) -> Spread? {
        switch family {
        case .lateness: lateness
        case .interval: period
        case .logInterval: logInterval
        case .logOffset: logOffset
        case .correctedLateness: correctedLateness
        case .fired, .skipped, .served, .coalesced, .due, .firedAfterOwner, .jitter, .drift, .first, .last, .frames,
            .threadBusy:
            nil
        }
    }
}

extension Spread {
    fileprivate func value(of statistic: Figure.Statistic) -> Int64? {
        switch statistic {
        case .min: min
        case .mean: mean
        case .p50: p50
        case .p95: p95
        case .p99: p99
        case .p999: p999
        case .max: max
        case .rms: deviation
        case .value, .peakToPeak, .cycleToCycle, .residual: nil
        }
    }
}
