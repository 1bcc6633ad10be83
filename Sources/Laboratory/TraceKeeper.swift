import Analysis
import Recording

/// Keeps the records of a run, until they are more than memory should hold; then statistics, and the log if it is wanted.
final class TraceKeeper: RecordSink {
    /// 512 MiB of records.
    static let mostRecords = 16 << 20

    private let limit: Int
    private let keepsLog: Bool
    private(set) var records: [Record] = []
    /// Of a run that has grown too long to be explained; nil while all records are kept.
    private(set) var statistics: StatisticsCollector?

    init(limit: Int = TraceKeeper.mostRecords, keepsLog: Bool = true) {
        self.limit = limit
        self.keepsLog = keepsLog
    }

    func receive(_ batch: [Record], entities: [Entity]) {
        if let statistics {
            statistics.receive(batch, entities: entities)
            if keepsLog { records += batch.filter { $0.kind == .logged } }
            return
        }
        records += batch
        if records.count > limit {
            let collector = StatisticsCollector()
            collector.receive(records, entities: entities)
            statistics = collector
            records = keepsLog ? records.filter { $0.kind == .logged } : []
        }
    }
}
