import LabExactTime
import LabJSON
import LabRecording

/// Writes the firing log, byte for byte in NSLog's form: `2017-11-10 09:40:38.194879+0800 QTimer[9749:3330951] timer test`.
///
/// On a terminal a message stays on its line, and control characters are shown as escapes.
package struct FiringLogWriter {
    fileprivate var trace: Trace
    private let isTerminal: Bool
    private var stamp: LogStamp
    /// The total jump of the wall clock, ns.
    private var wallJump: Int64 = 0
    private var tails = LineTails()

    fileprivate init(_ trace: Trace, isTerminal: Bool) {
        self.trace = trace
        self.isTerminal = isTerminal
        stamp = LogStamp(trace.header)
    }

    /// Writes the log of a kept recording, or its first and last lines.
    package static func write(_ trace: Trace, _ extent: LogExtent = .all, to stream: ByteStream) {
        let log = LogStream(extent, to: stream, head: nil)
        log.begin(trace, file: "")
        log.receive(trace.records, entities: trace.entities, intervals: trace.intervals, texts: trace.texts)
        log.end()
    }

    /// True if a record has a line; a new time of day changes the stamps of later ones.
    fileprivate mutating func hasLine(_ record: Record) -> Bool {
        if record.kind == .wallClockSet { wallJump &+= record.value }
        return record.kind == .logged && trace.templates.indices.contains(Int(record.value))
    }

    fileprivate mutating func append(_ record: Record, to lines: inout [UInt8]) {
        if !tails.isLatest(record, owner: .none) {
            stamp.precede(tails.tail(of: record, owner: .none, in: trace, rendered))
        }
        stamp.append(record.time &+ wallJump, to: &lines)
    }

    private func rendered(_ record: Record) -> [UInt8] {
        let header = trace.header
        let number = trace.entity(EntityID(record.thread))?.number ?? header.pid
        let message = VisibleText.piped(trace.message(of: record, shown: isTerminal ? VisibleText.line : { $0 }))
        let process = isTerminal ? VisibleText.line(header.process) : VisibleText.piped(header.process)
        return Array("\(stamp.offsetText) \(process)[\(header.pid):\(number)] \(message)\n".utf8)
    }
}

/// The rest of each line of a log, behind its time.
///
/// A long run has millions of lines: the rest is rendered once for each thread, owner and template without holes.
private struct LineTails {
    private struct Key: Hashable {
        var thread: Int16
        var owner: EntityID
        var template: Int64

        init(_ record: Record, _ owner: EntityID) {
            (thread, self.owner, template) = (record.thread, owner, record.value)
        }
    }

    private var tails: [Key: [UInt8]] = [:]
    private var latest: (key: Key, tail: [UInt8])?

    func isLatest(_ record: Record, owner: EntityID) -> Bool { latest?.key == Key(record, owner) }

    mutating func tail(
        of record: Record, owner: EntityID, in trace: Trace, _ rendered: (Record) -> [UInt8]
    ) -> [UInt8] {
        let key = Key(record, owner)
        if let latest, latest.key == key { return latest.tail }
        let tail = tails[key] ?? rendered(record)
        let isFixed = trace.templates[at: record.value]?.argumentCount == 0
        if isFixed { tails[key] = tail }
        latest = isFixed ? (key, tail) : nil
        return tail
    }
}

/// Writes the firing log during a run, below the head of its page; it keeps only the last few lines.
package final class LogStream: RecordSink {
    /// Writes the head of the page; nil if it is written.
    private let head: ((TraceHeader, _ file: String) -> Void)?
    private let stream: ByteStream
    private let extent: LogExtent
    private var writer: FiringLogWriter?
    private var lines: [UInt8] = []
    private var count: Int64 = 0
    private var last: [[UInt8]] = []

    package init(_ extent: LogExtent, to stream: ByteStream, head: ((TraceHeader, String) -> Void)?) {
        (self.extent, self.stream, self.head) = (extent, stream, head)
    }

    /// - Parameter trace: the header and templates of the run that begins.
    package func begin(_ trace: Trace, file: String) {
        head?(trace.header, file)
        writer = FiringLogWriter(trace, isTerminal: stream.isTerminal)
    }

    package var readsLog: Bool { true }

    package var isFull: Bool { stream.isBroken }

    package func receive(arguments: [Int64], dumps: [LoopDump]) {
        writer?.trace.arguments = arguments
        writer?.trace.dumps = dumps
    }

    package func receive(_ batch: [Record], entities: [Entity], intervals: [Rational], texts: [String]) {
        // Both are out of the class meanwhile: a line costs no check of access.
        guard var writer else { return }
        var lines = lines
        (self.writer, self.lines) = (nil, [])
        (writer.trace.entities, writer.trace.texts) = (entities, texts)
        let first = Int64(extent.first)
        for record in batch where writer.hasLine(record) {
            if count == 0, head != nil { stream.write("\n") }
            count += 1
            if count <= first { writer.append(record, to: &lines) } else { keep(record, &writer) }
        }
        stream.write(lines)
        lines.removeAll(keepingCapacity: true)
        // The owner of the tables can then change them without a copy.
        (writer.trace.entities, writer.trace.texts) = ([], [])
        (self.writer, self.lines) = (writer, lines)
        receive(arguments: [], dumps: [])
    }

    package func receive(_ firings: EvenFirings, entities: [Entity], intervals: [Rational], texts: [String]) {}

    /// Keeps as many lines as may be the last.
    private func keep(_ record: Record, _ writer: inout FiringLogWriter) {
        last.append([])
        writer.append(record, to: &last[last.count - 1])
        if last.count > 2 * extent.most { last.removeFirst(last.count - extent.most) }
    }

    /// Writes the last lines.
    package func end() {
        if extent == .all || last.isEmpty { return }
        let shown = extent.shown(of: Int(count))
        let left = count - Int64(shown)
        if left > 0 { stream.write("… \(Plural.of(left, "more line")): --log all\n") }
        for line in last.suffix(shown - extent.first) { stream.write(line) }
    }
}

extension Trace {
    func writeLogAsJSON(to stream: ByteStream) {
        var tails = LineTails()
        func rendered(_ record: Record) -> [UInt8] {
            let thread = entity(EntityID(record.thread))
            let fields: JSONValue = [
                "thread": thread?.name, "number": thread?.number, "owner": entity(record.entity)?.name,
                "message": message(of: record),
            ]
            // The members without the brace that opens their object.
            return Array(",\(fields.line.dropFirst())}\n".utf8)
        }
        for record in records where record.kind == .logged {
            stream.write(#"{"version":3,"kind":"log","payload":{"time":\#(record.time)"#)
            stream.write(tails.tail(of: record, owner: record.entity, in: self, rendered))
        }
    }
}
