import LabExactTime
import LabRecording

/// Collects records into batches for the sink, and owns the tables to which records refer by index.
struct Recorder {
    private static let batchSize = 4096

    private let sink: any RecordSink
    /// True if the log is read after the run; otherwise each batch is dropped once it is read.
    private let keepsLog: Bool
    private let readsLog: Bool
    private var batch: [Record] = []
    private var fingerprint = Fingerprint()
    private(set) var entities: [Entity] = []
    private var intervals: [Rational] = []
    private(set) var texts = Interned<String>()
    private(set) var arguments: [Int64] = []
    private var dumps: [LoopDump] = []
    private(set) var messages = Interned<MessageTrace>()
    private(set) var isFull = false

    init(sink: any RecordSink, entities: [Entity]) {
        self.sink = sink
        keepsLog = sink.keepsLog
        readsLog = sink.readsLog
        self.entities = entities
        batch.reserveCapacity(Recorder.batchSize)
    }

    /// True if the sink has got a batch.
    @inline(__always) mutating func append(_ record: Record) -> Bool {
        batch.append(record)
        guard batch.count == Recorder.batchSize else { return false }
        flush()
        return true
    }

    /// Passes firings to the sink as a run, without a record for each.
    mutating func append(_ firings: EvenFirings) {
        flush()
        fingerprint.absorb(firings, entities: entities)
        sink.receive(firings, entities: entities, intervals: intervals, texts: texts.values)
        checkCeilings()
    }

    mutating func append(_ entity: Entity) -> EntityID {
        entities.append(entity)
        return EntityID(entities.count - 1)
    }

    mutating func keep(argument: Int64) { if keepsLog || readsLog { arguments.append(argument) } }

    mutating func keep(_ dump: LoopDump) -> Int64 {
        if keepsLog || readsLog { dumps.append(dump) }
        return Int64(dumps.count - 1)
    }

    mutating func flush() {
        guard !batch.isEmpty else { return }
        fingerprint.absorb(batch, entities: entities)
        if readsLog { sink.receive(arguments: arguments, dumps: dumps) }
        sink.receive(batch, entities: entities, intervals: intervals, texts: texts.values)
        if !keepsLog {
            arguments.removeAll(keepingCapacity: true)
            dumps.removeAll()
        }
        batch.removeAll(keepingCapacity: true)
        checkCeilings()
    }

    private mutating func checkCeilings() {
        isFull =
            sink.isFull || arguments.count > Ceiling.arguments || entities.count > Ceiling.entities
            || max(dumps.count, messages.values.count) > Ceiling.descriptions
    }

    /// The tables of the recording, without the records and without the program's own.
    var trace: Trace {
        var trace = Trace()
        trace.entities = entities
        trace.intervals = intervals
        trace.texts = texts.values
        trace.arguments = arguments
        trace.dumps = dumps
        trace.messages = messages.values
        trace.fingerprint = fingerprint.value
        return trace
    }

    /// The index of a text, which is kept once.
    mutating func text(_ text: String) -> Int64 { texts.index(of: text) }

    /// The index of a message's stages, which are kept once.
    mutating func message(_ message: MessageTrace) -> Int64 { messages.index(of: message) }

    /// The index of an interval; -1 for a one-shot.
    mutating func interval(_ interval: Rational?) -> Int64 {
        guard let interval else { return -1 }
        if let last = intervals.last, last == interval { return Int64(intervals.count - 1) }
        intervals.append(interval)
        return Int64(intervals.count - 1)
    }
}

/// Values that records name by index, each kept once.
struct Interned<Value: Hashable> {
    private(set) var values: [Value] = []
    private var indices: [Value: Int64] = [:]

    fileprivate mutating func index(of value: Value) -> Int64 {
        if let known = indices[value] { return known }
        indices[value] = Int64(values.count)
        values.append(value)
        return Int64(values.count - 1)
    }
}
