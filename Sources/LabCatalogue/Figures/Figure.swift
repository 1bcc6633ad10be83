/// A number about one timer of a run.
public struct Figure: Sendable, Hashable {
    /// The quantity; the raw value is its key in scenarios, baselines, JSON and CSV.
    public enum Family: String, Sendable, CaseIterable {
        case fired, due, served, skipped, coalesced
        case firedAfterOwner = "fired_after_owner"
        case frames, first, last
        case requested
        case waiting, lateness
        case interval
        case logInterval = "log_interval"
        case logOffset = "log_offset"
        case jitter, lag, drift, steps, episodes
        case wakeUps = "wake_ups"
        case busy
        case longFrames = "long_frames"
        case ticksPerFrame = "ticks_per_frame"
        case phase
    }

    /// A number of a figure that has several.
    public enum Statistic: String, Sendable, CaseIterable {
        case value, min, mean, p50, p95, p99, max, rms
        case peakToPeak = "peak_to_peak"
        case last, alone, shared, longer

        /// The number of values that a percentile needs; 1 for any other statistic.
        public var neededSample: Int64 { self == .p99 ? 100 : self == .p95 ? 20 : 1 }
    }

    public var family: Family
    public var statistic: Statistic

    public init(_ family: Family, _ statistic: Statistic = .value) {
        (self.family, self.statistic) = (family, statistic)
    }

    /// `waiting.p99`; the family alone for its plain value.
    public var text: String { statistic == .value ? family.rawValue : "\(family.rawValue).\(statistic.rawValue)" }

    public var unit: FigureUnit { family.row.unit }

    public var better: FigureDirection { family.row.better }

    /// Every number that a timer can have, each under one name, in the order of the table.
    public static let all: [Figure] = Family.allCases.flatMap(\.figures)

    /// The successor of a figure or statistic of earlier versions, such as `step_lateness` or `lag.max`; nil for any
    /// other key.
    public static func successor(of key: String) -> String? {
        let parts = key.split(separator: ".")
        switch (parts.first ?? "", parts.last ?? "") {
        case ("step_lateness", _): return "lateness"
        case ("corrected_lateness", _): return "waiting"
        case ("jitter", "cycle_to_cycle"): return "jitter.peak_to_peak"
        case ("drift", "residual"): return "jitter.rms"
        case ("lag", "max"): return "waiting.max, or lag.last for a timer that is armed again after each callback"
        case (let family, "p999"): return "\(family).max"
        default: return nil
        }
    }
}

public enum FigureUnit: Sendable, Hashable {
    case count
    /// ns.
    case time
    /// Parts per billion.
    case rate
}

/// The direction in which a figure gets better.
public enum FigureDirection: Sendable, Hashable { case less, more, nearZero, neither }

/// The extent to which a device's log decides an expectation on a figure.
public enum LogEvidence: Sendable, Hashable {
    /// A log does not have the figure.
    case absent
    /// Lines can confirm it, and never refute it.
    case confirmation
    /// The lines alone decide.
    case lines
    /// The instants of lines that are the first thing in their callbacks decide.
    case instants
    /// Lines after equally long work decide, on a grid that stays where it is.
    case grid
    /// Instants on such a grid decide, but only if a value is too large, since the true grid may be earlier.
    case lateness
}

/// The facts of a figure that expectations, guards, baselines and reports need.
public struct FigureRow: Sendable {
    public var unit: FigureUnit
    public var better = FigureDirection.neither
    /// The numbers that it has; empty for a single one.
    public var statistics: [Figure.Statistic] = []
    /// The items that its percentiles count: `due points`; empty without percentiles.
    public var sample = ""
    public var logEvidence = LogEvidence.confirmation
    /// The statistics that the baseline may have: of several, it keeps the first with a value. A figure without
    /// statistics has `[.value]`. A timer that is armed again after each callback has its own list.
    public var inBaseline: [Figure.Statistic] = []
    /// Nil for the same ones.
    var ofChains: [Figure.Statistic]?
    public var inBaselineOfChains: [Figure.Statistic] { ofChains ?? inBaseline }
}

extension Figure.Family {
    /// True if the figure without a statistic is one number; else a comparison holds for every single value.
    public var isSingle: Bool { row.statistics.isEmpty || plainStatistic != nil }

    /// The statistic that the figure without one means; nil if it means every single value.
    public var plainStatistic: Figure.Statistic? { row.sample.isEmpty ? row.statistics.first : nil }

    /// The numbers of the figure, in the order of its row.
    package var figures: [Figure] {
        row.statistics.isEmpty ? [Figure(self)] : row.statistics.map { Figure(self, $0) }
    }

    /// The names of the statistics, with commas.
    public var statisticNames: String { row.statistics.map(\.rawValue).joined(separator: ", ") }
}
