import LabCatalogue
import LabExactTime
import LabExpectations
import LabScenarioModel

/// The name of a number: a timer and a figure, `tick.lateness.p99`.
package struct FigureName: Hashable, Sendable {
    package var timer: String
    package var figure: Figure

    package init(timer: String, figure: Figure) {
        self.timer = timer
        self.figure = figure
    }

    /// Reads a name from its end, since ids may hold dots; nil when it names no figure.
    ///
    /// A figure without a statistic means its plain one: `jitter` is `jitter.rms`, `lag` is `lag.last`.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if parts.count >= 3, let family = Figure.Family(rawValue: parts[parts.count - 2]),
            let statistic = family.row.statistics.first(where: { $0.rawValue == parts[parts.count - 1] })
        {
            timer = parts.dropLast(2).joined(separator: ".")
            figure = Figure(family, statistic)
        } else if let last = parts.last, parts.count >= 2, let family = Figure.Family(rawValue: last) {
            timer = parts.dropLast().joined(separator: ".")
            figure = Figure(family, family.plainStatistic ?? .value)
        } else {
            return nil
        }
    }

    package var text: String { "\(timer).\(figure.text)" }
}

extension FigureName: Comparable {
    /// Ordered by the bytes of the text, like `sort` in the C locale.
    package static func < (left: FigureName, right: FigureName) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
}

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
