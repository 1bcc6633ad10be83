import LabAnalysis
import LabCatalogue
import LabRecording

/// Every callback of every timer with its causes, as rows: `run --rows firings`. Times in ns.
package struct FiringRows {
    private let report: RunReport

    /// - Parameter report: the report of a run that kept the records of callbacks.
    package init(_ report: RunReport) { self.report = report }

    package func writeCSV(isFirst: Bool, to stream: ByteStream) {
        if isFirst {
            stream.writeRow([
                "file", "timer", "point", "due", "fired", "waiting", "lag", "lost", "cause", "culprit", "line",
                "thread",
            ])
        }
        let report = report
        // There may be millions of rows: a field that is equal to the one above is not made again.
        var (head, cause, place) = (LastField<EntityID>(), LastField<CauseKey?>(), LastField<EntityID?>())
        var line: [UInt8] = []
        func append(_ number: Int64?) {
            if let number { line.append(contentsOf: String(number).utf8) }
            line.append(UInt8(ascii: ","))
        }
        report.forEachFiring { timer, row, thread in
            let causes = row.shares(of: timer, in: report.trace)
            line.removeAll(keepingCapacity: true)
            line += head.bytes(for: timer) { CSVReport.line([report.file, report.name(timer) ?? ""]) + "," }
            let isManual = row.occasion == .manual
            let (point, due) = isManual ? (nil, nil) : (row.point, row.due)
            for number in [point, due, row.call, row.waiting, row.lag, row.lostCount] { append(number) }
            line += cause.bytes(for: causes.first.map(CauseKey.init)) {
                let line = causes.first.flatMap { report.source.line(of: $0.place) }
                return CSVReport.fields([
                    causes.first?.cause.title ?? "",
                    causes.first.flatMap { report.name($0.culprit) } ?? "", line.map { String($0) } ?? "",
                ]) + ","
            }
            line += place.bytes(for: thread) { CSVReport.fields([thread.flatMap(report.name) ?? ""]) + "\n" }
            stream.write(line)
        }
    }

    private struct CauseKey: Equatable {
        var cause: Cause
        var culprit: EntityID
        var place: Range<Int>

        init(_ share: CauseShare) { (cause, culprit, place) = (share.cause, share.culprit, share.place) }
    }

    /// The bytes of the last key.
    private struct LastField<Key: Equatable> {
        private var last: (key: Key, bytes: [UInt8])?

        mutating func bytes(for key: Key, _ text: () -> String) -> [UInt8] {
            if let last, last.key == key { return last.bytes }
            let bytes = Array(text().utf8)
            last = (key, bytes)
            return bytes
        }
    }

    /// Lines of kind `firing`, each with all its causes.
    package func writeJSON(to stream: ByteStream) {
        let report = report
        report.forEachFiring { timer, row, thread in
            let isManual = row.occasion == .manual
            stream.writeJSON(
                "firing",
                [
                    "timer": report.name(timer), "point": isManual ? nil : row.point,
                    "due": isManual ? nil : row.due, "fired": row.call, "waiting": row.waiting, "lag": row.lag,
                    "lost": row.lostInstants,
                    "causes": row.shares(of: timer, in: report.trace).map { JSONReport.cause($0, report) },
                    "thread": thread.flatMap(report.name),
                ])
        }
    }
}

extension RunReport {
    /// Visits every callback of every timer, copies one by one, with its thread.
    func forEachFiring(_ body: (_ timer: EntityID, Account, _ thread: EntityID?) -> Void) {
        let records = trace.records
        // The places of the records of each timer's callbacks, of which there may be millions.
        var fired: [EntityID: [Int32]] = [:]
        for (place, record) in records.enumerated() where record.kind == .fired {
            fired[record.entity, default: []].append(Int32(place))
        }
        let timers = trace.entities.indices.map(EntityID.init).filter { trace.entity($0)?.kind == .timer }
        var (current, places): (EntityID?, ArraySlice<Int32>) = (nil, [])
        analysis.forEachAccount(of: timers) { timer, account in
            if timer != current { (current, places) = (timer, (fired[timer] ?? [])[...]) }
            if let time = account.call { places = places.drop { records[Int($0)].time < time } }
            let record = account.call.flatMap { _ in places.first.map { records[Int($0)] } }
            body(timer, account, record.map { EntityID(Int($0.thread)) })
        }
    }
}
