import LabExactTime

/// An irregularity of a log that affects its figures; never fatal.
package struct LogNote {
    package enum Kind: String, CaseIterable {
        /// Lines in between that belong to no timer.
        case otherLines = "other-lines"
        case outOfOrder = "out-of-order"
        case clockSetBack = "clock-set-back"
        case daylightSaving = "daylight-saving"
        case timeZone = "time-zone"
        case midnight
        /// A timer's grid starts again: the timer was made again, or the clock was set.
        case newGrid = "new-grid"
        case coarseStamps = "coarse-stamps"
        /// Lines that occur twice, with one text, thread and fine time.
        case duplicates
        case cutLines = "cut-lines"
        case noOrder = "no-order"
        case missingColumn = "missing-column"
    }

    package var kind: Kind
    /// The first line of the file that shows it, from 1; nil for no particular line.
    package var line: Int?
    /// The message, a sentence with its numbers.
    package var message: String
    /// The number of times that it happened.
    package var count: Int

    package init(_ kind: Kind, line: Int? = nil, message: String, count: Int = 1) {
        (self.kind, self.line, self.message, self.count) = (kind, line, message, count)
    }
}

/// The lines of one timer, by the clock of the log.
package struct LoggedTimer: Equatable {
    /// The text of its lines, with `#` for numbers that change.
    package var name: String
    /// The same, with `#` for every number; empty if lines of several texts were combined.
    package var pattern = ""
    package var process: String
    package var pid: Int64
    /// ns since 1970, ascending.
    package var times: [Int64]
    /// For each line, an index into the threads of the reading.
    package var threads: [UInt16]
    /// True if its lines count: the number in each is one more than in the line before.
    package var isCounted = false
    /// Indices of the lines before which the clock was set, so that no interval leads there.
    package var breaks: [Int]
    /// The timer's share of the lines behind one message; nil if it is alone.
    package var part: Part?

    package struct Part: Equatable {
        /// From 1.
        package var number: Int
        var count: Int
        /// True if all have one interval, as the timers of code that was started twice.
        package var isSame: Bool
    }

    /// True if a given interval may be its own: among several timers it belongs to the one with about that interval.
    package func mayHave(_ interval: Int64) -> Bool {
        guard let part, !part.isSame else { return true }
        let steps = times.steps
        return steps.isEmpty || (steps.value(atRank: steps.count / 2) - interval).magnitude < interval.magnitude / 4
    }

    /// A line's text as `pattern` shows it.
    package static func pattern(of text: String) -> String {
        let bytes = Array(text.utf8)
        return LineTable.pattern(bytes, bytes.trimmed(0..<bytes.count))
    }

    /// Merges the lines of another timer, which belong to this one.
    package mutating func absorb(_ other: LoggedTimer) {
        let marks = Set(breaks.map { times[$0] } + other.breaks.map { other.times[$0] })
        let lines = (Array(zip(times, threads)) + Array(zip(other.times, other.threads))).sorted { $0.0 < $1.0 }
        (times, threads, isCounted) = (lines.map(\.0), lines.map(\.1), false)
        breaks = times.indices.filter { marks.contains(times[$0]) && ($0 == 0 || times[$0 - 1] != times[$0]) }
    }
}

extension [Int64] {
    /// The distance of each time from the one before.
    package var steps: [Int64] { zip(dropFirst(), self).map { $0 - $1 } }
}

/// The contents of a log: the firings of its timers, and its irregularities.
package struct LogReading {
    /// In the order of their first lines.
    package var timers: [LoggedTimer]
    /// The style of most of its lines.
    package var style: LogStyle
    package var notes: [LogNote] = []
    /// Thread numbers as printed.
    package var threads: [Int64]
    /// Seconds east of UTC that its first lines show.
    package var utcOffset: Int
    /// The least step that its time stamps can show, ns.
    package var resolution: Int64
    package let counts: LineCounts
    package let timedCount: Int
    /// The lines that belong to a timer.
    package var firingCount: Int { timers.reduce(0) { $0 + $1.times.count } }

    init(_ table: inout LineTable, options: LogOptions, hasColumn: Bool) {
        var clock = ClockMending(&table)
        clock.mend()
        resolution = TimeStampReader.powers[9 - min(9, table.decimals)]
        if resolution <= 1_000_000 { clock.removeDuplicates() }
        timedCount = clock.lines.count
        timers =
            TimerSeparation(table, lines: &clock.lines, breaks: clock.breaks, resolution: resolution, options).timers
        threads = table.threads
        utcOffset = table.utcOffset ?? 0
        counts = table.counts
        let styles = table.styles
        style = LogStyle.allCases.max { styles[$0, default: 0] < styles[$1, default: 0] } ?? .plain
        notes = generalNotes(table, missing: hasColumn ? nil : options.column) + clock.notes
    }

    /// The irregularities that have happened.
    private func generalNotes(_ table: LineTable, missing column: String?) -> [LogNote] {
        let others = counts.untimed + counts.others + timedCount - firingCount
        let what = others == 1 ? "1 line belongs" : "\(others) lines belong"
        let bare =
            counts.untimed == 0
            ? "" : ", " + (counts.untimed == others ? "" : "\(counts.untimed) of them ") + "without a time"
        let change = table.zoneChange.map { [$0.from, $0.to].map { CivilTime.zone($0) } } ?? []
        let period = table.stampForm == .withoutYear ? "year" : "day"
        return [
            LogNote(
                .missingColumn, message: "no line names a column '\(column ?? "")'", count: column == nil ? 0 : 1),
            LogNote(.otherLines, message: "\(what) to no timer\(bare)", count: others),
            LogNote(
                .cutLines, message: "\(Plural.of(counts.cutLines, "line")) cut after 64 KiB",
                count: counts.cutLines),
            LogNote(
                .timeZone, line: table.zoneChange?.line,
                message: "the distance to UTC changes from \(change.joined(separator: " to ")); times are compared in "
                    + "UTC", count: table.zoneChangeCount),
            LogNote(
                .midnight,
                message:
                    "the stamps name no \(period); the clock falls back \(Plural.of(table.dayChanges, "time")), and "
                    + "each time a new \(period) was taken to begin", count: table.dayChanges),
            LogNote(
                .coarseStamps,
                message: "the stamps show steps of \(DurationText.format(resolution)); nothing finer can be told",
                count: resolution >= 1_000_000 && timedCount > 0 ? 1 : 0),
        ].filter { $0.count > 0 }
    }
}
