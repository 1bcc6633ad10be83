import ExactTime

/// Something about a log that one should know before believing its figures; never fatal.
public struct LogNote: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable {
        /// Lines in between that belong to no timer.
        case otherLines = "other-lines"
        case outOfOrder = "out-of-order"
        case clockSetBack = "clock-set-back"
        case daylightSaving = "daylight-saving"
        case timeZone = "time-zone"
        case midnight
        /// A timer's grid begins anew: it was made again, or the clock was set.
        case newGrid = "new-grid"
        case coarseStamps = "coarse-stamps"
        case cutLines = "cut-lines"
        case noOrder = "no-order"
        case missingColumn = "missing-column"
    }

    public var kind: Kind
    /// The line of the file that shows it first, from 1; nil when it is about no line in particular.
    public var line: Int?
    /// One sentence with its numbers.
    public var message: String
    /// How often it happened.
    public var count: Int

    public init(_ kind: Kind, line: Int? = nil, message: String, count: Int = 1) {
        self.kind = kind
        self.line = line
        self.message = message
        self.count = count
    }
}
