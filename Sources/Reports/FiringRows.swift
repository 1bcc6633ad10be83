import Analysis
import JSON
import Recording

/// Every callback of every timer with what explains it, as rows: `run --rows firings`. Times in ns.
package struct FiringRows {
    private let report: RunReport

    /// - Parameter report: of a run that kept the records of callbacks.
    package init(_ report: RunReport) { self.report = report }

    private static let columns = [
        "file", "timer", "point", "due", "fired", "waiting", "lag", "lost", "cause", "culprit", "line", "thread",
    ]

    package func writeCSV(isFirst: Bool, to stream: ByteStream) {
        if isFirst { stream.write(Self.columns.joined(separator: ",") + "\n") }
        report.forEachFiring { timer, row, thread in
            let cause = row.causes.first
            let name = { (entity: EntityID?) in entity.flatMap(report.name) ?? "" }
            CSVReport.write(
                [
                    report.file, name(timer), String(row.point), String(row.due), row.fired.map { String($0) } ?? "",
                    row.waiting.map { String($0) } ?? "", row.lag.map { String($0) } ?? "", String(row.lost.count),
                    cause?.cause.title ?? "", name(cause?.culprit),
                    cause.flatMap { report.source.line(of: $0.place) }.map { String($0) } ?? "", name(thread),
                ], to: stream)
        }
    }

    /// Lines of kind `firing`, each with all its causes.
    package func writeJSON(to stream: ByteStream) {
        report.forEachFiring { timer, row, thread in
            JSONReport.line(
                "firing",
                [
                    "timer": report.name(timer), "point": row.point, "due": row.due, "fired": row.fired,
                    "waiting": row.waiting, "lag": row.lag, "lost": row.lost,
                    "causes": row.causes.map { JSONReport.cause($0, report) },
                    "thread": thread.flatMap(report.name),
                ], to: stream)
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
        for timer in trace.entities.indices.map(EntityID.init) where trace.entity(timer)?.kind == .timer {
            var places = (fired[timer] ?? [])[...]
            analysis.forEachAccount(of: timer, in: trace) { account in
                if let time = account.fired { places = places.drop { records[Int($0)].time < time } }
                let record = account.fired.flatMap { _ in places.first.map { records[Int($0)] } }
                body(timer, account, record.map { EntityID(Int($0.thread)) })
            }
        }
    }
}
