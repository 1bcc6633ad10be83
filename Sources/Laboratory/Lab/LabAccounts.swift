import LabAnalysis
import LabExactTime
import LabRecording
import LabReports

/// The history of the run so far, with its causes.
extension Lab {
    /// The wake-ups that are late by 1 ms or more, each with the cause of its wait and the line of the scenario; empty
    /// if there are none.
    ///
    /// `sleep 2: due 2 s, over 3.7 s: main busy 1.7 s: event layout (busy-main, line 3)`
    public var why: String {
        let report = report
        let crash = report.analysis.crash.map { ["crashed at \(text($0.time)): \($0.reason)"] } ?? []
        let late = report.calls(of: Self.isTimer).enumerated().filter { $1.wait >= 1_000_000 }.map { index, call in
            "sleep \(index + 1): due \(text(call.at - call.wait)), over \(text(call.at)): \(call.because())"
        }
        return (late + crash).joined(separator: "\n")
    }

    /// The firing log: each wake-up and each line that the scenario logs, with its time from the start.
    public var log: String {
        let report = report
        let sleeps = report.calls(of: Self.isTimer).enumerated().map { index, call in
            (call.at, "sleep \(index + 1) over, due \(text(call.at - call.wait))")
        }
        let lines = report.trace.records.filter { $0.kind == .logged }.map { ($0.time, report.trace.message(of: $0)) }
        return (sleeps + lines).sorted { $0.0 < $1.0 }.map { "\(text($0))  \($1)\n" }.joined()
    }

    /// True for a timer of the lab, which is in no scenario.
    private static func isTimer(_ timer: EntityID, _ entity: Entity) -> Bool {
        entity.place.isEmpty && !entity.group.exists
    }

    private var report: RunReport {
        engine.state.withLock { state in
            var trace = state.simulator.resultSoFar().trace
            (trace.records, trace.header.duration) = (state.keeper.records, state.now.adding(saturating: 1))
            return RunReport(
                trace: trace, analysis: RunAnalysis(of: trace), file: weather.name, source: weather.file.lines)
        }
    }

    private func text(_ time: Int64) -> String { DurationText.format(time, digits: 6) }
}
