import LabExactTime

/// Makes one time line of a log whose clock was set or changed to daylight saving, or whose lines are out of order.
struct ClockMending {
    var lines: [LineTable.Line]
    /// Times (ns since 1970, mended) at which the clock was set, ascending.
    private(set) var breaks: [Int64] = []
    private(set) var notes: [LogNote] = []
    private let isZoneless: Bool
    /// The usual distance between two lines with the same text, ns.
    private let beat: Int64

    private static let hour: Int64 = 3_600_000_000_000
    /// The number of lines by which another thread may be behind.
    private static let lookahead = 16
    /// The most jumps to correct; lines in no order jump far more often.
    private let mostJumps: Int

    /// Moves the lines out of the table.
    init(_ table: inout LineTable) {
        isZoneless = table.isZoneless && table.stampForm == .full
        beat = Self.beat(of: table)
        // Moved, so that they change without a copy.
        lines = table.lines
        table.lines = []
        mostJumps = min(1_000, max(4, lines.count / 16))
    }

    mutating func mend() {
        let isMended = lines.indices.dropFirst().allSatisfy { index in
            let step = lines[index].time &- lines[index - 1].time
            return step >= 0 && !isHourForward(step, at: index)
        }
        if isMended { return }
        let original = lines
        if !mendJumps() {
            lines = original
            breaks = []
            notes = []
            report(.noOrder, "the clock falls back more than \(mostJumps) times; the lines were sorted")
        }
        // Lines of the same instant stay in the order of the file.
        lines.sort { $0.time < $1.time }
    }

    /// Shifts the lines after each jump; false if there are too many jumps.
    private mutating func mendJumps() -> Bool {
        guard let first = lines.first else { return true }
        var shift: Int64 = 0
        var front = first.time
        var unordered = (count: 0, line: 0, most: Int64(0))
        var jumps = 0
        for index in lines.indices.dropFirst() {
            let time = lines[index].time &+ shift
            let step = time &- front
            if step < 0 {
                // Further lines out of order are just sorted.
                let isSetBack = unordered.count < 10_000 && isSetBack(index, front: front, shift: shift)
                // An hour, minus the time between the two lines.
                if isSetBack, -step <= Self.hour, -step >= Self.hour - 2 * beat, mayChangeHour(at: index) {
                    shift += Self.hour
                    noteDaylightSaving(index, "back")
                    jumps += 1
                } else if isSetBack {
                    let jump = -step &+ beat
                    shift &+= jump
                    breaks.append(front &+ beat)
                    jumps += 1
                    if breaks.count <= 20 {
                        report(
                            .clockSetBack, line: lines[index].number,
                            "the clock was set back by about \(DurationText.format(jump)); "
                                + "what lies around it is not measured")
                    }
                } else {
                    if unordered.count == 0 { unordered.line = lines[index].number }
                    unordered.count += 1
                    unordered.most = max(unordered.most, -step)
                }
            } else if isHourForward(step, at: index) {
                shift -= Self.hour
                noteDaylightSaving(index, "forward")
                jumps += 1
            }
            guard jumps <= mostJumps, shift.magnitude < LineTable.reach.magnitude else { return false }
            if shift != 0 { lines[index].time &+= shift }
            front = max(front, lines[index].time)
        }
        if unordered.count > 0 {
            report(
                .outOfOrder, line: unordered.line,
                "\(Plural.of(unordered.count, "line")) behind a later one, by at most "
                    + "\(DurationText.format(unordered.most)); sorted", count: unordered.count)
        }
        return true
    }

    /// An hour, plus the time between the two lines.
    private func isHourForward(_ step: Int64, at index: Int) -> Bool {
        step >= Self.hour && step - Self.hour <= 2 * beat && mayChangeHour(at: index)
    }

    /// True if some zone changes to or from daylight saving at the local time of a line. Zones do so in spring and autumn,
    /// in the nights before a Friday, Saturday or Sunday.
    private func mayChangeHour(at index: Int) -> Bool {
        guard isZoneless, beat < Self.hour / 2 else { return false }
        let later = lines[index].time.adding(saturating: Self.hour)
        let local = CivilTime(unixNanoseconds: later, offset: 0)
        let weekday = (CivilTime.day(ofYear: local.year, month: local.month, day: local.day) + 4) % 7
        return local.hour < 6 && [5, 6, 0].contains(weekday) && [2, 3, 4, 5, 9, 10, 11].contains(local.month)
    }

    /// True if the clock itself went back. Then the next lines repeat the text of that earlier time, or none of them
    /// comes near the latest time so far.
    private func isSetBack(_ index: Int, front: Int64, shift: Int64) -> Bool {
        let next = lines[index..<min(lines.count, index + Self.lookahead)]
        for line in next {
            if line.time &+ shift >= front { return false }
            if repeats(line, at: line.time &+ shift, before: index) { return true }
        }
        return next.count > 2
    }

    /// True if the same text had been written at about the same time; a late line would not repeat it.
    private func repeats(_ line: LineTable.Line, at time: Int64, before index: Int) -> Bool {
        lines[max(0, index - 4 * Self.lookahead)..<index].contains { earlier in
            earlier.form == line.form && earlier.variant == line.variant && earlier.thread == line.thread
                && (earlier.time &- time).magnitude <= (beat / 4 * 3).magnitude
        }
    }

    private mutating func noteDaylightSaving(_ index: Int, _ direction: String) {
        report(
            .daylightSaving, line: lines[index].number,
            "the clock went \(direction) by an hour, as at a change to or from daylight saving; taken out")
    }

    private mutating func report(_ kind: LogNote.Kind, line: Int? = nil, _ message: String, count: Int = 1) {
        notes.append(LogNote(kind, line: line, message: message, count: count))
    }

    /// Removes duplicate lines, unless they follow a silence, when they may be delivered late.
    mutating func removeDuplicates() {
        guard zip(lines, lines.dropFirst()).contains(where: { $0.time == $1.time }) else { return }
        var (kept, first) = ([LineTable.Line](), 0)
        kept.reserveCapacity(lines.count)
        var silent = false
        for line in lines {
            if let last = kept.last?.time, last < line.time { silent = line.time - last > beat + beat / 2 }
            let alike = kept.reversed().prefix { $0.time == line.time }.contains { $0.isLike(line) }
            if !alike || silent { kept.append(line) } else if first == 0 { first = line.number }
        }
        let count = lines.count - kept.count
        guard count > 0 else { return }
        lines = kept
        report(
            .duplicates, line: first,
            "\(Plural.of(count, "line")) left out: there twice, with one text, thread and time", count: count)
    }

    private static func beat(of table: LineTable) -> Int64 {
        var counts = [Int](repeating: 0, count: table.forms.count)
        for line in table.lines { counts[line.form] += 1 }
        guard let form = counts.indices.max(by: { counts[$0] < counts[$1] }) else { return 0 }
        let times = Array(table.lines.lazy.filter { $0.form == form }.prefix(10_000).map(\.time))
        let steps = times.steps.filter { $0 > 0 }.sorted()
        return steps.isEmpty ? 0 : min(steps[(steps.count - 1) / 2], 86_400_000_000_000)
    }
}
