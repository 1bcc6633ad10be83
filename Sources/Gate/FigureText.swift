import ExactTime
import ScenarioModel

extension Figure {
    private enum Unit { case count, time, rate }

    private var unit: Unit {
        switch family {
        case .fired, .skipped, .served, .coalesced, .due, .firedAfterOwner, .frames: .count
        case .drift: statistic == .residual ? .time : .rate
        case .lateness, .interval, .jitter, .first, .last, .logInterval, .logOffset, .correctedLateness, .threadBusy:
            .time
        }
    }

    /// A number of this figure with its unit and all its digits: `7`, `5.015213 s`, `-3.25 ppm`.
    public func exactText(of value: Int64) -> String {
        switch unit {
        case .count: String(value)
        case .time: DurationText.format(value, digits: 9)
        case .rate:
            (value < 0 ? "-" : "") + DurationText.decimal(value.magnitude, scale: 1000, digits: 3) + " ppm"
        }
    }

    /// The number that `exactText` wrote; nil for any other text.
    public func value(of text: String) -> Int64? {
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
