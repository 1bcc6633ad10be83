import LabExactTime

/// Receives records in batches of some thousand, in the order of their events.
public protocol RecordSink: AnyObject {
    /// Receives a batch; the tables have every index that the batch refers to.
    func receive(_ batch: [Record], entities: [Entity], intervals: [Rational], texts: [String])

    /// Receives firings without other records between them, as if in a batch.
    func receive(_ firings: EvenFirings, entities: [Entity], intervals: [Rational], texts: [String])

    /// True if it is full, so that the run has to end.
    var isFull: Bool { get }

    /// True if log lines are read after the run, so that their texts must be kept.
    var keepsLog: Bool { get }

    /// True if it reads log lines as they come; their arguments precede each batch.
    var readsLog: Bool { get }

    /// The arguments and descriptions that the log lines of the next batch name by index.
    func receive(arguments: [Int64], dumps: [LoopDump])
}

extension RecordSink {
    public var isFull: Bool { false }

    public var keepsLog: Bool { false }

    public var readsLog: Bool { false }

    public func receive(arguments: [Int64], dumps: [LoopDump]) {}

    public func receive(_ firings: EvenFirings, entities: [Entity], intervals: [Rational], texts: [String]) {
        receive(Array(firings), entities: entities, intervals: intervals, texts: texts)
    }
}

/// Firings of one timer on one thread, each at its due instant and `step` ns after the one before.
public struct EvenFirings: Sequence, IteratorProtocol {
    /// The next one.
    public private(set) var first: Record
    /// ns.
    public let step: Int64
    public private(set) var count: Int64

    public init(_ first: Record, every step: Int64, count: Int64) {
        (self.first, self.step, self.count) = (first, step, count)
    }

    public var underestimatedCount: Int { Int(count) }

    /// The last one; there is one.
    public var last: Record {
        var last = first
        last.time &+= step &* (count &- 1)
        last.value &+= step &* (count &- 1)
        return last
    }

    public mutating func next() -> Record? {
        guard count > 0 else { return nil }
        defer {
            first.time &+= step
            first.value &+= step
            count &-= 1
        }
        return first
    }
}

/// The limits of what is kept of a run, equal on every machine: without them a long run needs endless memory.
public enum Ceiling {
    /// 128 MB.
    public static let records = 1 << 22
    /// Arguments of log lines: 64 MB.
    public static let arguments = 1 << 23
    /// Bytes of the samples behind the figures of timers.
    public static let figures = 3 << 27
    public static let entities = 1 << 20
    /// Timers that steps make again.
    public static let remakes = 100_000
    /// Objects that steps make beside one of their plan: each is a cycle to look for, and a hundred screens are a
    /// mistake.
    public static let objects = 1_000
    /// Descriptions of run loops, and stages of messages.
    public static let descriptions = 1 << 16
    /// Blocks that wait in queues and run loops.
    public static let waiting = 1 << 21
}

/// Keeps the records of some kinds, up to a limit.
public final class RecordKeeper: RecordSink {
    public private(set) var records: [Record] = []
    private let kept: KeptRecords
    private let most: Int

    public init(keeping kept: KeptRecords = .all, atMost most: Int = Ceiling.records) {
        (self.kept, self.most) = (kept, most)
    }

    public var isFull: Bool { records.count >= most }

    public var keepsLog: Bool { kept.contains(.logged) }

    public func receive(_ batch: [Record], entities: [Entity], intervals: [Rational], texts: [String]) {
        if kept == .all {
            records += batch
        } else if kept != [] {
            for record in batch where kept.contains(record.kind) { records.append(record) }
        }
        // Room for eight times as many costs nothing until it is used; doubling would copy more often.
        guard records.count >= 1 << 16, records.capacity - records.count < 1 << 13 else { return }
        records.reserveCapacity(min(max(most, records.count), 8 * records.count))
    }
}

/// Passes each batch on to several sinks.
public final class RecordFork: RecordSink {
    private let sinks: [any RecordSink]
    private let isStopped: () -> Bool

    /// - Parameter isStopped: true to end the run, like a full recording.
    public init(_ sinks: [any RecordSink], isStopped: @escaping () -> Bool = { false }) {
        (self.sinks, self.isStopped) = (sinks, isStopped)
    }

    public func receive(_ batch: [Record], entities: [Entity], intervals: [Rational], texts: [String]) {
        for sink in sinks { sink.receive(batch, entities: entities, intervals: intervals, texts: texts) }
    }

    public func receive(_ firings: EvenFirings, entities: [Entity], intervals: [Rational], texts: [String]) {
        for sink in sinks { sink.receive(firings, entities: entities, intervals: intervals, texts: texts) }
    }

    public var isFull: Bool { isStopped() || sinks.contains(where: \.isFull) }

    public var keepsLog: Bool { sinks.contains(where: \.keepsLog) }

    public var readsLog: Bool { sinks.contains(where: \.readsLog) }

    public func receive(arguments: [Int64], dumps: [LoopDump]) {
        for sink in sinks where sink.readsLog { sink.receive(arguments: arguments, dumps: dumps) }
    }
}

/// The kinds of records to keep: one bit a kind.
public struct KeptRecords: OptionSet, Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    public init(_ kinds: [Record.Kind]) { self.init(rawValue: kinds.reduce(0) { $0 | 1 << UInt64($1.rawValue) }) }

    public static let all = KeptRecords(Record.Kind.allCases)
    /// The records behind the firing log.
    public static let log = KeptRecords([.logged, .wallClockSet])
    /// The records behind single firings.
    public static let firings = KeptRecords([.fired])
    /// The records behind drawings of references.
    public static let references = KeptRecords([
        .created, .retained, .released, .deallocBegan, .deallocated, .weakTargetRetained, .weaklyReferred,
        .weaklyReferredNoMore,
    ])

    @inlinable public func contains(_ kind: Record.Kind) -> Bool { rawValue & (1 << UInt64(kind.rawValue)) != 0 }
}
