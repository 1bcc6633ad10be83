/// The due instants of a repeating timer: an anchor and an exact interval, both in ns.
///
/// Point k lies at `anchor + floor(k × interval)`, so that 60 Hz gives exactly 60 points a second.
public struct Grid: Hashable, Sendable {
    public let anchor: Int64
    /// In ns and positive; nil for a one-shot, whose only point is the anchor.
    public let interval: Rational?

    public init(anchor: Int64, interval: Rational?) {
        precondition(interval.map { $0 > .zero } ?? true, "a grid's interval is positive")
        (self.anchor, self.interval) = (anchor, interval)
    }

    /// Point k; nil for a point that a one-shot does not have, or beyond 64 bits.
    public func point(_ index: Int64) -> Int64? {
        guard let interval else { return index == 0 ? anchor : nil }
        guard let offset = interval.floorMultiple(index) else { return nil }
        let (sum, overflow) = anchor.addingReportingOverflow(offset)
        return overflow ? nil : sum
    }

    /// The number of points from the anchor on that are strictly before `instant`.
    public func points(before instant: Int64) -> Int64 {
        guard instant > anchor else { return 0 }
        guard let interval else { return 1 }
        // Nearly every interval is whole, and every distance a short one: a division of 64 bits instead of 128.
        let (near, isFar) = instant.subtractingReportingOverflow(anchor)
        if interval.denominator == 1, !isFar { return (near - 1) / interval.numerator + 1 }
        // floor(k·n/d) < D  ⇔  k·n < D·d, so the points are k = 0 … ceil(D·d/n) − 1.
        let distance = Int128(instant) - Int128(anchor)
        let scaled = distance * Int128(interval.denominator)
        let count = -Rational.floorDivision(-scaled, Int128(interval.numerator))
        return Int64(clamping: count)
    }

    /// The index of the first point strictly after `instant`.
    public func firstIndex(after instant: Int64) -> Int64 { points(before: instant.adding(saturating: 1)) }

    /// The time from the last point at or before an instant to it, ns; 0 without such a point.
    public func offset(of instant: Int64) -> Int64 { instant - (point(firstIndex(after: instant) - 1) ?? instant) }

    /// The sum of the points `first … last`, exact; the caller has checked that they lie within 64 bits.
    package func sum(from first: Int64, through last: Int64) -> Int128 {
        guard first <= last else { return 0 }
        let count = Int128(last) - Int128(first) + 1
        guard let interval else { return Int128(anchor) &* count }
        let offset = Int128(interval.numerator) &* Int128(first)
        return Int128(anchor) &* count
            &+ floorSum(count, Int128(interval.numerator), offset, Int128(interval.denominator))
    }
}

/// The sum of floor((slope·i + offset) / divisor) for i = 0 … count − 1, by the scheme of Euclid's algorithm.
///
/// Needs slope ≥ 0 and divisor > 0; linear in the digits of the numbers, whatever the count.
private func floorSum(_ count: Int128, _ slope: Int128, _ offset: Int128, _ divisor: Int128) -> Int128 {
    var (count, slope, offset, divisor) = (count, slope, offset, divisor)
    var total: Int128 = 0
    var sign: Int128 = 1
    while count > 0 {
        let steepness = slope / divisor
        let height = offset >= 0 ? offset / divisor : -((-offset &+ divisor &- 1) / divisor)
        // One of the two factors is even, so halving first keeps the product small.
        let pairs = count % 2 == 0 ? (count / 2) &* (count - 1) : count &* ((count - 1) / 2)
        total = total &+ sign &* (pairs &* steepness &+ count &* height)
        slope = slope &- steepness &* divisor
        offset = offset &- height &* divisor
        let top = slope &* count &+ offset
        if top < divisor { break }
        // Counts the lattice points below the line by columns of the other axis.
        let rows = top / divisor
        total = total &+ sign &* count &* rows
        // Σ floor = rows·count − Σ over rows of ceil((divisor·(r+1) − offset) / slope), mirrored into the same form.
        (offset, slope, divisor, count) = (divisor &- offset &+ slope &- 1, divisor, slope, rows)
        sign = -sign
    }
    return total
}
