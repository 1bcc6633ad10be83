import Analysis
import Expectations
import Recording
import ScenarioModel

extension Workbench {
    /// Everything that a recording says.
    static func analysis(of trace: Trace) -> RunAnalysis {
        let collector = StatisticsCollector()
        collector.receive(trace.records, entities: trace.entities)
        let statistics = collector.statistics(
            entities: trace.entities, intervals: trace.intervals, duration: trace.header.duration)
        return RunAnalysis(timers: statistics.summaries())
    }

    /// The scenario's promises, held against what happened.
    static func verdicts(_ plan: ScenarioPlan, _ trace: Trace, _ analysis: RunAnalysis) -> [Verdict] { [] }
}
