import Analysis
import Testing

@Suite("Two samples are compared by their ranks")
struct RankSumTests {
    @Test(
        "the least possible probability follows from the number of values",
        arguments: [(1, 1.0), (2, 1 / 3.0), (3, 0.1), (4, 2 / 70.0), (5, 2 / 252.0)])
    func least(count: Int, probability: Double) {
        let low = (0..<count).map(Double.init)
        let test = RankSumTest(low, low.map { $0 + 100 })
        #expect(test?.u == 0)
        #expect(near(test?.p, probability))
        #expect(test?.method == .exact)
    }

    @Test("which sample comes first changes nothing but U")
    func symmetric() {
        let one: [Double] = [3, 1, 4, 1, 5]
        let other: [Double] = [9, 2, 6, 5, 3, 5]
        #expect(RankSumTest(one, other)?.p == RankSumTest(other, one)?.p)
        #expect((RankSumTest(one, other)?.u ?? 0) + (RankSumTest(other, one)?.u ?? 0) == 30)
    }

    @Test("ties are counted exactly: 2 of the 20 ways are as far out on one side")
    func ties() {
        // Ranks 1.5 1.5 3.5 3.5 5 6: the first sample has 1.5, 1.5 and either 3.5.
        let test = RankSumTest([1, 1, 2], [2, 3, 4])
        #expect(test?.u == 0.5)
        #expect(near(test?.p, 2 * 2 / 20.0))
    }

    @Test("large samples use the normal approximation with corrections for ties and continuity")
    func normal() {
        let one = (0..<40).map { Double($0 % 10) }
        let other = (0..<50).map { Double($0 % 10 + 1) }
        let test = RankSumTest(one, other)
        #expect(test?.method == .normal)
        #expect(test?.u == 810)
        #expect(near(test?.p, 0.12214942095370812))
        #expect(RankSumTest(one, one)?.p == 1)
        #expect(RankSumTest(Array(repeating: 1, count: 30), Array(repeating: 1, count: 30))?.p == 1)
    }

    @Test("nothing, or what is no number, cannot be compared")
    func hostile() {
        #expect(RankSumTest([], [1]) == nil)
        #expect(RankSumTest([1], []) == nil)
        #expect(RankSumTest([1], [.nan]) == nil)
        #expect(RankSumTest([-.infinity], [.infinity])?.u == 0)
    }
}

@Suite("The median with its interval")
struct MedianEstimateTests {
    @Test(
        "the interval lies between two values, found by tossing coins",
        arguments: [(6, 1, 6, 62 / 64.0), (7, 1, 7, 126 / 128.0), (9, 2, 8, 492 / 512.0), (10, 2, 9, 1002 / 1024.0)]
            as [(Int, Double, Double, Double)])
    func interval(count: Int, low: Double, high: Double, coverage: Double) {
        let estimate = MedianEstimate((1...count).reversed().map(Double.init))
        #expect(estimate?.median == Double(count + 1) / 2)
        #expect(estimate?.interval == low...high)
        #expect(near(estimate?.coverage, coverage))
    }

    @Test("five values are too few for 95 %, enough for 90 %")
    func few() {
        let values: [Double] = [1, 2, 3, 4, 5]
        #expect(MedianEstimate(values)?.interval == nil)
        #expect(MedianEstimate(values)?.coverage == 0)
        #expect(MedianEstimate(values, confidence: 0.9)?.interval == 1...5)
    }

    @Test("a hundred thousand values narrow the interval to two standard errors of a rank")
    func many() throws {
        let estimate = try #require(MedianEstimate((1...100_000).map(Double.init)))
        let interval = try #require(estimate.interval)
        #expect(interval.lowerBound == 49_690)
        #expect(interval.upperBound == 50_311)
        #expect(estimate.coverage >= 0.95)
        #expect(estimate.coverage < 0.951)
    }

    @Test("no value has no median, and no confidence is too great or small to be survived")
    func hostile() {
        #expect(MedianEstimate([]) == nil)
        #expect(MedianEstimate([.nan]) == nil)
        #expect(MedianEstimate([1], confidence: 2)?.interval == nil)
        #expect(MedianEstimate([1, 2], confidence: -1)?.interval == 1...2)
        #expect(MedianEstimate([.greatestFiniteMagnitude, .greatestFiniteMagnitude])?.median.isFinite == true)
    }
}
