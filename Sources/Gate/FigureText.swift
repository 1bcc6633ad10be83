import ExactTime
import Expectations
import ScenarioModel

extension Figure {
    /// A number of this figure with its unit and all its digits: `7`, `5.015213 s`, `-3.25 ppm`.
    package func exactText(of value: Int64) -> String { text(of: value, digits: 9) }

    /// The number that `exactText` wrote; nil for any other text.
    package func value(of text: String) -> Int64? {
        switch unit {
        case .count: return Int64(text)
        case .time:
            guard case .success(let time) = DurationText.parse(text), time.isWhole else { return nil }
            return time.numerator
        case .rate:
            var scanner = NumberScanner(text)
            guard let number = scanner.fraction(), !scanner.overflowed, scanner.take(" "), scanner.rest() == "ppm",
                let scaled = number.times(Rational(whole: 1000)), scaled.isWhole
            else { return nil }
            return scaled.numerator
        }
    }
}
