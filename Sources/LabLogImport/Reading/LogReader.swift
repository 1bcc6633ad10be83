import LabExactTime
import LabJSON

/// The part of a log to read, and the way.
package struct LogOptions {
    /// The way to distinguish the timers of a log.
    package enum Grouping: String, CaseIterable {
        /// By the text of a line, without changing numbers; also by its thread if each thread keeps its own rhythm.
        case automatic = "auto"
        case message
        case thread
        /// Not at all: all lines belong to one timer.
        case together = "none"
    }

    package var grouping = Grouping.automatic
    /// The text that a line has to contain.
    package var match: String?
    /// The name of a CSV table's time column.
    package var column: String?
    /// The interval of its timers, ns; nil to infer it.
    package var interval: Rational?
    /// The texts, each of one timer. Two texts that differ only in numbers are two timers, and a timer may have one or
    /// two lines.
    package var knownTexts: Set<String> = []

    package init() {}
}

/// Reads a log piece by piece; nothing in it is fatal.
///
/// The reader keeps a line's time and origin, 16 bytes, so a log may be far larger than memory.
package struct LogReader {
    /// The part of a line that is read.
    private static let longestLine = 1 << 16

    private let options: LogOptions
    private let match: [UInt8]
    private var stamps = TimeStampReader()
    private var json = JSONEntries()
    private var csv: CSVColumns?
    private var table = LineTable()
    /// The bytes that are not yet split into lines.
    private var text: [UInt8] = []
    private var isInLongLine = false
    /// The latest line without a time: Xcode 15 prints the message first.
    private var untimed: [UInt8] = []

    package init(options: LogOptions = LogOptions()) {
        self.options = options
        match = Array((options.match ?? "").utf8)
    }

    /// Reads the next bytes.
    package mutating func feed(_ bytes: UnsafeRawBufferPointer) {
        var (start, search) = (0, text.count)
        text.append(contentsOf: bytes)
        while let end = text[search...].firstIndex(of: 0x0A) {
            if isInLongLine { isInLongLine = false } else { readLine(start..<end) }
            start = end + 1
            search = start
        }
        text.removeFirst(start)
        if text.count > Self.longestLine {
            if !isInLongLine { readLine(0..<text.count) }
            isInLongLine = true
            text.removeAll(keepingCapacity: true)
        }
    }

    /// The reading, with the clock corrected and the timers separated.
    package mutating func finish() -> LogReading {
        if !text.isEmpty, !isInLongLine { readLine(0..<text.count) }
        text.removeAll()
        defer { table = LineTable() }
        return LogReading(&table, options: options, hasColumn: csv != nil)
    }

    private mutating func readLine(_ range: Range<Int>) {
        table.counts.lines += 1
        let end = range.upperBound
        var line = range.lowerBound..<(end > range.lowerBound && text[end - 1] == 0x0D ? end - 1 : end)
        if table.counts.lines == 1, text[line].starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
        if line.count > Self.longestLine {
            table.counts.cutLines += 1
            line = line.prefix(Self.longestLine)
        }
        if csv != nil || options.column != nil { return readRow(line) }
        if let stamp = stamps.find(text, line) {
            if json.isOpen { json = JSONEntries() }
            let start = line.lowerBound
            return text.has("Type: ", at: start, in: line) || text.has("Timestamp: ", at: start, in: line)
                ? readDetails(stamp, line) : append(stamp, LineParser.facts(text, after: stamp.end, line), text)
        }
        if json.isOpen || JSONEntries.begins(text, line) { return readJSON(line) }
        if table.lines.isEmpty, let columns = CSVColumns(text, line, wanted: nil) {
            csv = columns
            return
        }
        untimed = Array(text[line])
        passOver(line)
    }

    private mutating func passOver(_ line: Range<Int>) {
        guard !text.trimmed(line).isEmpty else { return }
        table.counts.untimed += 1
        if table.counts.firstUntimed == nil {
            table.counts.firstUntimed = (table.counts.lines, text.text(line.prefix(80)))
        }
    }

    /// The details of Xcode 15, `Type: Notice | Timestamp: … | Process: QTimer | … | TID: 0x1d5b`.
    private mutating func readDetails(_ stamp: TimeStamp, _ line: Range<Int>) {
        var facts = LineFacts(style: .xcode, message: 0..<untimed.count)
        if let mark = text.find("TID: 0x", in: line) {
            facts.thread = text.number(at: mark + 7, in: line, base: 16)?.value ?? 0
        }
        if let mark = text.find("PID: ", in: line) { facts.pid = text.number(at: mark + 5, in: line)?.value ?? 0 }
        var joined = untimed
        if let mark = text.find("Process: ", in: line) {
            let end = text.find(" | ", in: mark..<line.upperBound) ?? line.upperBound
            facts.process = joined.count..<joined.count + (end - mark - 9)
            joined += text[mark + 9..<end]
        }
        if !untimed.isEmpty { table.counts.untimed -= 1 }
        untimed = []
        append(stamp, facts, joined)
    }

    private mutating func readJSON(_ line: Range<Int>) {
        for object in json.objects(in: text, line) {
            // Invalid UTF-8 becomes `�`.
            let text = String(decoding: object, as: UTF8.self)
            guard let fields = JSONValue.decode(JSONFields.self, from: text.utf8), let time = fields.time,
                let stamp = stamps.any(fields.text, time.lowerBound, time)
            else {
                table.counts.untimed += 1
                continue
            }
            let facts = LineFacts(
                style: .json, process: fields.process, pid: fields.pid, thread: fields.thread, message: fields.message)
            append(stamp, facts, fields.text)
        }
    }

    private mutating func readRow(_ line: Range<Int>) {
        guard let csv else {
            self.csv = CSVColumns(text, line, wanted: options.column)
            return
        }
        guard var row = csv.facts(text, line), let stamp = time(row.time, csv) else { return passOver(line) }
        // A quote in a quoted field is written twice.
        let message = text[row.facts.message].replacing([0x22, 0x22], with: [0x22])
        row.facts.message = row.facts.message.prefix(message.count)
        text.replaceSubrange(row.facts.message, with: message)
        append(stamp, row.facts, text)
    }

    private mutating func time(_ field: Range<Int>, _ columns: CSVColumns) -> TimeStamp? {
        if columns.unit == 1_000_000_000, let stamp = stamps.any(text, field.lowerBound, field) { return stamp }
        guard field.count <= 40, let time = NumberScanner.number(text.text(field))?.scaled(columns.unit),
            time.magnitude < 1 << 62
        else { return nil }
        let decimals = field.reversed().firstIndex { text[$0] == 0x2E }.map { field.upperBound - $0.base } ?? 0
        let ofUnit = TimeStampReader.powers.firstIndex(of: 1_000_000_000 / columns.unit) ?? 0
        return TimeStamp(time: time, utcOffset: 0, decimals: ofUnit + decimals, form: .epoch, end: field.upperBound)
    }

    @inline(__always) private mutating func append(_ stamp: TimeStamp, _ facts: LineFacts, _ text: [UInt8]) {
        if !match.isEmpty, find(text, facts.message, by: ==) == nil {
            table.counts.others += 1
            if let start = find(text, facts.message, by: { $0 == $1 || $0 ^ $1 == 0x20 && $0 | 0x20 >= 0x61 }) {
                table.counts.otherCase.count += 1
                table.counts.otherCase.text = text.text(start..<start + match.count)
            }
            return
        }
        table.append(stamp, facts, text)
    }

    /// The place of the wanted text in a message.
    private func find(_ text: [UInt8], _ message: Range<Int>, by isSame: (UInt8, UInt8) -> Bool) -> Int? {
        guard message.count >= match.count else { return nil }
        return (message.lowerBound...message.upperBound - match.count).first { start in
            isSame(text[start], match[0]) && text[start..<start + match.count].elementsEqual(match, by: isSame)
        }
    }
}
