/// The due instants of a repeating timer: an anchor and an exact interval, both in ns.
///
/// Point k lies at `anchor + floor(k × interval)`, so that 60 Hz gives exactly 60 points a second.
public struct Grid: Hashable, Sendable {
    public let anchor: Int64
    /// In ns and positive; nil for a one-shot, whose only point is the anchor.
    public let interval: Rational?

    public init(anchor: Int64, interval: Rational?) {
        precondition(interval.map { $0 > .zero } ?? true, "a grid's interval is positive")
        self.anchor = anchor
        self.interval = interval
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
    public func firstIndex(after instant: Int64) -> Int64 {
        instant == .max ? points(before: instant) : points(before: instant + 1)
    }

    /// The time from the last point at or before an instant to it, ns; 0 without such a point.
    public func offset(of instant: Int64) -> Int64 { instant - (point(firstIndex(after: instant) - 1) ?? instant) }
}
