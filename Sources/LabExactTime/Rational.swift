/// An exact fraction with a positive denominator, in lowest terms.
///
/// Costs (`5.4ns`), factors (`1.01`), rates (`60Hz`) and intervals (`1/60s`) are fractions, so that nothing between a
/// scenario and its recording is ever rounded twice.
public struct Rational: Hashable, Sendable {
    public let numerator: Int64
    /// Always positive.
    public let denominator: Int64

    public static let zero = Rational(whole: 0)
    public static let one = Rational(whole: 1)

    public init(whole: Int64) { (numerator, denominator) = (whole, 1) }

    /// The reduced fraction, or nil when the denominator is zero or a term leaves 64 bits.
    public init?(_ numerator: Int128, over denominator: Int128) {
        guard denominator != 0, denominator != .min, numerator != .min else { return nil }
        let sign: Int128 = denominator < 0 ? -1 : 1
        var (divisor, rest) = (numerator.magnitude, denominator.magnitude)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        let common = Int128(divisor)
        guard let top = Int64(exactly: sign * numerator / common),
            let bottom = Int64(exactly: sign * denominator / common)
        else { return nil }
        (self.numerator, self.denominator) = (top, bottom)
    }

    public var isWhole: Bool { denominator == 1 }

    /// The product with a whole number, rounded once to the nearest (halves away from zero); nil beyond 64 bits.
    public func scaled(_ factor: Int64) -> Int64? {
        let product = Int128(numerator) * Int128(factor)
        let half = Int128(denominator / 2)
        let rounded = product >= 0 ? (product + half) / Int128(denominator) : (product - half) / Int128(denominator)
        return Int64(exactly: rounded)
    }

    /// The largest whole number not above `count` times this fraction; nil beyond 64 bits.
    public func floorMultiple(_ count: Int64) -> Int64? {
        let (product, isWide) = numerator.multipliedReportingOverflow(by: count)
        if denominator == 1 { return isWide ? nil : product }
        return Int64(exactly: Self.floorDivision(Int128(numerator) * Int128(count), Int128(denominator)))
    }

    /// The exact product; nil when a term leaves 64 bits.
    public func times(_ other: Rational) -> Rational? {
        Rational(Int128(numerator) * Int128(other.numerator), over: Int128(denominator) * Int128(other.denominator))
    }

    /// 1 divided by this fraction; nil for zero.
    public var reciprocal: Rational? { Rational(Int128(denominator), over: Int128(numerator)) }

    /// The nearest floating-point number, for statistics and printing only.
    public var approximation: Double { Double(numerator) / Double(denominator) }

    static func floorDivision(_ dividend: Int128, _ divisor: Int128) -> Int128 {
        let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

extension Rational: Comparable {
    public static func < (left: Rational, right: Rational) -> Bool {
        Int128(left.numerator) * Int128(right.denominator) < Int128(right.numerator) * Int128(left.denominator)
    }
}

/// Arithmetic that stays at the end of the range that it would leave: an instant beyond the end of time is the end of time.
extension Int64 {
    /// The sum, or the end of the range.
    @inlinable public func adding(saturating other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other > 0 ? .max : .min) : sum
    }

    /// The difference, or the end of the range.
    @inlinable public func subtracting(saturating other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other > 0 ? .min : .max) : difference
    }

    /// The product, or the end of the range.
    @inlinable public func multiplied(saturatingBy other: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
    }
}

extension Sequence {
    /// The sum of a number of each element, or the end of the range.
    @inlinable
    package func sum(_ number: (Element) -> Int64) -> Int64 { reduce(0) { $0.adding(saturating: number($1)) } }
}
