import LabRealLogs
import Testing

@testable import LabLogImport

@Suite("Several timers behind one message are told apart by their rhythms")
struct InterleavingTests {
    @Test(
        "of sixty logs of two timers, started twice or of two intervals, at least fifty are found", arguments: [4, 41])
    func found(seed: Int) {
        let found = KnownLog.pairs(60, seed: seed).filter { log in
            guard let found = Interleaving(log.times, resolution: log.resolution) else { return false }
            return found.parts.count == 2
        }
        #expect(found.count >= 50, "\(found.count)")
    }

    @Test("each line goes to the timer that wrote it, and what was started twice has one interval")
    func lines() throws {
        var random = MadeRandom(8)
        let (first, again) = (
            KnownLog.Timer.grid(1_000_000_000, 40, late: 1e6, &random),
            KnownLog.Timer.grid(1_000_000_000, 37, late: 1e6, from: 2_300_000_000, &random)
        )
        let log = KnownLog("started twice", [first, again])
        let found = try #require(Interleaving(log.times, resolution: 1000))
        #expect(found.isSame && found.parts.map(\.count) == [40, 37])
        #expect(found.parts[1].map { log.times[$0] / 1000 } == again.times.map { $0 / 1000 })
        // Before 1970, too.
        let early = log.times.map { $0 - (1 << 59) }
        #expect(Interleaving(early, resolution: 1000)?.parts == found.parts)
        let other = KnownLog.Timer.grid(700_000_000, 50, late: 1e6, from: 500_000_000, &random)
        let two = KnownLog("two intervals", [first, other])
        let parts = try #require(Interleaving(two.times, resolution: 1000))
        #expect(!parts.isSame && parts.parts.map(\.count) == [40, 50])
    }

    @Test("none is invented in logs of one timer, real ones or made")
    func invented() {
        let made = [1000, 1_000_000, 1_000_000_000].flatMap {
            KnownLog.chains(4, stamps: $0, seed: 11) + KnownLog.grids(4, stamps: $0, seed: 12)
        }
        for log in made + KnownLog.catchUps(4, seed: 13) {
            #expect(Interleaving(log.times, resolution: log.resolution) == nil, "\(log)")
        }
        for log in RealLog.all { #expect(Interleaving(log.times, resolution: 1000) == nil, "\(log)") }
    }

    @Test("nor in a timer that was held for long, whatever its first lines behind that keep", arguments: 0..<40)
    func held(seed: Int) {
        var random = MadeRandom(300 + seed)
        let (interval, count): (Int64, Int) = (random.one(of: [50_000_000, 1_000_000_000]), random.one(of: [40, 120]))
        var timer = KnownLog.Timer.grid(interval, count, late: 1e5, &random)
        for _ in 0..<random.one(of: [1, 2]) {
            let first = 2 + Int(random.unit() * Double(count - 4))
            let away = interval * random.one(of: [2, 9, 83])
            // Released between two points of the old grid, or back on a new one.
            let release = timer.times[first - 1] + away + Int64((0.2 + 0.5 * random.unit()) * Double(interval))
            let shift = seed.isMultiple(of: 2) ? away : release - timer.times[first]
            for index in first..<count { timer.times[index] += shift }
            if seed.isMultiple(of: 2) { timer.times.insert(release, at: first) }
        }
        let log = KnownLog("held", [timer])
        #expect(Interleaving(log.times, resolution: log.resolution) == nil, "\(log.times)")
    }

    @Test("nor in taps, traffic, frames, coalesced points or a callback that takes longer each other time")
    func others() {
        var random = MadeRandom(3)
        var time: Int64 = 0
        let traffic = (0..<200).map { _ -> Int64 in
            time += Int64(1e9 * random.exponential())
            return time
        }
        func nextPoint(of interval: Int64, after time: Int64) -> Int64 { (time + interval - 1) / interval * interval }
        let frames = (0..<120).map { nextPoint(of: 16_666_667, after: $0 * 25_000_000) }
        let coalesced = (0..<120).map { nextPoint(of: 73_700_000, after: $0 * 100_000_000) }
        let uneven = (0..<120).map { (second: Int64) -> Int64 in second * 1_000_000_000 + second % 2 * 30_000_000 }
        for times in [traffic, frames, coalesced, uneven] {
            #expect(Interleaving(times, resolution: 1000) == nil, "\(times.prefix(8))")
        }
    }
}
