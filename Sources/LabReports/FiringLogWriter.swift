import LabAnalysis
import LabExactTime
import LabJSON
import LabRecording

/// Writes the firing log, byte for byte in NSLog's form: `2017-11-10 09:40:38.194879+0800 QTimer[9749:3330951] timer test`.
///
/// On a terminal a message stays on its line, and control characters are shown as escapes.
///
/// Each pair of template and thread renders the text after the time stamp once; further lines copy it. Only templates
/// with holes are rendered line by line.
package struct FiringLogWriter {
    fileprivate var trace: Trace
    private let stream: ByteStream
    private var stamp: LogStamp
    /// The total jump of the wall clock, ns.
    private var wallJump: Int64 = 0
    private var buffer: [UInt8]
    private var used = 0
    /// The rest of a line, from the distance to UTC to the line feed, of every pair met so far, one after the other.
    private var tails: [UInt8] = []
    private var tailRanges: [TailKey: Range<Int>] = [:]
    /// The latest tail of each template: most templates are used by one thread.
    private var latest: [(thread: Int16, range: Range<Int>)]

    private struct TailKey: Hashable {
        var template: Int
        var thread: Int16
    }

    fileprivate init(_ trace: Trace, into stream: ByteStream) {
        self.trace = trace
        self.stream = stream
        stamp = LogStamp(epoch: trace.header.epoch, utcOffset: trace.header.utcOffset)
        buffer = [UInt8](repeating: 0, count: 1 << 16)
        latest = Array(repeating: (-1, 0..<0), count: trace.templates.count)
    }

    /// Writes the log of a kept recording, or its first and last lines.
    package static func write(_ trace: Trace, _ extent: LogExtent = .all, to stream: ByteStream) {
        let log = LogStream(extent, to: stream, head: nil)
        log.begin(trace, file: "")
        log.receive(trace.records, entities: trace.entities, intervals: trace.intervals, texts: trace.texts)
        log.end()
    }

    /// Replaces the lines that are left out.
    fileprivate static func gap(_ count: Int64) -> String { "… \(Plural.of(count, "more line")): --log all\n" }

    @inline(__always)
    fileprivate mutating func write(_ record: Record) {
        if record.kind == .logged {
            line(record)
        } else if record.kind == .wallClockSet {
            wallJump &+= record.value
        }
    }

    @inline(__always)
    private mutating func line(_ record: Record) {
        let template = Int(record.value)
        guard latest.indices.contains(template) else { return }
        var range = latest[template].range
        if latest[template].thread != record.thread || range.isEmpty {
            guard let found = tail(of: template, thread: record.thread) else {
                let message = trace.message(of: record, shown: stream.isTerminal ? VisibleText.line : { $0 })
                let text = prefix(record.thread) + VisibleText.piped(message) + "\n"
                return longLine(text, at: record.time &+ wallJump)
            }
            range = found
        }
        let length = LogStamp.length &+ range.count
        if length > buffer.count &- used {
            flush()
            if length > buffer.count {
                return longLine(String(decoding: tails[range], as: UTF8.self), at: record.time &+ wallJump)
            }
        }
        let start = used
        buffer.withUnsafeMutableBytes { bytes in
            tails.withUnsafeBytes { tails in
                guard let target = bytes.baseAddress, let source = tails.baseAddress else { return }
                stamp.write(record.time &+ wallJump, to: target + start)
                (target + start + LogStamp.length).copyMemory(from: source + range.lowerBound, byteCount: range.count)
            }
        }
        used = start &+ length
    }

    /// The text after the time stamp in every line of this template on this thread; nil when it differs from line to
    /// line.
    private mutating func tail(of template: Int, thread: Int16) -> Range<Int>? {
        guard trace.templates[template].argumentCount == 0 else { return nil }
        let key = TailKey(template: template, thread: thread)
        if let range = tailRanges[key] {
            latest[template] = (thread, range)
            return range
        }
        var text = ""
        for case .literal(let literal) in trace.templates[template].pieces { text += literal }
        let start = tails.count
        tails.append(contentsOf: (prefix(thread) + stream.shown(text) + "\n").utf8)
        tailRanges[key] = start..<tails.count
        latest[template] = (thread, start..<tails.count)
        return start..<tails.count
    }

    private func prefix(_ thread: Int16) -> String {
        let header = trace.header
        let number = trace.entity(EntityID(Int(thread)))?.number ?? header.pid
        return "\(stamp.offsetText) \(stream.shown(header.process))[\(header.pid):\(number)] "
    }

    /// A line that is not a copy of an earlier one.
    private mutating func longLine(_ text: String, at time: Int64) {
        flush()
        var digits = [UInt8](repeating: 0, count: LogStamp.length)
        digits.withUnsafeMutableBytes { bytes in
            if let base = bytes.baseAddress { stamp.write(time, to: base) }
        }
        stream.write(digits)
        stream.write(text)
    }

    /// Passes on everything written so far.
    fileprivate mutating func flushAll() {
        flush()
        stream.flush()
    }

    fileprivate mutating func flush() {
        guard used > 0 else { return }
        buffer.withUnsafeBytes { stream.write(UnsafeRawBufferPointer(rebasing: $0[..<used])) }
        used = 0
    }
}

/// Writes the firing log during a run, below the head of its page; it keeps only the last few lines.
package final class LogStream: RecordSink {
    /// Writes the head of the page; nil if it is written.
    private let head: ((TraceHeader, _ file: String) -> Void)?
    private let stream: ByteStream
    private let extent: LogExtent
    private var writer: FiringLogWriter?
    /// The bytes of one line, if only the last lines are shown.
    private var lines = LineBuffer()
    private var count: Int64 = 0
    private var last: [[UInt8]] = []

    package init(_ extent: LogExtent, to stream: ByteStream, head: ((TraceHeader, String) -> Void)?) {
        (self.extent, self.stream, self.head) = (extent, stream, head)
    }

    /// - Parameter trace: the header and templates of the run that begins.
    package func begin(_ trace: Trace, file: String) {
        head?(trace.header, file)
        let lines = lines
        let target =
            extent == .all
            ? stream
            : ByteStream(isTerminal: stream.isTerminal) {
                lines.bytes += $0
                return true
            }
        writer = FiringLogWriter(trace, into: target)
    }

    package var readsLog: Bool { true }

    package var isFull: Bool { stream.isBroken }

    package func receive(arguments: [Int64], dumps: [LoopDump]) {
        writer?.trace.arguments = arguments
        writer?.trace.dumps = dumps
    }

    package func receive(_ batch: [Record], entities: [Entity], intervals: [Rational], texts: [String]) {
        writer?.trace.entities = entities
        writer?.trace.texts = texts
        for record in batch {
            if record.kind == .logged {
                if count == 0, head != nil { stream.write("\n") }
                count += 1
            }
            writer?.write(record)
            if record.kind == .logged, extent != .all { keep() }
        }
        writer?.flush()
        // The owner of the tables can then change them without a copy.
        receive(arguments: [], dumps: [])
        writer?.trace.entities = []
        writer?.trace.texts = []
    }

    package func receive(_ firings: EvenFirings, entities: [Entity], intervals: [Rational], texts: [String]) {}

    /// Writes the first lines at once, and keeps as many others as may be the last.
    private func keep() {
        writer?.flushAll()
        let line = lines.bytes
        lines.bytes.removeAll(keepingCapacity: true)
        if count <= Int64(extent.first) { return stream.write(line) }
        last.append(line)
        if last.count > 2 * extent.most { last.removeFirst(last.count - extent.most) }
    }

    /// Writes the last lines.
    package func end() {
        if extent == .all || last.isEmpty { return }
        let tail = Int64(extent.shown(of: Int(count)) - extent.first)
        if count > tail + Int64(extent.first) { stream.write(FiringLogWriter.gap(count - tail - Int64(extent.first))) }
        for line in last.suffix(Int(tail)) { stream.write(line) }
    }
}

private final class LineBuffer {
    var bytes: [UInt8] = []
}

/// The firing log as JSON Lines of kind `log`.
///
/// A long run has millions of lines, so the text that two lines share is rendered once.
struct JSONLogWriter {
    private let trace: Trace
    private let head = Array(#"{"version":3,"kind":"log","payload":{"time":"#.utf8)
    /// The texts after the time, of every thread, owner and template without holes so far.
    private var tails: [Key: [UInt8]] = [:]
    private var latest: (key: Key, tail: [UInt8])?

    private struct Key: Hashable {
        var thread: Int16
        var owner: EntityID
        var template: Int64
    }

    init(trace: Trace) { self.trace = trace }

    func write(to stream: ByteStream) {
        var writer = self
        var line: [UInt8] = []
        for record in trace.records where record.kind == .logged {
            line.removeAll(keepingCapacity: true)
            line += head
            line += String(record.time).utf8
            line += writer.tail(of: record)
            stream.write(line)
        }
    }

    private mutating func tail(of record: Record) -> [UInt8] {
        let key = Key(thread: record.thread, owner: record.entity, template: record.value)
        if let latest, latest.key == key { return latest.tail }
        if let tail = tails[key] {
            latest = (key, tail)
            return tail
        }
        let tail = rendered(record)
        let template = Int(record.value)
        if trace.templates.indices.contains(template), trace.templates[template].argumentCount == 0 {
            tails[key] = tail
            latest = (key, tail)
        }
        return tail
    }

    private func rendered(_ record: Record) -> [UInt8] {
        let thread = trace.entity(EntityID(Int(record.thread)))
        let fields: JSONValue = [
            "thread": thread?.name, "number": thread?.number, "owner": trace.entity(record.entity)?.name,
            "message": trace.message(of: record),
        ]
        // The members without the brace that opens their object.
        return [0x2C] + fields.bytes.dropFirst() + [0x7D, 0x0A]
    }
}
