/// Takes records in batches of some thousand, in the order in which they happened.
public protocol RecordSink: AnyObject {
    /// `entities` holds at least every entity that the batch names, `texts` every text.
    func receive(_ batch: [Record], entities: [Entity], texts: [String])
}

/// Keeps the records that somebody asks for.
public final class RecordKeeper: RecordSink {
    public private(set) var records: [Record] = []
    private let kept: KeptRecords

    public init(keeping kept: KeptRecords = .all) { self.kept = kept }

    public func receive(_ batch: [Record], entities: [Entity], texts: [String]) {
        if kept == .all {
            records += batch
        } else if kept != [] {
            for record in batch where kept.contains(record.kind) { records.append(record) }
        }
    }
}

/// Passes each batch on to several sinks.
public final class RecordFork: RecordSink {
    private let sinks: [any RecordSink]

    public init(_ sinks: [any RecordSink]) { self.sinks = sinks }

    public func receive(_ batch: [Record], entities: [Entity], texts: [String]) {
        for sink in sinks { sink.receive(batch, entities: entities, texts: texts) }
    }
}

/// Which kinds of records are kept: one bit a kind.
public struct KeptRecords: OptionSet, Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    public init(_ kinds: [Record.Kind]) { self.init(rawValue: kinds.reduce(0) { $0 | 1 << UInt64($1.rawValue) }) }

    public static let all = KeptRecords(Record.Kind.allCases)
    /// What the firing log is written from.
    public static let log = KeptRecords([.logged])
    /// What drawings of references are made from.
    public static let references = KeptRecords([
        .created, .retained, .released, .deallocBegan, .deallocated, .weakTargetRetained, .weaklyReferred,
        .weaklyReferredNoMore,
    ])

    @inlinable
    public func contains(_ kind: Record.Kind) -> Bool { rawValue & (1 << UInt64(kind.rawValue)) != 0 }
}
