/// A log that was made, so that everything about it is known.
package struct KnownLog: Sendable, CustomStringConvertible {
    package var description: String
    /// One for each timer that wrote it.
    package var timers: [Timer]
    /// ns, ascending, cut off to the stamps' step.
    package var times: [Int64]
    /// The least step of its stamps, ns.
    package var resolution: Int64

    package struct Timer: Sendable {
        package var isGrid: Bool
        /// ns.
        package var interval: Int64
        package var times: [Int64]

        package init(isGrid: Bool, interval: Int64, times: [Int64]) {
            (self.isGrid, self.interval, self.times) = (isGrid, interval, times)
        }
    }

    /// Its lines as a table of times and messages.
    package var text: String {
        "time,message\n"
            + times.map { time in
                "\(time / 1_000_000_000).\(String(1_000_000_000 + time % 1_000_000_000).dropFirst()),tick\n"
            }.joined()
    }

    /// The log of timers, in the order of their lines, with coarser stamps.
    package init(_ description: String, _ timers: [Timer], stamps resolution: Int64 = 1000) {
        (self.description, self.timers, self.resolution) = (description, timers, resolution)
        times = timers.flatMap(\.times).sorted().map { $0 / resolution * resolution }
    }
}

extension KnownLog.Timer {
    private static let start: Int64 = 1_000_000_000

    /// A loop that sleeps, works and sleeps again: each turn takes at least 20 µs more than was asked for.
    ///
    /// - Parameters:
    ///   - work: the share of the interval that the work of a turn takes in the mean.
    ///   - scatter: the share of the work by which a turn's differs from it at most.
    package static func chain(
        _ interval: Int64, _ count: Int, excess: Double, work: Double = 0, scatter: Double = 0.2,
        from start: Int64 = 0, _ random: inout MadeRandom
    ) -> Self {
        var (times, time) = ([Int64](), Self.start + start)
        for _ in 0..<count {
            let busy = work * Double(interval) * (1 - scatter + 2 * scatter * random.unit())
            time += interval + 20_000 + Int64(excess * random.exponential() + busy)
            times.append(time)
        }
        return Self(isGrid: false, interval: interval, times: times)
    }

    /// A timer that keeps its points, late by `late` ns in the mean.
    package static func grid(
        _ interval: Int64, _ count: Int, late: Double, from start: Int64 = 0, _ random: inout MadeRandom
    ) -> Self {
        let times = (0..<count).map { index in
            Self.start + start + Int64(index) * interval
                + min(interval - 1, Int64(late * random.exponential()))
        }
        return Self(isGrid: true, interval: interval, times: times)
    }

    /// A dispatch source: a callback that outlasts the interval is called again as soon as it returns.
    ///
    /// - Parameter work: the share of the interval that a callback takes in the mean; it takes up to twice as long.
    package static func source(
        _ interval: Int64, _ count: Int, late: Double, work: Double, _ random: inout MadeRandom
    ) -> Self {
        var (times, end, point) = ([Int64](), Int64(0), Int64(1))
        for _ in 0..<count {
            let due = Self.start + point * interval
            times.append(due > end ? due + Int64(late * random.exponential()) : end + 5000)
            end = times[times.count - 1] + Int64(2 * work * Double(interval) * random.unit())
            point = max(point, (times[times.count - 1] - Self.start) / interval) + 1
        }
        return Self(isGrid: true, interval: interval, times: times)
    }

    /// A grid whose points are all served, those of a hold one after the other when it ends.
    package static func catchUp(
        _ interval: Int64, _ count: Int, late: Double, holds: Int, _ random: inout MadeRandom
    ) -> Self {
        var timer = grid(interval, count, late: late, &random)
        for _ in 0..<holds {
            let first = 2 + Int(random.unit() * Double(count - 8))
            var end = timer.times[first] + Int64((1.2 + 3 * random.unit()) * Double(interval))
            for index in first..<count where timer.times[index] < end {
                timer.times[index] = end
                end += 5000 + Int64(20_000 * random.unit())
            }
        }
        return timer
    }
}

/// Numbers that are the same on every machine.
package struct MadeRandom {
    private var state: UInt64

    package init(_ seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678 }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// 0 ..< 1.
    package mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

    /// Of mean 1; the sum of uniform draws that a logarithm would need no library for.
    package mutating func exponential() -> Double {
        // John von Neumann's way: only comparisons.
        var whole = 0.0
        while true {
            let first = unit()
            var (last, isAccepted) = (first, true)
            while true {
                let next = unit()
                if next >= last { break }
                last = next
                isAccepted.toggle()
            }
            if isAccepted { return whole + first }
            whole += 1
        }
    }

    package mutating func one<Value>(of values: [Value]) -> Value { values[Int(unit() * Double(values.count))] }
}

extension KnownLog {
    private static let intervals: [Int64] = [
        50_000_000, 100_000_000, 200_000_000, 250_000_000, 300_000_000, 500_000_000, 750_000_000, 1_000_000_000,
        2_000_000_000, 5_000_000_000,
    ]

    /// Loops that sleep, with work of none to three quarters of the interval.
    package static func chains(_ count: Int, stamps: Int64 = 1000, seed: Int = 1) -> [KnownLog] {
        (0..<count).map { number in
            var random = MadeRandom(seed &* 1000 &+ number)
            let interval = random.one(of: intervals)
            let lines = random.one(of: [12, 20, 40, 80, 150, 300])
            let excess = random.one(of: [5e3, 4e4, 1e5, 1e6])
            let work = random.one(of: [0, 0, 0.01, 0.05, 0.2, 0.4, 0.75])
            return KnownLog(
                "chain \(number) of \(interval / 1_000_000) ms, \(lines) lines, excess \(excess), work \(work)",
                [.chain(interval, lines, excess: excess, work: work, &random)], stamps: stamps)
        }
    }

    /// Timers that keep their points, some with one or two holds.
    package static func grids(_ count: Int, stamps: Int64 = 1000, seed: Int = 2) -> [KnownLog] {
        (0..<count).map { number in
            var random = MadeRandom(seed &* 1000 &+ number)
            let interval = random.one(of: intervals)
            let lines = random.one(of: [12, 20, 40, 80, 150, 300])
            let late = random.one(of: [2e4, 1e5, 1e6, Double(interval) * 0.05])
            var timer = Timer.grid(interval, lines, late: late, &random)
            for _ in 0..<random.one(of: [0, 0, 1, 2]) {
                let first = 2 + Int(random.unit() * Double(timer.times.count - 8))
                timer.times.removeSubrange(first..<first + random.one(of: [1, 2, 4]))
            }
            return KnownLog(
                "grid \(number) of \(interval / 1_000_000) ms, \(lines) lines, late \(late)", [timer], stamps: stamps)
        }
    }

    /// Loops whose work takes whole intervals or halves of them, up to a thousandth.
    package static func wholeChains(_ count: Int, seed: Int = 6) -> [KnownLog] {
        (0..<count).map { number in
            var random = MadeRandom(seed &* 1000 &+ number)
            let (interval, lines) = (random.one(of: intervals), random.one(of: [20, 40, 120, 300]))
            let work = random.one(of: [0.5, 1, 1.5, 2, 3])
            return KnownLog(
                "chain \(number) of \(interval / 1_000_000) ms, \(lines) lines, work \(work)",
                [.chain(interval, lines, excess: 4e4, work: work, scatter: 1e-3, &random)])
        }
    }

    /// Dispatch sources of which many callbacks outlast the interval.
    package static func sources(_ count: Int, seed: Int = 7) -> [KnownLog] {
        (0..<count).map { number in
            var random = MadeRandom(seed &* 1000 &+ number)
            let (interval, lines) = (random.one(of: intervals), random.one(of: [40, 80, 150, 300]))
            let (late, work) = (random.one(of: [2e4, 1e5, 1e6]), random.one(of: [0.3, 0.6, 0.8]))
            return KnownLog(
                "source \(number) of \(interval / 1_000_000) ms, \(lines) lines, work \(work)",
                [.source(interval, lines, late: late, work: work, &random)])
        }
    }

    /// Grids whose points are made up for after holds.
    package static func catchUps(_ count: Int, seed: Int = 3) -> [KnownLog] {
        (0..<count).map { number in
            var random = MadeRandom(seed &* 1000 &+ number)
            let interval = random.one(of: intervals)
            let lines = random.one(of: [20, 40, 120])
            let late = random.one(of: [2e4, 1e6, Double(interval) * 0.03])
            let holds = random.one(of: [1, 2, 4])
            return KnownLog(
                "catch-up \(number) of \(interval / 1_000_000) ms, \(lines) lines, \(holds) holds",
                [.catchUp(interval, lines, late: late, holds: holds, &random)])
        }
    }

    /// Two timers behind one message: one that was started twice, or two of different intervals.
    package static func pairs(_ count: Int, seed: Int = 4) -> [KnownLog] {
        (0..<count).map { number in
            var random = MadeRandom(seed &* 1000 &+ number)
            let isTwice = number.isMultiple(of: 2)
            let first = random.one(of: intervals)
            let second =
                isTwice ? first : random.one(of: intervals.filter { $0 != first && $0 * 12 > first && first * 12 > $0 })
            let lines = random.one(of: [15, 30, 60, 200])
            let span = Int64(lines) * max(first, second)
            let late = random.one(of: [2e4, 1e5, 1e6])
            func timer(_ interval: Int64, isGrid: Bool, from start: Int64) -> Timer {
                let count = Int(span / interval)
                return isGrid
                    ? .grid(interval, count, late: late, from: start, &random)
                    : .chain(
                        interval, count, excess: late, work: random.one(of: [0, 0, 0.01, 0.1]), from: start, &random)
            }
            let isGrid = number % 4 < 2
            let start = Int64(random.unit() * 3 * Double(first))
            return KnownLog(
                "pair \(number) of \(first / 1_000_000) and \(second / 1_000_000) ms, \(isGrid ? "grids" : "chains"), \(lines) lines, \(start / 1_000_000) ms apart",
                [timer(first, isGrid: isGrid, from: 0), timer(second, isGrid: isGrid, from: start)])
        }
    }
}
