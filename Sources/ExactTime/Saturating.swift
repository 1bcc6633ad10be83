/// Arithmetic that stays at the end of the range that it would leave: an instant beyond the end of time is the end of time.
extension Int64 {
    /// The sum, or the end of the range.
    @inlinable
    public func adding(saturating other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other > 0 ? .max : .min) : sum
    }

    /// The difference, or the end of the range.
    @inlinable
    public func subtracting(saturating other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other > 0 ? .min : .max) : difference
    }

    /// The product, or the end of the range.
    @inlinable
    public func multiplied(saturatingBy other: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
    }
}
