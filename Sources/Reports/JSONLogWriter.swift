import JSON
import Recording

/// The firing log as JSON Lines of kind `log`.
///
/// A long run has millions of them and next to nothing else, so what two lines have in common is written once.
struct JSONLogWriter {
    private let trace: Trace
    private let head = Array(#"{"version":2,"kind":"log","payload":{"time":"#.utf8)
    /// What follows the time, of every thread, owner and template without holes met so far.
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
