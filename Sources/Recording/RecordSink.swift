/// Takes records in batches of some thousand, in the order in which they happened.
public protocol RecordSink: AnyObject {
    /// `entities` holds at least every entity that the batch names.
    func receive(_ batch: [Record], entities: [Entity])
}

/// Keeps everything.
public final class RecordKeeper: RecordSink {
    public private(set) var records: [Record] = []

    public init() {}

    public func receive(_ batch: [Record], entities: [Entity]) { records.append(contentsOf: batch) }
}

/// Passes each batch on to several sinks.
public final class RecordFork: RecordSink {
    private let sinks: [any RecordSink]

    public init(_ sinks: [any RecordSink]) { self.sinks = sinks }

    public func receive(_ batch: [Record], entities: [Entity]) {
        for sink in sinks { sink.receive(batch, entities: entities) }
    }
}
