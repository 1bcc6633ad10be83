/// The evenness of a timer by the intervals between successive starts (all in ns), gathered as the starts come.
///
/// Period jitter is the spread of the periods about their own mean, not about the nominal interval, so it does not see
/// a steady offset (JEDEC JESD65B). The sum of the squares of intervals is at most the square of the whole span, which
/// fits into 128 bits.
struct PeriodStatistics: Sendable {
    private var starts = 0
    private var first: Int64 = 0
    private var latest: Int64 = 0
    private var lastInterval: UInt64 = 0
    private var shortest = UInt64.max
    private var longest: UInt64 = 0
    private var sumOfSquares: UInt128 = 0

    /// Adds a start; one that lies before its predecessor counts as if it came at the same instant.
    mutating func append(_ start: Int64) {
        starts += 1
        guard starts > 1 else {
            first = start
            latest = start
            return
        }
        // The distance of two signed numbers always fits into an unsigned one of the same width.
        let interval = start > latest ? UInt64(bitPattern: start &- latest) : 0
        latest = max(start, latest)
        lastInterval = interval
        shortest = min(shortest, interval)
        longest = max(longest, interval)
        let (high, low) = interval.multipliedFullWidth(by: interval)
        sumOfSquares += UInt128(high) << 64 | UInt128(low)
    }

    /// Adds `count` starts, each `step` after the one before: a run of equal periods costs no more than three starts.
    mutating func append(start: Int64, step: Int64, count: Int) {
        append(start)
        guard count > 1 else { return }
        append(latest &+ step)
        guard count > 2 else { return }
        append(latest &+ step)
        let more = count - 3
        let (high, low) = lastInterval.multipliedFullWidth(by: lastInterval)
        sumOfSquares &+= (UInt128(high) << 64 | UInt128(low)) &* UInt128(more)
        starts += more
        latest = latest &+ Int64(bitPattern: lastInterval) &* Int64(more)
    }

    /// How many intervals there are, one less than starts.
    var count: Int { max(0, starts - 1) }

    /// The standard deviation of the intervals about their mean, over all of them (divided by their number).
    var jitterRMS: Double {
        guard count > 0 else { return 0 }
        let span = UInt128(UInt64(bitPattern: latest &- first))
        let scatter = WideUnsigned.difference(
            WideUnsigned(UInt128(count), times: sumOfSquares), WideUnsigned(span, times: span))
        return scatter.squareRoot() / Double(count)
    }

    /// The range of the intervals.
    var jitterPeakToPeak: Int64 { count > 0 ? Int64(clamping: longest) - Int64(clamping: shortest) : 0 }
}

/// The product of two 128-bit numbers, exact, for differences of products that nearly cancel.
struct WideUnsigned: Comparable {
    private var high: UInt128
    private var low: UInt128

    init(_ one: UInt128, times other: UInt128) { (high, low) = one.multipliedFullWidth(by: other) }

    static func < (one: WideUnsigned, other: WideUnsigned) -> Bool {
        (one.high, one.low) < (other.high, other.low)
    }

    /// The difference of two products as the nearest floating-point number, zero if it were negative.
    static func difference(_ greater: WideUnsigned, _ less: WideUnsigned) -> Double {
        guard greater > less else { return 0 }
        let (low, borrowed) = greater.low.subtractingReportingOverflow(less.low)
        let high = greater.high - less.high - (borrowed ? 1 : 0)
        return Double(nearest: high) * 0x1p128 + Double(nearest: low)
    }
}
