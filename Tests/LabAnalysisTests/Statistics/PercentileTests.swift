import Testing

@testable import LabAnalysis

@Suite("Percentiles are exact, by nearest rank")
struct PercentileTests {
    @Test(
        "the rank is the least whose share reaches the fraction",
        arguments: [
            (Percentile.p50, 10, 5), (.p50, 11, 6), (.p50, 1, 1), (.p95, 20, 19), (.p95, 21, 20), (.p99, 100, 99),
            (.p99, 101, 100), (.p99, 1000, 990), (.p50, Int.max, Int.max / 2 + 1),
        ])
    func rank(percentile: Percentile, count: Int, rank: Int) {
        #expect(percentile.rank(among: count) == rank)
    }

    @Test("no values have no percentile")
    func empty() {
        #expect(CountedValues().value(at: .p50) == nil)
        #expect(CountedValues().extremes == nil)
        #expect(CountedValues().mean == nil)
    }

    @Test(
        "selection finds what sorting finds, whatever the order",
        arguments: ["random", "sorted", "reversed", "few", "equal", "organ pipe", "extremes"], [1, 2, 25, 1000, 20_000])
    func sameAsSorting(shape: String, count: Int) {
        let values = series(shape, count)
        let sorted = values.sorted()
        let percentiles = [Percentile.p99, .p50, .p95, .p50]
        let expected = percentiles.map { sorted[$0.rank(among: count) - 1] }
        #expect(CountedValues(values).values(at: percentiles) == expected)
    }

    private func series(_ shape: String, _ count: Int) -> [Int64] {
        var random = SmallRandom(state: 7)
        return (0..<Int64(count)).map { index in
            switch shape {
            case "sorted": index
            case "reversed": -index
            case "few": Int64.random(in: 0..<3, using: &random)
            case "equal": 5
            case "organ pipe": min(index, Int64(count) - index)
            case "extremes": index % 2 == 0 ? .max : .min
            default: Int64.random(in: .min ... .max, using: &random)
            }
        }
    }
}

extension CountedValues {
    init(_ values: some Sequence<Int64>) {
        self.init()
        for value in values { append(value) }
    }

    func value(at percentile: Percentile) -> Int64? { values(at: [percentile])?.first }
}

@Suite("Counted values")
struct CountedValuesTests {
    @Test("equal values in a row are one run")
    func runs() {
        let values = CountedValues([0, 0, 0, 4, 4, 0])
        var runs: [CountedValues.Run] = []
        values.forEachRun { runs.append($0) }
        #expect(runs == [.init(value: 0, count: 3), .init(value: 4, count: 2), .init(value: 0, count: 1)])
        #expect(values.count == 6)
        #expect(values.sum == 8)
        #expect(values.mean == 8.0 / 6)
        #expect(values.extremes == 0...4)
        #expect(near(values.deviation, (32.0 / 9).squareRoot()))
        #expect(
            Spread(values)
                == Spread(count: 6, min: 0, mean: 1, p50: 0, p95: nil, p99: nil, max: 4, deviation: 2))
    }

    @Test(
        "a percentile that the sample does not carry has no value",
        arguments: [(19, 0), (20, 1), (99, 1), (100, 2), (1000, 2)])
    func carried(count: Int, percentiles: Int) throws {
        let spread = try #require(Spread(CountedValues((0..<Int64(count)).map { $0 })))
        #expect([spread.p95, spread.p99].map { $0 != nil } == (0..<2).map { $0 < percentiles })
        #expect([spread.p95, spread.p99].compactMap(\.self).allSatisfy { $0 < spread.max })
        #expect(spread.p50 == Int64((count + 1) / 2 - 1))
    }

    @Test("a value may be added many times at once")
    func many() {
        var values = CountedValues()
        values.append(3, count: 1_000_000_000_000)
        values.append(3, count: 0)
        values.append(9, count: 1)
        values.append(9, count: -4)
        #expect(values.count == 1_000_000_000_001)
        #expect(values.value(at: .p99) == 3)
        #expect(values.sum == 3_000_000_000_009)
    }

    @Test("sums do not overflow")
    func wide() {
        var values = CountedValues([.max, .max, .min])
        #expect(values.sum == Int128(Int64.max) * 2 + Int128(Int64.min))
        values.append(contentsOf: values)
        #expect(values.count == 6)
        #expect(values.extremes?.upperBound == .max)
    }

    @Test("values in turn are counted one by one", arguments: [2, 40_000, 400_000])
    func alternating(distinct: Int) {
        let count = 400_000
        let values = CountedValues((0..<count).lazy.map { Int64($0 &* 7919 % distinct) })
        #expect(values.count == count)
        #expect(values.sum == Int128(count) * Int128(distinct - 1) / 2)
        for percentile in [Percentile.p50, .p95] {
            let rank = percentile.rank(among: count)
            #expect(values.value(at: percentile) == Int64((rank - 1) * distinct / count))
        }
    }
}
