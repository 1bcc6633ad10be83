import LabPlatform

/// The places of firings within their interval, as points on a circle.
///
/// Half an interval late and half an interval early are the same point, so nothing can slip by a whole interval.
struct PhaseCircle {
    /// The length of the mean of all points: 1 if all phases are the same, about 0 if they are anywhere.
    private(set) var concentration: Double
    /// About exponentially distributed with mean 1 if phases are anywhere (Rayleigh's test).
    var weight: Double { Double(count) * concentration * concentration }
    private(set) var count: Int
    /// The part that all steps share beside whole intervals, in intervals.
    private(set) var creep: Double
    /// The phase of a step.
    private let turns: [Turn]

    /// The most by which a device's clock may run faster or slower.
    private static let worstClock = 5e-4

    struct Turn {
        var x = 1.0
        var y = 0.0

        static func * (left: Turn, right: Turn) -> Turn {
            Turn(x: left.x * right.x - left.y * right.y, y: left.x * right.y + left.y * right.x)
        }

        init(x: Double = 1, y: Double = 0) { (self.x, self.y) = (x, y) }

        init(turns: Double) { (y, x) = onCircle(turns: turns) }
    }

    /// From the distances of successive firings, ns.
    init(steps: [Int64], interval: Double) {
        let turns = steps.map { Turn(turns: Double($0) / interval) }
        let straight = PhaseCircle.spread(turns)
        let mean = turns.reduce(into: Turn(x: 0)) { ($0.x, $0.y) = ($0.x + $1.x, $0.y + $1.y) }
        let angle = mean.x > 0 ? arcTangent(mean.y / mean.x) / (2 * .pi) : 0.5
        (count, creep) = (steps.count + 1, angle)
        // The clock of the log may be slightly off: the common part of all steps is removed if that helps.
        if angle != 0, angle.magnitude < PhaseCircle.worstClock {
            let back = Turn(turns: -angle)
            let upright = turns.map { $0 * back }
            let tilted = PhaseCircle.spread(upright)
            if tilted < straight {
                (concentration, self.turns) = (1 - tilted, upright)
                return
            }
        }
        (concentration, self.turns) = (1 - straight, turns)
    }

    /// 1 minus the length of the mean of all phases.
    private static func spread(_ turns: [Turn]) -> Double {
        var place = Turn()
        var (x, y) = (1.0, 0.0)
        for turn in turns {
            place = place * turn
            x += place.x
            y += place.y
        }
        let length = (x * x + y * y).squareRoot() / Double(turns.count + 1)
        return max(1e-15, 1 - length)
    }

    /// True if the real order of the steps keeps the phases closer together than other orders.
    ///
    /// On a grid a long step is followed by a short one that makes up for it. If each firing counts from the one
    /// before, any order is as good. A permutation test assumes nothing about the distribution of lateness.
    ///
    /// - Parameter deviations: the least distance of its spread below the mean of the others, on a logarithmic scale.
    func isOrdered(by deviations: Double) -> Bool {
        var random: UInt64 = 0x9E37_79B9_7F4A_7C15
        var shuffled = turns
        let real = 1 - concentration
        var (sum, squares) = (0.0, 0.0)
        for _ in 0..<PhaseCircle.shuffles {
            for last in stride(from: shuffled.count - 1, to: 0, by: -1) {
                random ^= random << 13
                random ^= random >> 7
                random ^= random << 17
                shuffled.swapAt(last, Int(random.multipliedFullWidth(by: UInt64(last + 1)).high))
            }
            let spread = PhaseCircle.spread(shuffled)
            // If one of them is as tight, that is already one in a hundred.
            if spread <= real { return false }
            let logarithm = naturalLogarithm(spread)
            sum += logarithm
            squares += logarithm * logarithm
        }
        let count = Double(PhaseCircle.shuffles)
        let deviation = max(0, (squares - sum * sum / count) / (count - 1)).squareRoot()
        return sum / count - naturalLogarithm(real) >= deviations * deviation
    }

    static let shuffles = 199
}
