import Testing

@testable import LabAnalysis

/// Wide whole numbers as floating-point numbers.
@Suite("Rounding of wide numbers")
struct WideRoundingTests {
    @Test(
        "is that of the general conversion, on either side of 53 and of 64 bits",
        arguments: [0, 1, 52, 53, 54, 62, 63, 64, 65, 100, 126])
    func wide(bits: Int) {
        let power = Int128(1) << Int128(bits)
        for number in [power - 1, power, power + 1, power / 3 * 4, 0 - power] {
            #expect(Double(nearest: number) == Double(number))
        }
    }
}
