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
    func measure(_ plan: ScenarioPlan, timers: [Int], of file: ScenarioFile) throws(Problem) -> MeasuredRun {
        let run = try simulate(plan, of: file, limit: TraceKeeper.mostRecords, keepsLog: false)
        let (trace, analysis) = (run.trace, run.analysis)
        let busy = run.isExplained ? trace.busyPermille(ofThread: "main") : nil
        let cells = timers.map { timer -> ComparisonReport.Cell? in
            let name = plan.timers[timer].id
            guard let summary = analysis.timers.first(where: { $0.name == name }) else { return nil }
            let measure = run.isExplained ? TimerMeasure(summary, in: trace) : TimerMeasure(summary)
            let blame = analysis.attributions.first { $0.timer == summary.entity }
            return ComparisonReport.Cell(measure, cause: blame?.shares.first?.cause, mainBusyPermille: busy)
        }
        return MeasuredRun(cells: cells, problems: run.problems)
    }
}
