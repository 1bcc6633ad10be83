extension Grid {
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
