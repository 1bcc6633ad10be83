import LabExactTime
import Testing

@testable import LabAnalysis

private let second: Int64 = 1_000_000_000

/// A grid of one second in which a callback of 1.2 s keeps the firings of `drag` and later waiting.
private func dragged(at drag: Int, lines: Int, delay: Int64, lateness: () -> Int64) -> DriftEstimate {
    var collector = DriftCollector(interval: Rational(whole: second), regime: .grid)
    for line in 0..<lines {
        let since = Int64(line - drag) * second
        let waits = line >= drag && since < delay
        // Of the points that pass during the drag only the first is served, at its end.
        if waits, line > drag { continue }
        collector.append(index: Int64(line), lag: (waits ? delay : 0) + lateness())
    }
    return collector.result()
}

@Suite("Drift: what is exact is said exactly")
struct ExactDriftTests {
    @Test(
        "a chain of a second and 100 ms of work is 10 % slow, exactly, however long", arguments: [3, 5, 14, 40, 3000])
    func chain(lines: Int64) {
        var collector = DriftCollector(interval: Rational(whole: second), regime: .chain)
        for index in 0..<lines { collector.append(index: index, lag: index * second / 10) }
        let drift = collector.result()
        #expect(drift.exact == Rational(1, over: 10))
        #expect(drift.text(marksExact: true) == "+10 % (exactly)")
        #expect((drift.low, drift.high) == (100_000_000, 100_000_000))
    }

    @Test("one drag of 1.2 s in 14 s is no drift, whenever it comes", arguments: [0, 2, 5, 7, 10, 12])
    func drag(at instant: Int) {
        let drift = dragged(at: instant, lines: 14, delay: 1_200_000_000) { 90_000 }
        #expect(drift.text() == "none")
        #expect(drift.leftOut == 1)
        #expect(drift.steps.isEmpty)
    }

    @Test(
        "15 s of system sleep are a step beside the same exact drift", arguments: [50, 200, 400], [0, second / 1000])
    func sleep(at line: Int64, work: Int64) {
        let drift = slept(at: line, lines: 450, work: work)
        #expect(drift.exact == Rational(Int128(work), over: Int128(second / 10)))
        #expect(drift.steps.map(\.index) == [line])
        #expect(drift.steps.first?.size == 15 * second)
    }

    @Test("a sleep with five firings after it is not back at the end")
    func lateSleep() {
        let drift = slept(at: 445, lines: 450, work: 1_000_000)
        #expect(drift.text() == "+1 %")
        #expect(drift.steps.isEmpty)
        #expect(drift.notBack?.index == 445)
        #expect(drift.notBack?.size == 15 * second)
        #expect(drift.notBack?.firings == 5)
    }

    private func slept(at sleep: Int64, lines: Int64, work: Int64) -> DriftEstimate {
        var collector = DriftCollector(interval: Rational(whole: second / 10), regime: .chain)
        for line in 0..<lines {
            collector.append(index: line, lag: line * work + (line < sleep ? 0 : 15 * second))
        }
        return collector.result()
    }

    @Test("a 60 Hz link whose frames come a nanosecond sooner each is 60 parts per billion fast")
    func displayLink() throws {
        let interval = try #require(Rational(Int128(second), over: 60))
        var collector = DriftCollector(interval: interval, regime: .grid)
        for frame in 0..<10_000 as Range<Int64> { collector.append(index: 7 + frame, lag: 40 - frame) }
        #expect(collector.result().exact == Rational(-60, over: Int128(second)))
        #expect(collector.result().text() == "-0.06 ppm")
    }

    @Test("stamps of a millisecond are never exact")
    func coarse() {
        var collector = DriftCollector(interval: Rational(whole: second), resolution: 1_000_000, regime: .grid)
        collector.append(index: 0, lag: 0, count: 11)
        #expect(collector.result().exact == nil)
        #expect(collector.result().text() == "none (below 110 ppm)")
    }

    @Test("fewer than three firings of one series have no drift")
    func few() {
        var collector = DriftCollector(interval: Rational(whole: second), regime: .grid)
        #expect(collector.result().text() == "–")
        for index in 0..<8 as Range<Int64> {
            if index % 2 == 0 { collector.beginSegment() }
            collector.append(index: index, lag: 5)
        }
        #expect(collector.result().text() == "–")
        #expect(collector.result().verdict == .unknown)
        #expect(collector.result().low == nil)
    }

    @Test("a second firing of one point is left out")
    func repeatedIndex() {
        var collector = DriftCollector(interval: Rational(whole: second), regime: .grid)
        for (index, lag) in [(0, 7), (1, 7), (1, 900), (2, 7)] as [(Int64, Int64)] {
            collector.append(index: index, lag: lag)
        }
        #expect(collector.result().text() == "none")
        #expect(collector.result().leftOut == 1)
    }

    @Test("series of one slope have it exactly, whatever their levels")
    func segments() {
        var collector = DriftCollector(interval: Rational(whole: second), regime: .grid)
        for level in [0, 77_000_000, -3] as [Int64] {
            collector.beginSegment()
            for index in 0..<5 as Range<Int64> { collector.append(index: index, lag: level + index * 1000) }
        }
        #expect(collector.result().text(marksExact: true) == "+1 ppm (exactly)")
    }
}

@Suite("Drift: the interval of few firings")
struct ShortDriftTests {
    private func drift(_ gains: [Int64], _ regime: DriftRegime) -> DriftEstimate {
        var collector = DriftCollector(interval: Rational(whole: second), regime: regime)
        var lag: Int64 = 0
        collector.append(index: 0, lag: 0)
        for (index, gain) in gains.enumerated() {
            lag += gain
            collector.append(index: Int64(index) + 1, lag: lag)
        }
        return collector.result()
    }

    @Test("that of a chain is Student's, half as wide again where one gain outdoes the others")
    func chain() {
        // 3.1824 is the 97.5 % point for three degrees of freedom.
        let even = drift([1_000_000, 3_000_000, 1_000_000, 3_000_000], .chain)
        #expect(even.partsPerBillion == 2_000_000)
        #expect(near(even.halfWidth.map(Double.init), 3.182446 * (4 / 3.0 / 4).squareRoot() * 1e6, within: 1e-5))
        let skewed = drift([1_000_000, 1_000_000, 1_000_000, 10_000_000], .chain)
        #expect(skewed.partsPerBillion == 3_250_000)
        #expect(near(skewed.halfWidth.map(Double.init), 1.5 * 3.182446 * 2.25 * 1e6, within: 1e-5))
    }

    @Test("is unknown when it is wider than the interval")
    func tooWide() {
        #expect(drift([2 * second, -3 * second], .grid).text() == "–")
        #expect(drift([2 * second, -3 * second], .chain).verdict == .unknown)
    }
}

@Suite("Drift: departures are taken out")
struct DepartureTests {
    @Test("one drag of 1.2 s among noisy firings is no drift, whenever it comes", arguments: [0, 2, 5, 7, 10, 12])
    func drag(at instant: Int) {
        var random = SmallRandom(state: 14)
        let drift = dragged(at: instant, lines: 14, delay: 1_200_000_000) { random.late(.logNormal) }
        #expect(drift.text().hasPrefix("none (below "))
        #expect((drift.halfWidth ?? .max) < 200_000)
    }

    @Test(
        "a hang of 2.5 s in ten minutes is no drift", arguments: [3, 150, 301, 595],
        [MadeNoise.logNormal, .exponential, .uniform])
    func hang(at instant: Int, noise: MadeNoise) {
        var random = SmallRandom(state: 10)
        let drift = dragged(at: instant, lines: 600, delay: 2_500_000_000) { random.late(noise) }
        #expect(drift.text().hasPrefix("none (below "))
        #expect((drift.halfWidth ?? .max) < 1000)
    }

    @Test("15 s of sleep in a noisy chain leave the same drift, whenever they come")
    func sleep() throws {
        let drifts = [50, 200, 400, 445].map { sleep -> DriftEstimate in
            var random = SmallRandom(state: 15)
            var collector = DriftCollector(interval: Rational(whole: second / 10), regime: .chain)
            var lag: Int64 = 0
            for line in 0..<450 as Range<Int64> {
                lag += Int64(random.exponential(mean: 1e6)) + (line == sleep ? 15 * second : 0)
                collector.append(index: line, lag: lag)
            }
            return collector.result()
        }
        for drift in drifts {
            let departure = try #require(drift.steps.first ?? drift.notBack)
            #expect(abs(departure.size - 15 * second) < 20_000_000)
            let value = try #require(drift.partsPerBillion)
            for other in drifts { #expect(try (#require(other.low)...#require(other.high)).contains(value)) }
        }
        #expect(drifts.map(\.steps.count) == [1, 1, 1, 0])
    }

    @Test("a lasting departure of a chain is a step")
    func chainStep() {
        var random = SmallRandom(state: 16)
        var collector = DriftCollector(interval: Rational(whole: second), regime: .chain)
        var lag: Int64 = 0
        for line in 0..<60 as Range<Int64> {
            lag += 1_000_000 + Int64(300_000 * random.normal()) + (line == 30 ? second : 0)
            collector.append(index: line, lag: lag)
        }
        let drift = collector.result()
        #expect(drift.steps.count == 1)
        // It is not in the slope, which would be 1 s in 60.
        #expect((drift.partsPerBillion ?? 0) < 10_000_000)
    }

    @Test("drags that come again are part of a chain's drift, not steps")
    func repeatedDrags() {
        var random = SmallRandom(state: 17)
        var collector = DriftCollector(interval: Rational(whole: second), regime: .chain)
        var lag: Int64 = 0
        for line in 0..<60 as Range<Int64> {
            lag += 1_000_000 + Int64(300_000 * random.normal()) + (line % 15 == 14 ? second : 0)
            collector.append(index: line, lag: lag)
        }
        let drift = collector.result()
        #expect(drift.steps.isEmpty)
        #expect((drift.partsPerBillion ?? 0) > 40_000_000)
    }

    @Test("a chain's last departure is not back at the end")
    func lastDeparture() {
        var collector = DriftCollector(interval: Rational(whole: second), regime: .chain)
        collector.append(index: 0, lag: 0, count: 40)
        collector.append(index: 40, lag: second)
        collector.append(index: 41, lag: second)
        #expect(collector.result().text() == "none")
        #expect(collector.result().notBack == .init(index: 40, size: second, firings: 2))
    }

    @Test("where departures are how the series is, nothing is left out")
    func commonDepartures() {
        var collector = DriftCollector(interval: Rational(whole: second), regime: .grid)
        for index in 0..<300 as Range<Int64> {
            collector.append(index: index, lag: index % 12 < 4 ? 200_000_000 + index : index % 7)
        }
        #expect(collector.result().leftOut == 0)
        #expect(collector.result().text().hasPrefix("none (below "))
    }

    @Test("a long run of even firings counts as its firings do", arguments: 1...20 as ClosedRange<UInt64>)
    func runs(seed: UInt64) {
        var random = SmallRandom(state: seed)
        var single = DriftCollector(interval: Rational(whole: second), regime: seed % 2 == 0 ? .chain : .grid)
        var bulk = single
        var index: Int64 = 0
        for _ in 0..<12 {
            let isCalm = Bool.random(using: &random)
            let count = Int64.random(in: isCalm ? 1...400 : 1...4, using: &random)
            let lag = isCalm ? 0 : Int64.random(in: 1...second, using: &random)
            bulk.append(index: index, lag: lag, count: count)
            for place in 0..<count { single.append(index: index + place, lag: lag) }
            index += count
            if seed % 5 == 0 {
                single.beginSegment()
                bulk.beginSegment()
            }
        }
        #expect(bulk.result() == single.result())
    }

    @Test("small changes of level are no steps, however even the firings are")
    func smallChanges() {
        var collector = DriftCollector(interval: Rational(whole: second), regime: .grid)
        for index in 0..<1000 as Range<Int64> { collector.append(index: index, lag: index / 100 % 2 * 500_000) }
        #expect(collector.result().steps.isEmpty)
        #expect(collector.result().text().hasPrefix("none (below "))
    }

    @Test("short series by the thousand share their drift", arguments: [DriftRegime.grid, .chain])
    func manySeries(regime: DriftRegime) throws {
        var random = SmallRandom(state: 18)
        var collector = DriftCollector(interval: Rational(whole: second), regime: regime)
        for _ in 0..<1000 {
            collector.beginSegment()
            for index in 0..<12 as Range<Int64> {
                collector.append(index: index, lag: 10_000_000 * index + Int64(1_000_000 * random.normal()))
            }
        }
        let drift = collector.result()
        #expect(try (#require(drift.low)...#require(drift.high)).contains(10_000_000))
        #expect((drift.halfWidth ?? .max) < 100_000)
    }

    @Test("thousands of series and any instants at all are survived")
    func hostile() {
        var random = SmallRandom(state: 99)
        var collector = DriftCollector(interval: Rational(whole: 1), regime: .unknown)
        for index in 0..<5000 as Range<Int64> {
            if index % 7 == 0 { collector.beginSegment() }
            collector.append(index: index, lag: Int64.random(in: .min ... .max, using: &random))
        }
        for index in [Int64.min, 0, .max, 4] { collector.append(index: index, lag: .min) }
        collector.append(index: .max - 5, lag: .max - 5, count: .max)
        #expect(collector.result().text() == "–")
    }
}
