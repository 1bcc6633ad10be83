import LabExactTime
import LabRealLogs
import Testing

@testable import LabAnalysis

private func judged(_ log: RealLog, guessed: Bool = false) -> MechanismVerdict? {
    let guess = guessed ? IntervalGuess(times: log.times, resolution: 1000) : nil
    if guessed, guess == nil { return nil }
    return FiringTimes(times: log.times, interval: guess?.interval ?? Rational(whole: log.interval)).flatMap {
        MechanismVerdict($0, resolution: 1000, guess: guess?.basis)
    }
}

@Suite("Logs of real programs")
struct RealLogTests {
    private static func wrong(
        _ logs: [RealLog], guessed: Bool
    ) -> (decided: Int, wrong: [RealLog], asked: Int, told: Int) {
        var result = (decided: 0, wrong: [RealLog](), asked: 0, told: 0)
        for log in logs {
            let kind = judged(log, guessed: guessed)?.kind
            if log.times.count >= 30, !guessed || log.work < 1000 {
                result.asked += 1
                result.told += kind == nil ? 0 : 1
            }
            guard let kind else { continue }
            result.decided += 1
            if (kind == .grid) != log.isGrid { result.wrong.append(log) }
        }
        return result
    }

    @Test("there are at least 300 of them, from 5 to 5,000 lines")
    func corpus() {
        #expect(RealLog.all.count >= 300)
        #expect(RealLog.all.contains { $0.times.count == 5 } && RealLog.all.contains { $0.times.count == 5000 })
    }

    @Test("a verdict is right; 85 of 100 with 30 lines get one, those with work beyond the interval included")
    func known() {
        let result = RealLogTests.wrong(RealLog.all, guessed: false)
        #expect(result.wrong.isEmpty, "\(result.wrong)")
        #expect(result.told * 100 >= result.asked * 85, "\(result.told) of \(result.asked)")
    }

    @Test(
        "one late line, or callbacks of several intervals, and the next line on a point: a grid",
        arguments: [
            88, 313, 327, 559, 96, 228, 319, 451,
        ])
    func backOnGrid(line: Int) throws {
        let log = try #require(RealLog.all.first { $0.line == line })
        #expect(judged(log)?.kind == .grid, "\(log)")
    }

    @Test("without its interval a log gets a verdict less often, and no wronger one")
    func guessed() {
        let result = RealLogTests.wrong(RealLog.all.filter { $0.line.isMultiple(of: 3) }, guessed: true)
        #expect(result.wrong.isEmpty, "\(result.wrong)")
        #expect(result.told * 10 >= result.asked * 4, "\(result.told) of \(result.asked)")
    }
}

private enum Traffic: CaseIterable {
    case poisson, taps, uneven, tired

    /// Distances of `count` lines, ns.
    func steps(_ count: Int, _ random: inout SmallRandom) -> [Int64] {
        var mood = 1.0
        return (0..<count).map { _ in
            switch self {
            case .poisson: Int64(random.exponential(mean: 1e9))
            case .taps: Int64(max(5e7, 0.8e9 * (1 + 0.1 * random.normal())))
            case .uneven: Int64(1e9 * (1 + 0.6 * max(-1.6, random.normal())))
            case .tired:
                {
                    mood += 0.02 * random.normal()
                    return Int64(max(5e7, 1e9 * (mood + 0.05 * random.normal())))
                }()
            }
        }
    }
}

@Suite("What keeps no rhythm gets no verdict")
struct TrafficTests {
    @Test(
        "at most one log of taps or traffic in twenty is called a timer", arguments: [nil, 1_000_000_000, 100_000_000])
    func traffic(interval: Int64?) {
        var (decided, count) = (0, 0)
        for kind in Traffic.allCases {
            for seed in 0..<60 {
                var random = SmallRandom(state: UInt64(seed) &* 977 + 5)
                var time: Int64 = 1
                let times = kind.steps([9, 15, 30, 60, 120, 400][seed % 6], &random).map { step in
                    time += max(1, step) / 1000 * 1000
                    return time
                }
                let guess = interval == nil ? IntervalGuess(times: times, resolution: 1000) : nil
                count += 1
                guard let used = interval.map({ Rational(whole: $0) }) ?? guess?.interval,
                    let firings = FiringTimes(times: times, interval: used)
                else { continue }
                if MechanismVerdict(firings, resolution: 1000, guess: guess?.basis)?.kind != nil { decided += 1 }
            }
        }
        #expect(decided * 20 <= count, "\(decided) of \(count)")
    }
}
