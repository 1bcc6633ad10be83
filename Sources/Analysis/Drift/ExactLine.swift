/// Whether kept firings stand on straight lines of one slope, to the nanosecond.
struct ExactLine: Sendable {
    /// The slope as lag gained over indices passed, both of the first two firings of a segment.
    private(set) var slope: (lag: Int64, index: Int64)?
    private var first: LagPoint?
    private(set) var holds = true

    mutating func beginSegment() { first = nil }

    mutating func fail() { holds = false }

    mutating func add(_ run: LagRun) {
        guard holds else { return }
        add(run.first)
        if run.count > 1 { add(run[1]) }
    }

    private mutating func add(_ point: LagPoint) {
        guard let first else {
            first = point
            return
        }
        let (lag, index) = (point.lag - first.lag, point.index - first.index)
        guard let slope else {
            slope = (lag, index)
            return
        }
        holds = holds && Int128(lag) * Int128(slope.index) == Int128(slope.lag) * Int128(index)
    }
}
