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
        forEach { timer, row, thread in
            let cause = row.causes.first
            CSVReport.write(
                [
                    report.file, timer.name, String(row.point), String(row.due), row.fired.map { String($0) } ?? "",
                    row.waiting.map { String($0) } ?? "", row.lag.map { String($0) } ?? "", String(row.lost.count),
                    cause?.cause.title ?? "", cause.flatMap { report.trace.entity($0.culprit)?.name } ?? "",
                    cause.flatMap { report.source.line(of: $0.place) }.map { String($0) } ?? "", thread ?? "",
                ], to: stream)
        }
    }

    /// Lines of kind `firing`, each with all its causes.
    package func writeJSON(to stream: ByteStream) {
        forEach { timer, row, thread in
            JSONReport.line(
                "firing",
                [
                    "timer": .string(timer.name), "point": .integer(row.point), "due": .integer(row.due),
                    "fired": JSONValue(row.fired), "waiting": JSONValue(row.waiting), "lag": JSONValue(row.lag),
                    "lost": .array(row.lost.map(JSONValue.integer)),
                    "causes": .array(row.causes.map { JSONReport.cause($0, report) }), "thread": JSONValue(thread),
                ], to: stream)
        }
    }

    /// Timer after timer, copies one by one.
    private func forEach(_ body: (Entity, FiringAccount, _ thread: String?) -> Void) {
        let fired = Dictionary(grouping: report.trace.records.filter { $0.kind == .fired }, by: \.entity)
        for index in report.trace.entities.indices where report.trace.entities[index].kind == .timer {
            let id = EntityID(index)
            var records = (fired[id] ?? [])[...]
            for account in report.analysis.accounts(of: id, in: report.trace) {
                records = records.drop { $0.time < account.fired ?? .max }
                let thread = account.fired.flatMap { _ in records.first.map { EntityID(Int($0.thread)) } }
                body(report.trace.entities[index], account, thread.flatMap { report.trace.entity($0)?.name })
            }
        }
    }
}
