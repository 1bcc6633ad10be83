import LabCatalogue
import LabExactTime
import LabExpectations

extension Figure {
    /// A number of this figure with its unit and all its digits: `7`, `5.015213 s`, `-3.25 ppm`.
    ///
    /// A drift of 0 is `none`, since a baseline cannot distinguish it from zero.
    package func exactText(of value: Int64) -> String {
        unit == .rate && value == 0 ? Figure.noDrift : text(of: value, digits: 9)
    }

    private static let noDrift = "none"

    /// The number that `exactText` wrote; nil for any other text.
    package func value(of text: String) -> Int64? {
        switch unit {
        case .count: return Int64(text)
        case .time:
            guard case .success(let time) = DurationText.parse(text), time.isWhole else { return nil }
            return time.numerator
        case .rate:
            if text == Figure.noDrift { return 0 }
            var scanner = NumberScanner(text)
            guard let number = scanner.fraction(), !scanner.overflowed, scanner.skip(" "), scanner.rest() == "ppm",
                let scaled = number.times(Rational(whole: 1000)), scaled.isWhole
            else { return nil }
            return scaled.numerator
        }
    }
}
