import LabExactTime
import LabScenarioModel

/// Pseudo-random numbers, the same for the same seed (splitmix64).
package struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}

/// Scenarios that differ from one by no more than a host's noise. Where their outcomes differ, the scenario does not
/// determine the behaviour of a real machine.
struct Perturbation {
    /// The most by which an event may be later than planned, ns.
    var noise: Int64
    var count: Int
    /// As in `ConformanceCheck`.
    var usesWindows = false

    func variants(of plan: ScenarioPlan) -> [ScenarioPlan] { (0..<count).map { variant(of: plan, number: $0) } }

    private func variant(of plan: ScenarioPlan, number: Int) -> ScenarioPlan {
        var numbers = SeededNumbers(seed: plan.seed &+ UInt64(number) &* 0x0000_0100_0000_01B3)
        // Even variants shift everything by up to the noise, odd ones by little.
        let most = number.isMultiple(of: 2) ? noise : noise / 8
        var variant = plan.mappingTimes { kind, time in
            let longest: Int64
            switch kind {
            case .instant: longest = most
            case .stay: longest = most / 4
            case .occupation where time > .zero: longest = number.isMultiple(of: 3) ? most : most / 4
            case .slack where usesWindows && number.isMultiple(of: 4):
                // The timers are late at different points of their windows.
                return Rational(Int128.random(in: 0...100, using: &numbers), over: 100).flatMap(time.times) ?? time
            // Parts that are made at one instant on one thread keep their distances.
            case .occupation, .interval, .slack, .end: return time
            }
            let delay = Int128(Int64.random(in: 0...longest, using: &numbers))
            return Rational(Int128(time.numerator) + delay * Int128(time.denominator), over: Int128(time.denominator))
                ?? time
        }
        variant.seed = numbers.next()
        variant.device.wakeUp = latency(number: number).map { .drawn($0) } ?? .none
        vary(&variant.device.choices, number: number)
        // Source0s of equal order are served in the order of their signals; older systems have no certain order, since
        // a set holds them (CFRunLoop.c: __CFRunLoopDoSources0).
        for index in variant.sources.indices {
            let (order, overflow) = variant.sources[index].order.multipliedReportingOverflow(by: 1024)
            if !overflow { variant.sources[index].order = order &+ Int64.random(in: 0..<1024, using: &numbers) }
        }
        return variant
    }

    /// Three in four runs have latencies; one in four wakes up on time.
    private func latency(number: Int) -> QuantileTable? {
        guard !number.isMultiple(of: 4) else { return nil }
        let longest = number.isMultiple(of: 2) ? noise : noise / 4
        // Most hosts are rarely as late as possible; a busy one often is.
        let median = number.isMultiple(of: 3) ? longest / 2 : longest / 8
        let points: [(Int64, Int64)] = [(0, 0), (500_000, median), (1_000_000, longest)]
        return QuantileTable(points: points.map { .init(probability: $0, value: max(20_000, $1)) })
    }

    /// The order of dispatch timers of one instant is open on a host as well.
    private func vary(_ choices: inout OpenChoices, number: Int) {
        let orders: [OpenChoices.SimultaneousSources] = [.creation, .reversed, .shuffled]
        choices.simultaneousSources = orders[number % orders.count]
        if usesWindows { choices.wakeInWindow = OpenChoices.WakeInWindow.allCases[number % 3] }
    }
}

extension ScenarioPlan {
    /// The scenario with a budget for about a second.
    package var boundedBudget: ScenarioPlan {
        var plan = self
        plan.budget.occurrences = min(plan.budget.occurrences, 1_000_000)
        plan.budget.occurrencesPerInstant = min(plan.budget.occurrencesPerInstant, 100_000)
        return plan
    }

    /// The scenario as a host runs it: without the costs and choices of a device.
    package var onIdealHost: ScenarioPlan {
        var plan = self
        plan.device.wakeUp = .none
        plan.device.workFactor = nil
        plan.device.rampUp = nil
        plan.device.logCost = 0
        // This is a host without windows; the variants cover the other instants of a host with them.
        plan.device.choices.wakeInWindow = .earliest
        return plan
    }

    /// The scenario with all times divided by a factor.
    package func sped(up factor: Rational) -> ScenarioPlan {
        guard let share = factor.reciprocal else { return self }
        var plan = mappingTimes { _, time in time.times(share) ?? time }
        plan.device.loopCost = plan.device.loopCost.times(share) ?? plan.device.loopCost
        return plan
    }

    /// The shortest interval of a repeating timer, ns.
    package var shortestInterval: Rational? { timers.filter(\.repeats).compactMap(\.interval).min() }
}
