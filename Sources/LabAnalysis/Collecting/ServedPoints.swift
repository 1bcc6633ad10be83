import LabExactTime

/// Due points of the requested schedule that wait for one common instant.
struct ServedPoints {
    /// The requested schedule, and the points by index, both included.
    var grid: Grid
    var first: Int64
    var last: Int64
    /// When a callback began, or the schedule or the recording ended.
    var until: Int64
    /// The point that the callback was made for; nil where none began.
    var served: Int64?
    /// Whether the recording ended then: the points wait at least so long.
    var isOpen = false
    /// Whether they have not waited any longer than the timer may be late, or is when all is well.
    var isPending = false
    /// The instant that the callback was armed for.
    var armed: Int64
    /// For how long the timer's clock may have stood still before that, so that it came later, ns.
    var asleep: Int64
    /// How often the same constellation comes in a row.
    var repeats: Int64 = 1

    var count: Int64 { last - first + 1 }
    /// Points that no callback was made for.
    var lost: Int64 { isPending ? 0 : served == nil ? count : count - 1 }

    /// When the point that the callback was made for was due, ns.
    var servedPoint: Int64? { served.flatMap(grid.point) }

    /// When the first of them was due, ns.
    var from: Int64 { grid.point(first) ?? until }
    /// How long the first of them waits, ns.
    var longest: Int64 { until.subtracting(saturating: from) }

    /// How long all points together wait between two instants, ns.
    func time(from start: Int64, to end: Int64) -> Int128 {
        let begun = min(last, grid.points(before: end) - 1)
        let before = min(begun, grid.firstIndex(after: start) - 1)
        var total: Int128 = 0
        if before >= first { total = Int128(before - first + 1) * (Int128(end) - Int128(start)) }
        let inside = max(first, before + 1)
        if inside <= begun {
            total += Int128(begun - inside + 1) * Int128(end) - grid.sum(from: inside, through: begun)
        }
        return total
    }
}

extension ServedPoints {
    /// One instant that waits for another.
    init(due: Int64, until: Int64) {
        self.init(
            grid: Grid(anchor: due, interval: nil), first: 0, last: 0, until: until, served: 0, armed: due, asleep: 0)
    }

    /// The lost points among them, in at most two ranges, and the one that was served.
    var parts: (lost: [ServedPoints], served: ServedPoints?) {
        guard let served else { return ([self], nil) }
        func part(_ range: ClosedRange<Int64>, served: Int64?) -> ServedPoints {
            var part = self
            (part.first, part.last, part.served) = (range.lowerBound, range.upperBound, served)
            return part
        }
        var lost: [ServedPoints] = []
        if served > first { lost.append(part(first...(served - 1), served: nil)) }
        if served < last { lost.append(part((served + 1)...last, served: nil)) }
        return (lost, part(served...served, served: served))
    }
}

extension Grid {
    /// The sum of the points `first … last`, exact; the caller has checked that they lie within 64 bits.
    func sum(from first: Int64, through last: Int64) -> Int128 {
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
func floorSum(_ count: Int128, _ slope: Int128, _ offset: Int128, _ divisor: Int128) -> Int128 {
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
