import LabExactTime

/// The intended interval of a series of firings, if it is not given.
///
/// Usual intervals are round numbers and rates of displays, so those come first. The best is an interval that all phases
/// keep, or else one just below the shortest steps.
package struct IntervalGuess {
    /// The evidence for it.
    package enum Basis {
        /// The phases of all firings lie together.
        case phases(isRound: Bool)
        /// The steps begin at it; sharply, if each firing is armed for it again.
        case shortestSteps(isSharp: Bool)

        /// True if a verdict can use such an interval: an interval fitted to uneven steps always shows some rhythm.
        func bears(_ kind: MechanismKind) -> Bool {
            switch (self, kind) {
            case (.phases(let isRound), .grid): isRound
            case (.shortestSteps(let isSharp), .rescheduled): isSharp
            case (.phases, .rescheduled), (.shortestSteps, .grid): false
            }
        }
    }

    /// ns.
    package private(set) var interval: Rational
    private(set) var basis: Basis

    private struct Candidate {
        var interval: Rational
        /// The complexity of the number; 0 for the simplest.
        var tier: Int
        var length: Double { interval.approximation }
        var concentration = 0.0
    }

    /// The guess; nil if no interval can be seen. `resolution` is the least step of the clock, ns.
    package init?(times: [Int64], breaks: [Int] = [], resolution: Int64 = 1) {
        guard let whole = FiringTimes(times: times, breaks: breaks, interval: Rational(whole: 1)),
            let shape = StepShape(whole, resolution: resolution)
        else { return nil }
        var steps = Array(whole.rows.joined())
        steps.sort()
        steps.removeFirst(steps.prefix { $0 <= 0 }.count)
        guard !steps.isEmpty else { return nil }
        let fits = { (candidate: Candidate) in
            FiringTimes(times: times, breaks: breaks, interval: candidate.interval)?.hasMoreThanPoints == false
        }
        // A timer that was stopped and started again keeps its grid only in between, and another interval may span both.
        let long = steps[steps.count / 2] / 2 * 3
        let gaps = times.indices.dropFirst().filter { times[$0].subtracting(saturating: times[$0 - 1]) > long }
        let apart =
            gaps.isEmpty || gaps.count * 20 > times.count
            ? nil
            : FiringTimes(times: times, breaks: Set(breaks).union(gaps).sorted(), interval: whole.interval)
                .flatMap { StepShape($0, resolution: resolution) }
        let found =
            apart.flatMap { Self.byPhases($0, steps, resolution: resolution, fits) }
            ?? Self.byPhases(shape, steps, resolution: resolution, fits)
            ?? Self.byShortest(steps, resolution: resolution, fits)
        guard let found else { return nil }
        (interval, basis) = (found.candidate.interval, found.basis)
    }

    private typealias Found = (candidate: Candidate, basis: Basis)

    /// The longest interval that nearly all phases keep; among about equal ones the simplest.
    private static func byPhases(
        _ shape: StepShape, _ sorted: [Int64], resolution: Int64, _ fits: (Candidate) -> Bool
    ) -> Found? {
        guard shape.longest >= 7 else { return nil }
        let median = Double(sorted[sorted.count / 2])
        var found: [Candidate] = []
        for divisor in 1...8 {
            let part = median / Double(divisor)
            guard part > 4 * Double(resolution) else { break }
            // Coalescing and work lengthen the median step, so the first range is wide.
            let range = divisor == 1 ? 0.6 * part...1.15 * part : 0.94 * part...1.06 * part
            for var candidate in candidates(range) where fits(candidate) {
                // An interval needs a step of about its length: half of it, or the kernel's ticks, are as regular.
                let near = (0.7 * candidate.length)...(1.3 * candidate.length)
                guard sorted.count(where: { near.contains(Double($0)) }) * 8 >= sorted.count else { continue }
                candidate.concentration = shape.circles(of: candidate.length).map(\.concentration).middle()
                found.append(candidate)
            }
        }
        let count = Double(min(512, shape.longest + 1))
        let top = found.map(\.concentration).max() ?? 0
        let least = 8 + Double(found.count).squareRoot() / 4
        let good = found.filter {
            count * $0.concentration * $0.concentration >= least && $0.concentration >= max(0.25, 0.8 * top)
        }
        guard let longest = good.map(\.length).max() else { return nil }
        let alike = good.filter { $0.length >= 0.9 * longest }
        let best = alike.map(\.concentration).max() ?? 0
        return alike.filter { $0.concentration >= best - max(0.03, 2 / count) }
            .min { ($0.tier, -$0.concentration) < ($1.tier, -$1.concentration) }
            .map { ($0, .phases(isRound: $0.tier < 3)) }
    }

    private static func byShortest(_ sorted: [Int64], resolution: Int64, _ fits: (Candidate) -> Bool) -> Found? {
        func quantile(_ share: Double) -> Double { Double(sorted[Int(Double(sorted.count - 1) * share)]) }
        let median = quantile(0.5)
        // If most steps are equal, the others are delays and their corrections.
        let alike = sorted.lazy.filter { (Double($0) - median).magnitude <= 0.03 * median }
        let isAlike = alike.count * 2 >= sorted.count
        let low = isAlike ? Double(alike.first ?? 0) : quantile(0.02)
        guard isAlike || median < 1.9 * low && quantile(0.1) < 1.1 * low else { return nil }
        let high = max(1.004 * low, isAlike ? 1.005 * median : 0) + Double(resolution)
        let fitting = candidates(0.93 * low...high).filter(fits)
        guard let tier = fitting.map(\.tier).min(),
            let nearest = fitting.filter({ $0.tier == tier })
                .min(by: { ($0.length - median).magnitude < ($1.length - median).magnitude })
        else { return nil }
        // Taps and traffic spread about their mean; a timer that is armed again comes slightly late and never early.
        let isNarrow = quantile(0.75) - quantile(0.25) < 0.02 * median
        let isEdge = sorted.count >= 99 && quantile(0.1) - quantile(0.01) <= 0.25 * (median - quantile(0.01))
        // Work of constant length lengthens every step, so only the roundest numbers are surely not a sum.
        let isSharp = sorted.count >= 19 && tier == 0 && low < 1.02 * nearest.length && (isNarrow || isEdge)
        return (nearest, .shortestSteps(isSharp: isSharp))
    }

    /// The round numbers of a range, the simplest form of each.
    private static func candidates(_ range: ClosedRange<Double>) -> [Candidate] {
        var found: [Candidate] = []
        func append(_ interval: Rational?, tier: Int) {
            guard let interval, range.contains(interval.approximation) else { return }
            let isKnown = found.contains { ($0.length - interval.approximation).magnitude < 1e-4 * $0.length }
            if !isKnown { found.append(Candidate(interval: interval, tier: tier)) }
        }
        func digits(_ numbers: some Sequence<Int64>, tier: Int) {
            var power: Int64 = 1
            while power <= 10_000_000_000_000_000, Double(power) <= range.upperBound {
                if Double(power) * 100 >= range.lowerBound {
                    for number in numbers { append(Rational(whole: number * power), tier: tier) }
                }
                power *= 10
            }
        }
        digits([1, 2, 5, 10, 20, 50], tier: 0)
        for rate in rates { append(Rational(1_000_000_000, over: Int128(rate)), tier: 1) }
        for seconds in periods { append(Rational(whole: seconds * 1_000_000_000), tier: 1) }
        digits([3, 4, 6, 8, 15, 25, 30, 40, 60, 75, 80], tier: 2)
        digits(11...99, tier: 3)
        if found.isEmpty { digits(101...999, tier: 4) }
        return found
    }

    /// Frames a second of displays whose period is not a round number.
    private static let rates: [Int64] = [240, 144, 120, 90, 80, 75, 60, 48, 30, 24, 15, 12]
    /// Whole parts and multiples of a minute and an hour, s.
    private static let periods: [Int64] = [15, 30, 60, 120, 300, 600, 900, 1200, 1800, 3600, 7200, 43_200, 86_400]
}
