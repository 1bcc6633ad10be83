import ExactTime

/// How a timer's lateness wanders over averaging times: every measure at each octave of τ.
public struct StabilityTable: Sendable, Hashable {
    public struct Row: Sendable, Hashable {
        /// τ in intervals.
        public var factor: Int
        /// τ in ns.
        public var tau: Double
        /// By measure; ns for a time, else a ratio.
        public var values: [StabilityMeasure: Double]
        /// Differences that the overlapping Allan deviation rests on.
        public var count: Int
    }

    public private(set) var rows: [Row] = []
    /// Firings in the longest row without a hole, and of all.
    public private(set) var used: Int
    public private(set) var firings: Int
    /// How many intervals lie between two firings of the row.
    public private(set) var stride: Int64
    private var curves: [StabilityMeasure: [StabilityPoint]] = [:]

    /// The measures of a table, in the order of its columns.
    public static let measures: [StabilityMeasure] = [.adev, .oadev, .mdev, .tdev, .hdev, .mtie, .tieRMS]

    /// Examines the longest row of firings that leaves out no point, or always equally many; nil with fewer than four.
    ///
    /// A difference across a skipped point would compare phases that are not τ apart.
    public init?(_ firings: FiringTimes) {
        var best = (count: 0, stride: Int64(1), phases: ArraySlice<Int64>())
        for span in firings.spans {
            var start = 0
            for index in 0...span.multiples.count {
                if index < span.multiples.count, span.multiples[index] == span.multiples[start] { continue }
                if span.multiples[start] > 0, index - start > best.count {
                    best = (index - start, span.multiples[start], span.deviations[start..<index])
                }
                start = index
                if index == span.multiples.count { break }
            }
        }
        guard best.count >= 3, let length = firings.interval.scaled(best.stride), length > 0 else { return nil }
        var phase: Int64 = 0
        var phases: [Int64] = [0]
        for deviation in best.phases {
            phase = phase.addingReportingOverflow(deviation).partialValue
            phases.append(phase)
        }
        guard let series = PhaseSeries(lateness: phases, interval: length) else { return nil }
        used = phases.count
        self.firings = firings.times.count
        stride = best.stride
        let factors = series.octaves
        for measure in StabilityTable.measures { curves[measure] = series.curve(measure, factors: factors) }
        rows = factors.map { factor in
            var row = Row(factor: factor, tau: Double(factor) * Double(length), values: [:], count: 0)
            for measure in StabilityTable.measures {
                guard let point = curves[measure]?.first(where: { $0.factor == factor }) else { continue }
                row.values[measure] = point.value
                if measure == .oadev { row.count = point.count }
            }
            return row
        }
    }

    /// The averaging factors of the rows.
    public var octaves: [Int] { rows.map(\.factor) }

    /// The slope of a measure on logarithmic scales, where enough differences stand behind it.
    public func slope(_ measure: StabilityMeasure) -> Double? {
        curves[measure]?.filter { $0.count >= 4 }.logLogSlope
    }
}
