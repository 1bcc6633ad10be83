/// One firing on the requested schedule: how many points were requested before it, and how far behind its point it was.
struct LagPoint: Equatable, Sendable {
    var index: Int64
    /// Firing minus requested instant, ns.
    var lag: Int64

    /// A point of plain size: what lies beyond 73 years is put there, so that no difference of two overflows.
    init(index: Int64, lag: Int64) {
        let limit: Int64 = 1 << 61
        self.index = min(max(index, -limit), limit)
        self.lag = min(max(lag, -limit), limit)
    }

    /// The lag that is left when `slope` ns an index from `origin` on are taken away, ns.
    func residual(from origin: LagPoint, slope: Double) -> Double {
        Double(lag - origin.lag) - slope * Double(index - origin.index)
    }
}

/// Firings in even steps: what a simulated timer does nearly always.
struct LagRun: Sendable {
    private(set) var first: LagPoint
    private(set) var last: LagPoint
    private(set) var count: Int64 = 1
    private(set) var indexStep: Int64 = 1
    private(set) var lagStep: Int64 = 0

    init(_ point: LagPoint) {
        first = point
        last = point
    }

    /// `count` firings from `first` on; the part of them whose indices and lags are in range.
    init(from first: LagPoint, indexStep: Int64, lagStep: Int64, count: Int64) {
        self.init(first)
        guard count > 1, indexStep > 0 else { return }
        let distance = Int128(count - 1)
        last = LagPoint(
            index: Int64(clamping: Int128(first.index) + Int128(indexStep) * distance),
            lag: Int64(clamping: Int128(first.lag) + Int128(lagStep) * distance))
        self.count = count
        self.indexStep = indexStep
        self.lagStep = lagStep
    }

    /// Takes in a firing or a run that continues this one in the same steps; the second firing sets them.
    mutating func extend(by other: LagRun) -> Bool {
        let steps = (other.first.index - last.index, other.first.lag - last.lag)
        guard other.count == 1 || steps == (other.indexStep, other.lagStep), count == 1 || steps == (indexStep, lagStep)
        else { return false }
        (indexStep, lagStep) = steps
        count += other.count
        last = other.last
        return true
    }

    subscript(place: Int64) -> LagPoint {
        LagPoint(index: first.index + indexStep * place, lag: first.lag + lagStep * place)
    }

    func prefix(_ length: Int64) -> LagRun {
        LagRun(from: first, indexStep: indexStep, lagStep: lagStep, count: length)
    }

    /// Drops the first `length` firings, fewer than there are.
    mutating func removeFirst(_ length: Int64) {
        first = self[length]
        count -= length
    }
}

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
