import LabAnalysis
import LabExactTime
import LabRecording
import LabReports

/// What happened so far, and why.
extension Lab {
    /// Wake-ups that come later than this are told, ns.
    private static let lateFrom: Int64 = 1_000_000

    /// The wake-ups that came late, each with what it waited for and the line of the scenario; empty when none did.
    ///
    /// `sleep 2: due 2 s, over 3.7 s: main busy 1.7 s: event layout (busy-main, line 3)`
    public var why: String {
        let report = report
        let crash = report.analysis.crash.map { ["crashed at \(text($0.time)): \($0.reason)"] } ?? []
        let late = wakeUps(report).enumerated().compactMap { index, wakeUp -> String? in
            guard wakeUp.over - wakeUp.due >= Lab.lateFrom else { return nil }
            let account = report.analysis.accounts(of: wakeUp.timer).first { $0.call == wakeUp.over }
            let because = account.map { AccountPage("", wakeUp.timer, $0, report).because } ?? ""
            return "sleep \(index + 1): due \(text(wakeUp.due)), over \(text(wakeUp.over)): \(because)"
        }
        return (late + crash).joined(separator: "\n")
    }

    /// The firing log: each wake-up and each line that the scenario logs, with its time from the start.
    public var log: String {
        let report = report
        var number = 0
        return report.trace.records.compactMap { record in
            if record.kind == .logged { return "\(text(record.time))  \(report.trace.message(of: record))\n" }
            guard record.kind == .fired, isOfLab(record.entity, report.trace) else { return nil }
            number += 1
            return "\(text(record.time))  sleep \(number) over, due \(text(record.value))\n"
        }.joined()
    }

    private func wakeUps(_ report: RunReport) -> [(timer: EntityID, due: Int64, over: Int64)] {
        report.trace.records.filter { $0.kind == .fired && isOfLab($0.entity, report.trace) }.map {
            ($0.entity, $0.value, $0.time)
        }
    }

    /// A timer that no scenario has.
    private func isOfLab(_ timer: EntityID, _ trace: Trace) -> Bool {
        trace.entity(timer).map { $0.place.isEmpty && $0.group == .none } ?? false
    }

    private var report: RunReport {
        engine.state.withLock { state in
            var trace = state.simulator.resultSoFar().trace
            let records = state.keeper.records
            let collector = RunCollector()
            collector.receive(records, entities: trace.entities, intervals: trace.intervals, texts: trace.texts)
            trace.records = records
            return RunReport(
                trace: trace, analysis: collector.analysis(of: trace), file: weather.name, source: weather.file.lines)
        }
    }

    private func text(_ time: Int64) -> String { DurationText.format(time, digits: 6) }
}
