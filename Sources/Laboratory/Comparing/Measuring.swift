import Analysis
import Recording
import Reports
import ScenarioModel
import Simulation

extension Workbench {
    /// A run that was measured for a comparison.
    struct MeasuredRun {
        /// By the timers that were asked for.
        var cells: [ComparisonReport.Cell?]
        var problems: [Problem]
    }

    /// Runs a plan and measures some of its timers.
    ///
    /// - Throws: `Problem` when it cannot be run at all.
    func measure(
        _ plan: ScenarioPlan, timers: [Int], of file: ScenarioFile, live: LiveOptions? = nil
    ) throws(Problem) -> MeasuredRun {
        if let live {
            let run = try recordLive(plan, live, file: file)
            let trace = run.trace
            guard run.end != .interrupted else {
                let message = "interrupted before there was anything to compare"
                throw Problem(.plain(message, help: nil), status: .interrupted)
            }
            return MeasuredRun(
                cells: cells(of: timers, in: plan, trace, RunAnalysis(of: trace)), problems: [])
        }
        let run = try simulate(plan, of: file, keeping: [])
        return MeasuredRun(
            cells: cells(of: timers, in: plan, run.trace, run.analysis),
            problems: run.problems)
    }

    private func cells(
        of timers: [Int], in plan: ScenarioPlan, _ trace: Trace, _ analysis: RunAnalysis
    ) -> [ComparisonReport.Cell?] {
        let main = trace.entities.firstIndex { $0.kind == .thread && $0.name == "main" }.map { EntityID($0) } ?? .none
        let busy = analysis.busyPermille(ofThread: main, until: trace.header.duration)
        return timers.map { timer -> ComparisonReport.Cell? in
            let name = plan.timers[timer].id
            guard let summary = analysis.timers.first(where: { $0.name == name }) else { return nil }
            let measure = TimerMeasure(summary, in: trace, analysis)
            let blame = analysis.attributions.first { $0.timer == summary.entity }
            return ComparisonReport.Cell(measure, cause: blame?.shares.first?.cause, mainBusyPermille: busy)
        }
    }
}
