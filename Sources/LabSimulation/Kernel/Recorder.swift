import LabExactTime
import LabRecording

/// Collects records into batches for the sink, and fills the tables to which records refer by index.
struct Recorder {
    private static let batchSize = 4096

    private let sink: any RecordSink
    /// True if the log is read after the run; otherwise each batch is dropped once it is read.
    private let keepsLog: Bool
    private let readsLog: Bool
    private var batch: [Record] = []
    private(set) var fingerprint = Fingerprint()
    /// The tables of the recording, without the records and without the program's own.
    private(set) var trace = Trace()
    private var textIndices: [String: Int64] = [:]
    private var messageIndices: [MessageTrace: Int64] = [:]
    private(set) var isFull = false

    init(sink: any RecordSink, entities: [Entity], texts: [String] = [], _ indices: [String: Int64] = [:]) {
        self.sink = sink
        keepsLog = sink.keepsLog
        readsLog = sink.readsLog
        (trace.entities, trace.texts, textIndices) = (entities, texts, indices)
        batch.reserveCapacity(Self.batchSize)
    }

    /// True if the sink has got a batch.
    @inline(__always) mutating func append(_ record: Record) -> Bool {
        batch.append(record)
        guard batch.count == Self.batchSize else { return false }
        flush()
        return true
    }

    /// Passes firings to the sink as a run, without a record for each.
    mutating func append(_ firings: EvenFirings) {
        flush()
        fingerprint.absorb(firings, entities: trace.entities)
        sink.receive(firings, entities: trace.entities, intervals: trace.intervals, texts: trace.texts)
        checkCeilings()
    }

    mutating func append(_ entity: Entity) -> EntityID {
        trace.entities.append(entity)
        return EntityID(trace.entities.count - 1)
    }

    /// Keeps a wait for a run loop; of each kind of work the longest counts.
    mutating func keep(late work: PendingWork) {
        if trace.late[work.entity]?.wait.count ?? 0 < work.wait.count { trace.late[work.entity] = work }
    }

    mutating func keep(argument: Int64) { if keepsLog || readsLog { trace.arguments.append(argument) } }

    mutating func keep(_ dump: LoopDump) -> Int64 {
        if keepsLog || readsLog { trace.dumps.append(dump) }
        return Int64(trace.dumps.count - 1)
    }

    mutating func flush() {
        guard !batch.isEmpty else { return }
        fingerprint.absorb(batch, entities: trace.entities)
        if readsLog { sink.receive(arguments: trace.arguments, dumps: trace.dumps) }
        sink.receive(batch, entities: trace.entities, intervals: trace.intervals, texts: trace.texts)
        if !keepsLog {
            trace.arguments.removeAll(keepingCapacity: true)
            trace.dumps.removeAll()
        }
        batch.removeAll(keepingCapacity: true)
        checkCeilings()
    }

    private mutating func checkCeilings() {
        isFull =
            sink.isFull || trace.arguments.count > Ceiling.arguments || trace.entities.count > Ceiling.entities
            || max(trace.dumps.count, trace.messages.count) > Ceiling.descriptions
    }

    /// The index of a text, which is kept once.
    mutating func text(_ text: String) -> Int64 { Self.index(of: text, in: &trace.texts, &textIndices) }

    /// The same of a message's stages.
    mutating func message(_ message: MessageTrace) -> Int64 {
        Self.index(of: message, in: &trace.messages, &messageIndices)
    }

    private static func index<Value>(
        of value: Value, in values: inout [Value], _ indices: inout [Value: Int64]
    ) -> Int64 {
        if let known = indices[value] { return known }
        indices[value] = Int64(values.count)
        values.append(value)
        return Int64(values.count - 1)
    }

    /// The index of an interval; -1 for a one-shot.
    mutating func interval(_ interval: Rational?) -> Int64 {
        guard let interval else { return -1 }
        if trace.intervals.last != interval { trace.intervals.append(interval) }
        return Int64(trace.intervals.count - 1)
    }
}
