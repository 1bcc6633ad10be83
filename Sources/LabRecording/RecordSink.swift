import LabExactTime

/// Takes records in batches of some thousand, in the order in which they happened.
package protocol RecordSink: AnyObject {
    /// The tables hold at least what the batch names.
    func receive(_ batch: [Record], entities: [Entity], intervals: [Rational], texts: [String])

    /// Takes firings that no record lies between; the same as a batch of them.
    func receive(_ firings: EvenFirings, entities: [Entity], intervals: [Rational], texts: [String])

    /// Whether it can keep no more, so that the run has to end.
    var isFull: Bool { get }

    /// Whether log lines are read after the run, so that what stands in them has to be kept.
    var keepsLog: Bool { get }
}

extension RecordSink {
    package var isFull: Bool { false }

    package var keepsLog: Bool { false }

    package func receive(_ firings: EvenFirings, entities: [Entity], intervals: [Rational], texts: [String]) {
        receive(Array(firings), entities: entities, intervals: intervals, texts: texts)
    }
}

/// Firings of one timer on one thread, each at its due instant and `step` ns after the one before.
package struct EvenFirings: Sequence, IteratorProtocol {
    /// The next one.
    package private(set) var first: Record
    /// ns.
    package let step: Int64
    package private(set) var count: Int64

    package init(_ first: Record, every step: Int64, count: Int64) {
        (self.first, self.step, self.count) = (first, step, count)
    }

    package var underestimatedCount: Int { Int(count) }

    /// The last one; there is one.
    package var last: Record {
        var last = first
        last.time &+= step &* (count &- 1)
        last.value &+= step &* (count &- 1)
        return last
    }

    package mutating func next() -> Record? {
        guard count > 0 else { return nil }
        defer {
            first.time &+= step
            first.value &+= step
            count &-= 1
        }
        return first
    }

    /// Takes some from the beginning.
    package mutating func removeFirst(_ most: Int) -> [Record] {
        var taken: [Record] = []
        while taken.count < most, let record = next() { taken.append(record) }
        return taken
    }
}

/// How much of a run is kept at most, on every machine alike: what grows with what happens would grow without end.
package enum Ceiling {
    /// 128 MB.
    package static let records = 1 << 22
    /// Arguments of log lines: 64 MB.
    package static let arguments = 1 << 23
    /// Bytes of what the figures of timers are made from.
    package static let figures = 3 << 28
    package static let entities = 1 << 20
    /// Descriptions of run loops, and ways of messages.
    package static let descriptions = 1 << 16
    /// Blocks that wait in queues and run loops.
    package static let waiting = 1 << 21
}

/// Keeps the records that are asked for, up to a ceiling.
package final class RecordKeeper: RecordSink {
    package private(set) var records: [Record] = []
    private let kept: KeptRecords
    private let most: Int

    package init(keeping kept: KeptRecords = .all, atMost most: Int = Ceiling.records) {
        self.kept = kept
        self.most = most
    }

    package var isFull: Bool { records.count >= most }

    package var keepsLog: Bool { kept.contains(.logged) }

    package func receive(_ batch: [Record], entities: [Entity], intervals: [Rational], texts: [String]) {
        if kept == .all {
            records += batch
        } else if kept != [] {
            for record in batch where kept.contains(record.kind) { records.append(record) }
        }
        // Room for eight times as many costs nothing until it is used: to double would copy all of it more often.
        guard records.count >= 1 << 16, records.capacity - records.count < 1 << 13 else { return }
        records.reserveCapacity(min(max(most, records.count), 8 * records.count))
    }
}

/// Passes each batch on to several sinks.
package final class RecordFork: RecordSink {
    private let sinks: [any RecordSink]

    package init(_ sinks: [any RecordSink]) { self.sinks = sinks }

    package func receive(_ batch: [Record], entities: [Entity], intervals: [Rational], texts: [String]) {
        for sink in sinks { sink.receive(batch, entities: entities, intervals: intervals, texts: texts) }
    }

    package func receive(_ firings: EvenFirings, entities: [Entity], intervals: [Rational], texts: [String]) {
        for sink in sinks { sink.receive(firings, entities: entities, intervals: intervals, texts: texts) }
    }

    package var isFull: Bool { sinks.contains(where: \.isFull) }

    package var keepsLog: Bool { sinks.contains(where: \.keepsLog) }
}

/// Which kinds of records are kept: one bit a kind.
package struct KeptRecords: OptionSet, Hashable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    package init(_ kinds: [Record.Kind]) { self.init(rawValue: kinds.reduce(0) { $0 | 1 << UInt64($1.rawValue) }) }

    package static let all = KeptRecords(Record.Kind.allCases)
    /// What the firing log is written from.
    package static let log = KeptRecords([.logged, .wallClockSet])
    /// For what looks at single firings.
    package static let firings = KeptRecords([.fired])
    /// What drawings of references are made from.
    package static let references = KeptRecords([
        .created, .retained, .released, .deallocBegan, .deallocated, .weakTargetRetained, .weaklyReferred,
        .weaklyReferredNoMore,
    ])

    @inlinable
    package func contains(_ kind: Record.Kind) -> Bool { rawValue & (1 << UInt64(kind.rawValue)) != 0 }
}
