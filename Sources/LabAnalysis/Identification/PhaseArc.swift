import LabPlatform

/// A part of the circle of phases that holds more firings than chance would place there.
struct PhaseArc {
    /// Its begin and its length, in intervals.
    private(set) var start = 0.0
    let length: Double
    /// The number of firings in it, and of all firings.
    private(set) var count = 0
    private let all: Int

    private init(_ sorted: [Double], length: Double) {
        (self.length, all) = (length, sorted.count)
        var end = 0
        for place in sorted.indices {
            let phase = sorted[place]
            while end < place + all, (end < all ? sorted[end] : sorted[end - all] + 1) - phase <= length { end += 1 }
            if end - place > count { (start, count) = (phase, end - place) }
        }
    }

    /// The fullest arc of each length, each twice as long as the one before; the longest is half a circle.
    ///
    /// - Parameter least: the length of the shortest, in intervals.
    static func fullest(of phases: [Double], from least: Double) -> [PhaseArc] {
        let sorted = phases.sorted()
        return sequence(first: least) { $0 * 2 }.prefix { $0 <= 0.5 }.map { PhaseArc(sorted, length: $0) }
    }

    func contains(_ phase: Double) -> Bool {
        let distance = phase - start
        return (distance < 0 ? distance + 1 : distance) <= length
    }

    /// True if half of all firings are in it, far more than by chance.
    var isMain: Bool { 2 * count >= all && length < 0.15 && rarity > naturalLogarithm(Double(10 * all)) + 5 }

    /// The rarity of so many firings in it, if phases are anywhere.
    var rarity: Double { PhaseArc.rarity(of: count, among: all, each: length) }

    /// The negative logarithm of the chance, at most, that so many of all happen if each does with a chance (Chernoff).
    static func rarity(of count: Int, among all: Int, each chance: Double) -> Double {
        let share = Double(count) / Double(all)
        guard all > 0, share > chance, chance > 0 else { return 0 }
        let others = share < 1 ? (1 - share) * naturalLogarithm((1 - share) / (1 - chance)) : 0
        return Double(all) * (share * naturalLogarithm(share / chance) + others)
    }
}
