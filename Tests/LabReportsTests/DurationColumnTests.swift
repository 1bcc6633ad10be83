import LabExactTime
import Testing

@testable import LabReports

@Suite("A column of durations")
struct DurationColumnTests {
    private func texts(_ values: [Int64], digits: Int? = nil) -> [String] {
        let column = DurationColumn(values.map(Optional.some), digits: digits)
        return values.map(column.text)
    }

    @Test("what differs looks different")
    func differences() {
        #expect(
            texts([5_999_932_000, 5_999_977_000, 6_000_044_000]) == ["5.99993 s", "5.99998 s", "6.00004 s"])
        #expect(texts([1_000_000, 2_000_000]) == ["1 ms", "2 ms"])
        #expect(texts([-1_500_000, 250_000, 0]) == ["-1.50 ms", "0.25 ms", "0 ms"])
    }

    @Test("what is round stays short")
    func round() {
        #expect(texts([1_000_000_000]) == ["1 s"])
        #expect(texts([6_000_000_000, 6_000_000_000, 10_000_000_000]) == ["6 s", "6 s", "10 s"])
        #expect(texts([500_000_000]) == ["500 ms"])
        #expect(texts([]) == [] && texts([0, 0]) == ["0 s", "0 s"])
    }

    @Test("with so many digits as are wanted noise is not printed")
    func wanted() {
        #expect(texts([61_600, 1_030_123, 1_870_456], digits: 3) == ["0.06 ms", "1.03 ms", "1.87 ms"])
        #expect(texts([50_101_500, 3_200_000_000], digits: 4) == ["50.102 ms", "3.2 s"])
        #expect(texts([127_812, 104_000_000], digits: 4) == ["127.812 µs", "104.0 ms"])
        #expect(texts([88_333_333, 38_333_333], digits: 4) == ["88.33 ms", "38.33 ms"])
    }

    @Test("has one unit, and as many texts as values, whatever they are", arguments: 1...200)
    func laws(seed: Int) throws {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15
        func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 11
        }
        let scale = Int64([1, 1_000, 1_000_000, 1_000_000_000][Int(next() % 4)])
        let values = (0..<6).map { _ in Int64(next() % 9_000) * scale + Int64(next() % 1_000) }
        var texts = texts(values)
        #expect(Set(texts).count == Set(values).count)
        // What its column would show wrong has a unit of its own.
        texts = zip(values, texts).filter { $1 != DurationText.format($0) }.map { $1 }
        #expect(Set(texts.compactMap { $0.split(separator: " ").last }).count <= 1)
        #expect(Set(texts.filter { $0.contains(".") }.compactMap { $0.split(separator: ".").last?.count }).count <= 1)
    }

    @Test("survives the extremes")
    func extremes() {
        for value in [Int64.min, .min + 1, .max] { #expect(!texts([value, 1]).contains("")) }
    }
}
