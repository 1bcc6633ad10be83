import LabCLibrary

/// The places of firings within their interval, as points on a circle.
///
/// Half an interval late and half an interval early are the same point, so nothing can slip by a whole interval.
struct PhaseCircle {
    /// The length of the mean of all points: 1 if all phases are the same, about 0 if they are anywhere.
    let concentration: Double
    /// About exponentially distributed with mean 1 if phases are anywhere (Rayleigh's test).
    var weight: Double { Double(turns.count + 1) * concentration * concentration }
    /// The part that all steps share beside whole intervals, in intervals.
    let creep: Double
    private let steps: [Int64]
    private let interval: Double
    private let resolution: Double
    /// Each step without its whole intervals, in intervals; and without the creep, if that is the clock's.
    private let turns: [Double]
    private let steadyTurns: [Double]

    /// The most by which a device's clock may run faster or slower, and the most by which it usually does.
    private static let worstClock = 5e-4
    static let usualClock = 5e-5

    /// From the distances of successive firings, ns.
    init(steps: [Int64], interval: Double, resolution: Double) {
        (self.steps, self.interval, self.resolution) = (steps, interval, resolution)
        let turns = steps.map { step in
            let turn = Double(step) / interval
            return turn - turn.rounded()
        }
        let creep = turns.reduce(0, +) / Double(turns.count)
        (self.turns, self.creep) = (turns, creep)
        // The clock of the log may be slightly off: the common part of all steps is removed if that helps.
        let isClock = creep.magnitude < Self.worstClock
        steadyTurns =
            [turns, isClock ? turns.map { $0 - creep } : turns].min {
                Self.spread($0) < Self.spread($1)
            } ?? turns
        concentration = 1 - Self.spread(steadyTurns)
    }

    /// 1 minus the length of the mean of all phases.
    private static func spread(_ turns: [Double]) -> Double {
        var (phase, x, y) = (0.0, 1.0, 0.0)
        for turn in turns {
            phase += turn
            // Whole turns are subtracted first: with many turns few digits remain for the angle.
            let angle = (phase - phase.rounded()) * 2 * Double.pi
            x += cos(angle)
            y += sin(angle)
        }
        let length = (x * x + y * y).squareRoot() / Double(turns.count + 1)
        return max(1e-15, 1 - length)
    }

    private static func phases(_ turns: [Double]) -> [Double] {
        var phase = 0.0
        return [0]
            + turns.map { turn in
                phase += turn
                phase -= phase.rounded(.down)
                return phase
            }
    }

    /// The fullest arc of each length, each twice as long as the one before; the longest is half a circle.
    private func arcs(_ turns: [Double]) -> [PhaseArc] {
        let sorted = Self.phases(turns).sorted()
        return sequence(first: max(2 * resolution / interval, 5e-4)) { $0 * 2 }.prefix { $0 <= 0.5 }
            .map { PhaseArc(sorted, length: $0) }
    }

    private func rarest(_ turns: [Double]) -> PhaseArc? { arcs(turns).max { $0.rarity < $1.rarity } }

    /// True if most firings stay in an arc that a loop, which is armed again each time, would have left.
    ///
    /// Each of its turns exceeds whole intervals by at least `StepShape.leastExcess`, so its phase moves on.
    var stays: Bool {
        let phases = Self.phases(turns)
        let leastMove = StepShape.leastExcess / interval - Self.usualClock
        return arcs(turns).contains { arc in
            guard arc.isMain, let first = phases.firstIndex(where: arc.contains),
                let last = phases.lastIndex(where: arc.contains)
            else { return false }
            return Double(last - first) * leastMove > 4 * arc.length
        }
    }

    /// True if late firings are followed by a shorter step back onto the grid, more often than by chance.
    ///
    /// A timer that is armed again after its work never fires less than an interval after it fired.
    ///
    /// - Parameter rarity: the least negative logarithm of that chance.
    func comesBack(by rarity: Double) -> Bool {
        guard weight >= 7, concentration >= 0.5, let arc = rarest(steadyTurns) else { return false }
        let isOn = Self.phases(steadyTurns).map(arc.contains)
        let shortest = interval * (1 - arc.length) - 2 * resolution
        let off = isOn.indices.dropLast().filter { !isOn[$0] }
        let back = off.count { isOn[$0 + 1] && Double(steps[$0]) < shortest }
        return PhaseArc.rarity(of: back, among: off.count, each: arc.length) > rarity
    }

    /// True if lines on the grid are followed by others well before the next point, as no timer on a grid does. Points
    /// that are made up for follow each other at once, but the first of them follows a long step.
    var isCrowded: Bool {
        guard let arc = rarest(steadyTurns) else { return false }
        let isOn = Self.phases(steadyTurns).map(arc.contains)
        let isShort = steps.map { Double($0) < interval * (0.75 - arc.length) }
        let between = isShort.indices.count { isOn[$0] && isShort[$0] && ($0 == 0 || !isShort[$0 - 1]) }
        return between >= 3 && between * 20 > isOn.count { !$0 }
    }

    /// True if the real order of the steps keeps the phases closer together than other orders, on the whole or in an
    /// arc.
    ///
    /// On a grid a long step is followed by a short one that makes up for it. If each firing counts from the one
    /// before, any order is as good. A permutation test assumes nothing about the distribution of lateness.
    ///
    /// - Parameter deviations: the least distance of its spread below the mean of the others, on a logarithmic scale.
    func isOrdered(by deviations: Double) -> Bool {
        if weight >= 7, concentration >= 0.2,
            isLeast(by: deviations, { log(Self.spread($0)) })
        {
            return true
        }
        let rarity = { turns in rarest(turns)?.rarity ?? 0 }
        return rarity(steadyTurns) > log(Double(10 * turns.count)) + 5 && isLeast(by: deviations) { -rarity($0) }
    }

    /// True if a figure of the turns is less than in all other orders, and far from their mean.
    private func isLeast(by deviations: Double, _ figure: ([Double]) -> Double) -> Bool {
        var random: UInt64 = 0x9E37_79B9_7F4A_7C15
        var shuffled = steadyTurns
        let real = figure(shuffled)
        var (sum, squares) = (0.0, 0.0)
        for _ in 0..<Self.shuffles {
            for last in stride(from: shuffled.count - 1, to: 0, by: -1) {
                random ^= random << 13
                random ^= random >> 7
                random ^= random << 17
                shuffled.swapAt(last, Int(random.multipliedFullWidth(by: UInt64(last + 1)).high))
            }
            let other = figure(shuffled)
            // If one of them is as tight, that is already one in a hundred.
            if other <= real { return false }
            sum += other
            squares += other * other
        }
        let count = Double(Self.shuffles)
        let deviation = max(0, (squares - sum * sum / count) / (count - 1)).squareRoot()
        return sum / count - real >= deviations * deviation
    }

    static let shuffles = 199
}

/// A part of the circle of phases that holds more firings than chance would place there.
struct PhaseArc {
    /// Its begin and its length, in intervals.
    private(set) var start = 0.0
    let length: Double
    /// The number of firings in it, and of all firings.
    private(set) var count = 0
    private let all: Int

    /// The fullest one of its length.
    init(_ sorted: [Double], length: Double) {
        (self.length, all) = (length, sorted.count)
        var end = 0
        for place in sorted.indices {
            let phase = sorted[place]
            while end < place + all, (end < all ? sorted[end] : sorted[end - all] + 1) - phase <= length { end += 1 }
            if end - place > count { (start, count) = (phase, end - place) }
        }
    }

    func contains(_ phase: Double) -> Bool {
        let distance = phase - start
        return (distance < 0 ? distance + 1 : distance) <= length
    }

    /// True if half of all firings are in it, far more than by chance.
    var isMain: Bool { 2 * count >= all && length < 0.15 && rarity > log(Double(10 * all)) + 5 }

    /// The rarity of so many firings in it, if phases are anywhere.
    var rarity: Double { Self.rarity(of: count, among: all, each: length) }

    /// The negative logarithm of the chance, at most, that so many of all happen if each does with a chance (Chernoff).
    static func rarity(of count: Int, among all: Int, each chance: Double) -> Double {
        let share = Double(count) / Double(all)
        guard all > 0, share > chance, chance > 0 else { return 0 }
        let others = share < 1 ? (1 - share) * log((1 - share) / (1 - chance)) : 0
        return Double(all) * (share * log(share / chance) + others)
    }
}
