import LabAnalysis
import LabRecording

/// Every callback of every timer with what explains it, as rows: `run --rows firings`. Times in ns.
package struct FiringRows {
    private let report: RunReport

    /// - Parameter report: of a run that kept the records of callbacks.
    package init(_ report: RunReport) { self.report = report }

    package func writeCSV(isFirst: Bool, to stream: ByteStream) {
        if isFirst {
            stream.writeRow([
                "file", "timer", "point", "due", "fired", "waiting", "lag", "lost", "cause", "culprit", "line",
                "thread",
            ])
        }
        let report = report
        // There may be millions of rows: what a row shares with the one before it is not made anew.
        var (head, cause, place) = (LastField<EntityID>(), LastField<CauseKey?>(), LastField<EntityID?>())
        var line: [UInt8] = []
        func add(_ number: Int64?) {
            if let number { line.append(contentsOf: String(number).utf8) }
            line.append(UInt8(ascii: ","))
        }
        report.forEachFiring { timer, row, thread in
            line.removeAll(keepingCapacity: true)
            line += head.bytes(for: timer) { CSVReport.line([report.file, report.name(timer) ?? ""]) + "," }
            for number in [row.point, row.due, row.fired, row.waiting, row.lag, Int64(row.lost.count)] { add(number) }
            line += cause.bytes(for: row.causes?.first.map(CauseKey.init)) {
                let line = row.causes?.first.flatMap { report.source.line(of: $0.place) }
                return CSVReport.fields([
                    row.causes?.first?.cause.title ?? "",
                    row.causes?.first.flatMap { report.name($0.culprit) } ?? "", line.map { String($0) } ?? "",
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

    /// Lines of kind `firing`, each with all its causes; null where they were not looked for.
    package func writeJSON(to stream: ByteStream) {
        let report = report
        report.forEachFiring { timer, row, thread in
            stream.writeJSON(
                "firing",
                [
                    "timer": report.name(timer), "point": row.point, "due": row.due, "fired": row.fired,
                    "waiting": row.waiting, "lag": row.lag, "lost": row.lost,
                    "causes": row.causes?.map { JSONReport.cause($0, report) },
                    "thread": thread.flatMap(report.name),
                ])
        }
    }
}

extension RunReport {
    /// Goes through every callback of every timer, copies one by one, with the thread that it began on.
    func forEachFiring(_ body: (_ timer: EntityID, FiringAccount, _ thread: EntityID?) -> Void) {
        let records = trace.records
        // Where the records of each timer's callbacks stand: there may be millions of them.
        var fired: [EntityID: [Int32]] = [:]
        for (place, record) in records.enumerated() where record.kind == .fired {
            fired[record.entity, default: []].append(Int32(place))
        }
        let timers = trace.entities.indices.map(EntityID.init).filter { trace.entity($0)?.kind == .timer }
        var (current, places): (EntityID?, ArraySlice<Int32>) = (nil, [])
        analysis.forEachAccount(of: timers, in: trace) { timer, account in
            if timer != current { (current, places) = (timer, (fired[timer] ?? [])[...]) }
            if let time = account.fired { places = places.drop { records[Int($0)].time < time } }
            let record = account.fired.flatMap { _ in places.first.map { records[Int($0)] } }
            body(timer, account, record.map { EntityID(Int($0.thread)) })
        }
    }
}
