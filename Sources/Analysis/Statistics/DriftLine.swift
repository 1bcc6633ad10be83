/// How a timer's lateness grows along its grid: the straight line that fits best, by least squares.
public struct DriftLine: Equatable, Sendable {
    /// How many points were fitted.
    public var count: Int
    /// The slope of lateness over due time in parts per million (µs per s); positive when the timer runs slow.
    public var partsPerMillion: Double
    /// The lateness that the line gives for the first due time (ns).
    public var offset: Double
    /// The root mean square of what the line leaves unexplained (ns).
    public var residualRMS: Double
    /// The share of the lateness' variance that the line explains, 0 to 1; `nil` when lateness never varies.
    public var determination: Double?
}

/// Fits the drift line to firings as they come.
///
/// Points are summed up in whole numbers by blocks, and closed blocks are merged as lines of their own, each with what
/// it leaves unexplained. So no sum overflows, nothing cancels, and lateness that never changes drifts by exactly 0.
public struct DriftAccumulator: Sendable {
    private var block: Block?
    private var closed: LineFit?
    private var origin = Point(due: 0, lateness: 0)

    /// No points yet.
    public init() {}

    /// Adds a firing: the grid point that it served and how late it was (ns).
    public mutating func append(due: Int64, lateness: Int64) {
        let point = Point(due: due, lateness: lateness)
        if block?.add(point) == true { return }
        if let block { close(block) } else if closed == nil { origin = point }
        block = Block(startingAt: point)
    }

    /// Adds `count` firings in even steps: a run of equal periods costs no more than a firing.
    mutating func append(due: Int64, lateness: Int64, dueStep: Double, latenessStep: Double, count: Int) {
        guard count > 1, dueStep > 0 else { return append(due: due, lateness: lateness) }
        if let block { close(block) } else if closed == nil { origin = Point(due: due, lateness: lateness) }
        block = nil
        let size = Double(count)
        let middle = (size - 1) / 2
        let fit = LineFit(
            count: size, due: Double(nearest: Int128(due) - Int128(origin.due)) + dueStep * middle,
            lateness: Double(nearest: Int128(lateness) - Int128(origin.lateness)) + latenessStep * middle,
            dueScatter: dueStep * dueStep * size * (size * size - 1) / 12, slope: latenessStep / dueStep,
            unexplained: 0)
        closed = closed?.merged(with: fit) ?? fit
    }

    /// The line so far; `nil` unless there are two different due times.
    public var line: DriftLine? {
        var copy = self
        if let block { copy.close(block) }
        guard let fit = copy.closed, fit.dueScatter > 0 else { return nil }
        let explained = fit.slope * fit.slope * fit.dueScatter
        let scatter = explained + fit.unexplained
        return DriftLine(
            count: Int(fit.count), partsPerMillion: fit.slope * 1e6,
            offset: Double(origin.lateness) + fit.lateness - fit.slope * fit.due,
            residualRMS: (fit.unexplained / fit.count).squareRoot(),
            determination: scatter > 0 ? explained / scatter : nil)
    }

    private mutating func close(_ block: Block) {
        let fit = block.fit(from: origin)
        closed = closed?.merged(with: fit) ?? fit
    }
}

private struct Point {
    var due: Int64
    var lateness: Int64
}

/// Sums over points near each other, relative to the first, exact.
private struct Block {
    /// With so many points no further from the first than 2^46 ns (19 h), every product below fits into 127 bits.
    static let greatestCount = 1 << 16
    static let greatestDistance: UInt64 = 1 << 46

    let first: Point
    var count = 1
    var dues: Int64 = 0
    var latenesses: Int64 = 0
    var dueSquares: Int128 = 0
    var products: Int128 = 0
    var latenessSquares: Int128 = 0

    init(startingAt first: Point) { self.first = first }

    /// Adds a point if it fits in.
    mutating func add(_ point: Point) -> Bool {
        let (due, dueOverflows) = point.due.subtractingReportingOverflow(first.due)
        let (lateness, latenessOverflows) = point.lateness.subtractingReportingOverflow(first.lateness)
        guard !dueOverflows, !latenessOverflows, count < Self.greatestCount,
            due.magnitude <= Self.greatestDistance, lateness.magnitude <= Self.greatestDistance
        else { return false }
        count += 1
        dues += due
        dueSquares += Int128(due) * Int128(due)
        if lateness != 0 {
            latenesses += lateness
            products += Int128(due) * Int128(lateness)
            latenessSquares += Int128(lateness) * Int128(lateness)
        }
        return true
    }

    /// The line through the block, with its centre relative to `origin`.
    func fit(from origin: Point) -> LineFit {
        let size = Int128(count)
        let dueScatter = size * dueSquares - Int128(dues) * Int128(dues)
        let latenessScatter = size * latenessSquares - Int128(latenesses) * Int128(latenesses)
        let common = size * products - Int128(dues) * Int128(latenesses)
        let count = Double(count)
        var fit = LineFit(
            count: count,
            due: Double(nearest: Int128(first.due) - Int128(origin.due)) + Double(dues) / count,
            lateness: Double(nearest: Int128(first.lateness) - Int128(origin.lateness)) + Double(latenesses) / count,
            dueScatter: Double(nearest: dueScatter) / count, slope: 0,
            unexplained: Double(nearest: latenessScatter) / count)
        if dueScatter > 0 {
            fit.slope = Double(nearest: common) / Double(nearest: dueScatter)
            let left = WideUnsigned.difference(
                WideUnsigned(dueScatter.magnitude, times: latenessScatter.magnitude),
                WideUnsigned(common.magnitude, times: common.magnitude))
            fit.unexplained = left / Double(nearest: dueScatter) / count
        }
        return fit
    }
}

/// A fitted line with its centre and what it leaves unexplained (sums of squares).
private struct LineFit {
    var count: Double
    var due: Double
    var lateness: Double
    var dueScatter: Double
    var slope: Double
    var unexplained: Double

    /// The line through the points of both, from what each line leaves relative to this one's slope.
    ///
    /// Merging residuals rather than plain sums of squares keeps a perfect line perfect: no large numbers cancel.
    func merged(with other: LineFit) -> LineFit {
        let total = count + other.count
        let weight = count * other.count / total
        let dueStep = other.due - due
        let rest = (other.lateness - lateness) - slope * dueStep
        let turn = other.slope - slope
        let scatter = dueScatter + other.dueScatter + dueStep * dueStep * weight
        let common = turn * other.dueScatter + dueStep * rest * weight
        let spread =
            unexplained + other.unexplained + turn * turn * other.dueScatter + rest * rest * weight
        let correction = scatter > 0 ? common / scatter : 0
        return LineFit(
            count: total, due: due + dueStep * (other.count / total),
            lateness: lateness + (other.lateness - lateness) * (other.count / total), dueScatter: scatter,
            slope: slope + correction, unexplained: max(0, spread - correction * common))
    }
}
