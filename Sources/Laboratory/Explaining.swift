import Analysis
import Expectations
import Recording
import ScenarioModel

extension Workbench {
    /// The scenario's promises, held against what happened.
    static func verdicts(_ plan: ScenarioPlan, _ trace: Trace, _ analysis: RunAnalysis, source: [UInt8]) -> [Verdict] {
        ExpectationChecker(plan: plan, source: source, trace: trace, analysis: analysis).verdicts()
    }
}
