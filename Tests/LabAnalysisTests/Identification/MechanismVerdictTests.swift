import LabExactTime
import Testing

@testable import LabAnalysis

private let second: Int64 = 1_000_000_000

/// Firings whose lateness is drawn from an exponential distribution, by a rule.
private func firings(_ count: Int, seed: UInt64, mean: Double = 1e6, isRelative: Bool) -> [Int64] {
    var random = SmallRandom(state: seed)
    var times: [Int64] = []
    for index in 0..<count {
        let lateness = Int64(random.exponential(mean: mean))
        let due = isRelative ? (times.last ?? 0) + second : Int64(index) * second
        times.append(due + lateness)
    }
    return times
}

private func judged(_ times: [Int64], resolution: Int64 = 1000, every interval: Int64 = second) -> MechanismVerdict? {
    FiringTimes(times: times, interval: Rational(whole: interval)).flatMap {
        MechanismVerdict($0, resolution: resolution)
    }
}

@Suite("The shape of the error says which kind of timer it was")
struct MechanismVerdictTests {
    @Test("a grid and a timer scheduled anew are told apart", arguments: 0..<20, [30, 200, 3000])
    func sure(seed: Int, count: Int) throws {
        let grid = try #require(judged(firings(count, seed: UInt64(seed) + 1, isRelative: false)))
        let anew = try #require(judged(firings(count, seed: UInt64(seed) + 1, isRelative: true)))
        #expect(grid.kind != .rescheduled && anew.kind != .grid)
        if count >= 200 {
            #expect(grid.kind == .grid && anew.kind == .rescheduled)
        }
    }

    @Test("nineteen times of twenty that fourteen lines get a verdict, it is right")
    func calibrated() throws {
        var claims = 0
        var wrong = 0
        for seed in 0..<400 {
            for isRelative in [false, true] {
                let times = firings(14, seed: UInt64(seed) &* 7919 + 3, isRelative: isRelative)
                guard let kind = try #require(judged(times)).kind else { continue }
                claims += 1
                if (kind == .rescheduled) != isRelative { wrong += 1 }
            }
        }
        #expect(claims > 200)
        #expect(wrong * 20 <= claims)
    }

    @Test("lateness that hangs together leaves a grid a grid")
    func correlated() throws {
        for seed in 1...20 {
            var random = SmallRandom(state: UInt64(seed))
            var lateness = 0.0
            let times = (0..<400).map { index -> Int64 in
                lateness = 0.95 * lateness + random.exponential(mean: 1e6)
                return Int64(index) * second + Int64(lateness)
            }
            #expect(try #require(judged(times)).kind != .rescheduled)
        }
    }

    @Test("one uneven step slips no phase: a grid stays one after a step of half an interval")
    func uneven() throws {
        var times = firings(60, seed: 4, isRelative: false)
        for place in [10, 31, 47] { times[place] += second * 52 / 100 }
        #expect(try #require(judged(times)).kind == .grid)
    }

    @Test("more firings than points refute the interval")
    func crowded() throws {
        let verdict = try #require(judged(firings(40, seed: 4, isRelative: false), every: second * 11 / 10))
        #expect(verdict.kind == nil && verdict.doubt == .tooManyFirings)
    }

    @Test("seven lines are too short to tell")
    func tooShort() throws {
        let times = firings(7, seed: 3, isRelative: false)
        #expect(try #require(judged(times)).doubt == .tooShort)
        #expect(judged(Array(times.prefix(2))) == nil)
    }

    @Test("a late firing that comes back to its grid, and one that does not")
    func gaps() throws {
        var onGrid = firings(60, seed: 9, isRelative: false)
        onGrid.removeSubrange(4...6)
        let kept = try #require(judged(onGrid))
        #expect(kept.kind == .grid)
        var shifted = firings(60, seed: 9, isRelative: true)
        for index in 6..<60 { shifted[index] += 2_400_000_000 }
        let anew = try #require(judged(shifted))
        #expect(anew.kind == .rescheduled)
    }

    @Test("a release that comes off the grid counts for the grid when the next firing is back on it")
    func release() throws {
        var times = firings(20, seed: 9, isRelative: false)
        times.removeSubrange(4...5)
        times[4] += 700_000_000
        let held = try #require(judged(times))
        #expect(held.kind == .grid)
    }

    @Test("callbacks that outlast the interval are seen by the multiple that keeps coming, and may be either kind")
    func multiples() throws {
        let lateness: [Int64] = [0, 4, 9, 2, 7, 1, 5, 3]
        let times = lateness.enumerated().map { Int64($0.offset) * 6 * second + $0.element * 1_000_000 }
        let verdict = try #require(judged(times))
        #expect(verdict.usualMultiple == 6)
        #expect(verdict.kind == nil && verdict.doubt == .losesPoints)
    }

    @Test("coarse stamps hide the scatter, but not that a timer falls behind")
    func coarse() throws {
        func rounded(_ times: [Int64], to unit: Int64) -> [Int64] { times.map { $0 / unit * unit } }
        let unit: Int64 = 1_000_000
        let grid = try #require(
            judged(rounded(firings(4000, seed: 2, isRelative: false), to: unit), resolution: unit))
        #expect(grid.kind == .grid)
        let times = firings(4000, seed: 2, isRelative: true)
        let seconds = try #require(judged(rounded(times, to: second), resolution: second))
        #expect(seconds.kind == nil)
    }

    @Test("a timer that is never off is on its grid; one that is always off by the same is not")
    func perfect() throws {
        #expect(try #require(judged((0..<100).map { Int64($0) * second }, resolution: 1)).kind == .grid)
        let late = try #require(judged((0..<100).map { Int64($0) * second * 11 / 10 }, resolution: 1))
        #expect(late.kind == .rescheduled)
    }
}

@Suite("An interval that nothing tells is guessed from all phases")
struct IntervalGuessTests {
    private func guess(_ times: [Int64]) -> IntervalGuess? { IntervalGuess(times: times, resolution: 1000) }

    @Test(
        "a coalesced grid has its own interval, not the median step", arguments: [73_700_000, 130_000_000, 41_000_000])
    func coalesced(window: Int64) throws {
        let times = (1...60).map { index in (Int64(index) * second + window - 1) / window * window }
        #expect(try #require(guess(times)).interval == Rational(whole: second))
    }

    @Test("a grid with long steps, a chain and frames of a display")
    func kinds() throws {
        #expect(guess(firings(40, seed: 3, isRelative: false))?.interval == Rational(whole: second))
        #expect(guess(firings(40, seed: 3, isRelative: true))?.interval == Rational(whole: second))
        let frames = (0..<90).map { Int64($0) * second / 60 + Int64($0 % 7) * 100_000 }
        #expect(guess(frames)?.interval == Rational(1_000_000_000, over: 60))
    }

    @Test("what has no rhythm has no interval")
    func none() {
        var random = SmallRandom(state: 7)
        var time: Int64 = 0
        let times = (0..<60).map { _ in
            time += Int64(random.exponential(mean: 1e9))
            return time
        }
        #expect(guess(times) == nil)
    }
}
