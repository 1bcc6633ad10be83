/// The name of a number: a timer and a figure, `tick.lateness.p99`.
public struct FigureName: Hashable, Sendable {
    public var timer: String
    public var figure: Figure

    public init(timer: String, figure: Figure) { (self.timer, self.figure) = (timer, figure) }

    /// Reads a name from its end, since ids may hold dots; nil when it names no figure.
    ///
    /// A figure without a statistic means its plain one: `jitter` is `jitter.rms`, `lag` is `lag.last`.
    public init?(_ text: String) {
        let parts = Array(text.utf8).split(separator: 0x2E, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
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

    public var text: String { "\(timer).\(figure.text)" }
}

extension FigureName: Comparable {
    /// Ordered by the bytes of the text, like `sort` in the C locale.
    public static func < (left: FigureName, right: FigureName) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
}
