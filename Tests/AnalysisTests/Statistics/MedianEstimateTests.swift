import Analysis
import Testing

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
