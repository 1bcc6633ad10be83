/// The name of a number: a timer and a figure, `tick.lateness.p99`.
public struct FigureName: Hashable, Sendable {
    public var timer: String
    public var figure: Figure

    public init(timer: String, figure: Figure) { (self.timer, self.figure) = (timer, figure) }

    /// Reads a name from its end, since ids may hold dots; nil when it names no figure.
    ///
    /// A figure without a statistic means its plain one: `jitter` is `jitter.rms`, `lag` is `lag.last`.
    public init?(_ text: String) {
        guard let (whole, last) = Self.cutAtLastDot(text[...]) else { return nil }
        if let (timer, name) = Self.cutAtLastDot(whole), let family = Figure.Family(rawValue: name),
            let statistic = family.row.statistics.first(where: { $0.rawValue == last })
        {
            self.init(timer: String(timer), figure: Figure(family, statistic))
        } else if let family = Figure.Family(rawValue: last) {
            self.init(timer: String(whole), figure: Figure(family, family.plainStatistic ?? .value))
        } else {
            return nil
        }
    }

    private static func cutAtLastDot(_ text: Substring) -> (before: Substring, last: String)? {
        text.utf8.lastIndex(of: 0x2E).map { (text[..<$0], String(text[text.utf8.index(after: $0)...])) }
    }

    public var text: String { "\(timer).\(figure.text)" }
}

extension FigureName: Comparable {
    /// Ordered by the bytes of the text, like `sort` in the C locale.
    public static func < (left: FigureName, right: FigureName) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
}
