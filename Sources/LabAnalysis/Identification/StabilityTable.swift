import LabExactTime

/// How a timer's lateness wanders over averaging times: every measure at each octave of τ.
package struct StabilityTable: Sendable, Hashable {
    package struct Row: Sendable, Hashable {
        /// τ in intervals.
        package var factor: Int
        /// τ in ns.
        package var tau: Double
        package var points: [StabilityMeasure: StabilityPoint]
        /// Differences that the overlapping Allan deviation rests on.
        package var count: Int { points[.oadev]?.count ?? 0 }
    }

    package private(set) var rows: [Row] = []
    /// Firings in the longest row without a hole, and of all.
    package private(set) var used: Int
    package private(set) var firings: Int
    /// How many intervals lie between two firings of the row.
    package private(set) var stride: Int64

    /// The measures of a table, in the order of its columns.
    package static let measures: [StabilityMeasure] = [.oadev, .mdev]

    /// Examines the longest row of firings that leaves out no point, or always equally many; nil with fewer than four.
    ///
    /// A difference across a skipped point would compare phases that are not τ apart.
    package init?(_ firings: FiringTimes) {
        var best = (row: 0..<0, stride: Int64(1), span: 0)
        let spans = firings.spans
        for (number, span) in spans.enumerated() {
            var (start, stride) = (0, span.distance(0).multiple)
            for index in 1...span.count {
                let multiple = index < span.count ? span.distance(index).multiple : nil
                if multiple == stride { continue }
                if stride > 0, index - start > best.row.count { best = (start..<index, stride, number) }
                (start, stride) = (index, multiple ?? 0)
            }
        }
        guard best.row.count >= 3, let length = firings.interval.scaled(best.stride), length > 0 else { return nil }
        var phase: Int64 = 0
        var phases: [Int64] = [0]
        phases.reserveCapacity(best.row.count + 1)
        for place in best.row {
            phase = phase.addingReportingOverflow(spans[best.span].distance(place).deviation).partialValue
            phases.append(phase)
        }
        guard let series = PhaseSeries(lateness: phases, interval: length) else { return nil }
        used = phases.count
        self.firings = firings.times.count
        stride = best.stride
        rows = series.octaves.map { Row(factor: $0, tau: Double($0) * Double(length), points: [:]) }
        for measure in StabilityTable.measures {
            for point in series.curve(measure, factors: octaves) {
                guard let place = rows.firstIndex(where: { $0.factor == point.factor }) else { continue }
                rows[place].points[measure] = point
            }
        }
    }

    /// The averaging factors of the rows.
    package var octaves: [Int] { rows.map(\.factor) }

    /// The slope of a measure on logarithmic scales, where enough differences stand behind it.
    package func slope(_ measure: StabilityMeasure) -> Double? {
        rows.compactMap { $0.points[measure] }.filter { $0.count >= 4 }.logLogSlope
    }
}
