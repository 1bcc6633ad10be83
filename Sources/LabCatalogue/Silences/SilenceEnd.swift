/// The look of a silence's end in a log.
package enum SilenceEnd: String, Sendable {
    /// A line off the grid, as when an overdue timer is released; the next line is back on the grid.
    case released
    /// A line on a point of the grid: nothing was late, or it is a display link, which has no others.
    case onPoint = "on-point"
    /// The next lines keep another grid.
    case offGrid = "off-grid"
    /// The last line, off the grid.
    case last
    /// The timer counts from each firing, so it has no grid.
    case armedAnew = "armed-anew"
    /// None: other timers write the last lines of the log.
    case never

    package var title: String { texts.prose("title") }

    private var texts: [TextSection] { TextSection.all(in: SilenceTexts.all[rawValue]) }

    /// The causes that the log does not exclude, and the ways to distinguish them; a last line has those of a released one.
    ///
    /// - Parameter isCounted: true if the lines are numbered without a gap.
    package func causes(isCounted: Bool) -> String {
        let versions = (self == .last ? Self.released : self).texts.sections("causes")
        return (versions.first { isCounted && $0.words.last == "counted" } ?? versions.first)?.prose ?? ""
    }
}
