import Testing

@testable import LabScenarioModel

@Suite("Quantile tables")
struct QuantileTableTests {
    private func made(_ points: [(Int64, Int64)]) -> QuantileTable? {
        QuantileTable(points: points.map { QuantileTable.Point(probability: $0.0, value: $0.1) })
    }

    @Test("a table goes from p0 to p100 and never down")
    func validity() {
        #expect(made([(0, 1), (1_000_000, 2)]) != nil)
        #expect(made([(0, 1), (1_000_000, 1)]) != nil)
        #expect(made([(1, 1), (1_000_000, 2)]) == nil)
        #expect(made([(0, 1), (999_999, 2)]) == nil)
        #expect(made([(0, 2), (1_000_000, 1)]) == nil)
        #expect(made([(0, 1), (500_000, 2), (500_000, 3), (1_000_000, 4)]) == nil)
        #expect(made([]) == nil)
    }

    @Test("between two points the value lies on the line through them, rounded down")
    func interpolation() throws {
        let table = try #require(made([(0, 0), (500_000, 100), (1_000_000, 1000)]))
        #expect(table.value(at: 0) == 0)
        #expect(table.value(at: 1 << 30) == 50)
        #expect(table.value(at: 1 << 31) == 100)
        #expect(table.value(at: 3 << 30) == 550)
        #expect(table.value(at: .max) == 999)
    }

    @Test("values never leave the table and grow with the draw, up to the largest numbers")
    func monotony() throws {
        let table = try #require(made([(0, .min), (250_000, -5), (600_000, 7), (1_000_000, .max)]))
        var last = Int64.min
        for draw in stride(from: UInt32.min, to: .max, by: 104_729) {
            let value = table.value(at: draw)
            #expect(value >= last)
            last = value
        }
    }

    @Test("comparisons hold at their bounds as they say")
    func comparisons() {
        #expect(Comparison.equal(3).holds(for: 3))
        #expect(!Comparison.less(3).holds(for: 3))
        #expect(Comparison.atMost(3).holds(for: 3))
        #expect(!Comparison.greater(3).holds(for: 3))
        #expect(Comparison.atLeast(3).holds(for: 3))
        #expect(Comparison.between(3, 4).holds(for: 4))
        #expect(!Comparison.between(3, 4).holds(for: 5))
    }
}
