import LabExactTime
import LabRealLogs
import Testing

@testable import LabAnalysis

/// Judged with its interval given or, without one, with the one that its lines suggest.
private func judged(_ log: KnownLog, given: Bool) -> Identification {
    var facts = Identification(given: given ? Rational(whole: log.timers[0].interval) : nil) {
        IntervalGuess(times: log.times, resolution: log.resolution)
    }
    facts.judge(
        facts.interval.flatMap { FiringTimes(times: log.times, interval: $0) }, resolution: log.resolution)
    return facts
}

@Suite("Made logs: a verdict is right, and what bears none bears nothing")
struct KnownLogTests {
    private static let logs =
        [1000, 1_000_000, 1_000_000_000].flatMap { KnownLog.chains(40, stamps: $0) + KnownLog.grids(40, stamps: $0) }
        + KnownLog.catchUps(40) + KnownLog.wholeChains(40) + KnownLog.sources(40)

    @Test("no verdict is wrong, with the interval or without", arguments: [true, false])
    func right(given: Bool) {
        for log in Self.logs {
            let facts = judged(log, given: given)
            guard let kind = facts.mechanism else { continue }
            #expect((kind == .grid) == log.timers[0].isGrid, "\(log)")
            #expect(given || facts.known == Rational(whole: log.timers[0].interval), "\(log)")
        }
    }

    @Test("of fine stamps most grids get a verdict, and so do loops whose work is small")
    func decided() {
        #expect(KnownLog.grids(40).count { judged($0, given: true).mechanism == .grid } >= 25)
        #expect(KnownLog.chains(60).count { judged($0, given: true).mechanism == .rescheduled } >= 22)
        #expect(KnownLog.catchUps(40).count { judged($0, given: true).mechanism == .grid } >= 28)
    }

    @Test("sources of which many callbacks outlast the interval get a verdict, and no grid is invented for such loops")
    func overrun() {
        #expect(KnownLog.sources(60).count { judged($0, given: true).mechanism == .grid } >= 50)
        let whole = KnownLog.wholeChains(200).filter { judged($0, given: true).mechanism == .grid }
        #expect(whole.isEmpty, "\(whole)")
    }

    @Test("a loop whose work now and then outlasts the interval is told from a source by its shortest turns")
    func varied() {
        let chains = (0..<40).map { seed in
            var random = MadeRandom(seed)
            return KnownLog("varied", [.chain(100_000_000, 120, excess: 1e5, work: 1, scatter: 1, &random)])
        }
        #expect(chains.count { judged($0, given: true).mechanism == .rescheduled } >= 30)
    }

    @Test("stamps of a second never tell a grid, stamps of a millisecond only in more than a hundred lines")
    func coarse() {
        for log in KnownLog.chains(20, stamps: 1_000_000_000) + KnownLog.grids(20, stamps: 1_000_000_000) {
            #expect(judged(log, given: true).mechanism != .grid, "\(log)")
        }
        for log in KnownLog.grids(40, stamps: 1_000_000) where log.times.count <= 101 {
            #expect(judged(log, given: true).mechanism != .grid, "\(log)")
        }
        var random = MadeRandom(5)
        let quiet = KnownLog("quiet", [.grid(1_000_000_000, 60, late: 2e4, &random)], stamps: 1_000_000_000)
        let verdict = judged(quiet, given: true).verdict
        #expect(verdict?.doubt == .coarse && verdict?.reasons == [])
    }

    @Test("an interval that the stamps cannot show is no rhythm", arguments: [1, 1_000, 1_999])
    func short(interval: Int64) throws {
        let times = (0..<60).map { (line: Int64) -> Int64 in line * 1_011_000_000 + line * line % 17 * 1_237_000 }
        var facts = Identification(given: Rational(whole: interval)) { nil }
        facts.judge(FiringTimes(times: times, interval: Rational(whole: interval)), resolution: 1_000)
        #expect(facts.mechanism == nil && facts.verdict?.doubt == .coarse && !facts.hasRhythm)
    }

    @Test("a guess that no mechanism bears out is known to nobody")
    func guessed() {
        let all = Self.logs.map { judged($0, given: false) }
        #expect(all.contains { $0.source == .guessed } && all.contains { $0.source == .fitted })
        for facts in all where facts.source == .guessed {
            #expect(facts.known == nil && facts.usualMultiple == 1 && !facts.hasRhythm && facts.lack != nil)
        }
    }

    @Test("several timers behind one message are no grid that has points for all, and a grid with lost lines is one")
    func several() {
        var random = MadeRandom(3)
        var timers = [KnownLog.Timer.grid(1_000_000_000, 60, late: 1e6, &random)]
        let lossy = timers[0].times.filter { _ in random.unit() > 0.2 }
        let alone = KnownLog("lossy", [.init(isGrid: true, interval: 1_000_000_000, times: lossy)])
        #expect(judged(alone, given: false).mechanism == .grid)
        timers.append(.grid(2_000_000_000, 30, late: 1e6, from: 550_000_000, &random))
        timers.append(.grid(3_000_000_000, 20, late: 1e6, from: 200_000_000, &random))
        let facts = judged(KnownLog("three", timers), given: false)
        #expect(facts.known == nil && facts.verdict?.doubt == .severalTimers)
    }

    @Test("no interval is half of what a loop waits, or two thirds")
    func halves() {
        for log in KnownLog.chains(60, seed: 9)
            + RealLog.all.filter({ !$0.isGrid && $0.work < 1000 }).map(KnownLog.init)
        {
            guard let interval = IntervalGuess(times: log.times, resolution: 1000)?.interval else { continue }
            #expect(interval.approximation > 0.9 * Double(log.timers[0].interval) || log.times.count < 8, "\(log)")
        }
    }
}

extension KnownLog {
    fileprivate init(_ log: RealLog) {
        self.init("\(log)", [KnownLog.Timer(isGrid: log.isGrid, interval: log.interval, times: log.times)])
    }
}
