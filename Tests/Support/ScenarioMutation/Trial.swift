import Analysis
import Expectations
import Recording
import Reports
import ScenarioLanguage
import Simulation

/// Takes a text through everything that a run does with it, with a small budget.
public enum Trial {
    /// What became of a text.
    public enum Outcome: Sendable {
        case refused
        case ran
    }

    /// Reads, runs, analyses and reports; whatever can go wrong here must be an error value, never a crash or a hang.
    public static func run(_ bytes: [UInt8], occurrences: Int64 = 20_000) -> Outcome {
        let reading = ScenarioReader.read(bytes: bytes)
        for diagnostic in reading.diagnostics {
            precondition(
                diagnostic.span.lowerBound >= 0 && diagnostic.span.upperBound <= bytes.count,
                "\(diagnostic.code) points outside the file: \(diagnostic.span)")
        }
        guard var plan = reading.plan else { return .refused }
        plan.budget.occurrences = min(plan.budget.occurrences, occurrences)
        plan.budget.occurrencesPerInstant = min(plan.budget.occurrencesPerInstant, occurrences / 4)
        guard let result = try? Simulator.record(plan) else { return .refused }
        check(result.trace)
        let analysis = RunAnalysis(of: result.trace)
        let checker = ExpectationChecker(plan: plan, source: bytes, trace: result.trace, analysis: analysis)
        let report = RunReport(
            trace: result.trace, analysis: analysis, verdicts: checker.verdicts(), file: "mutant.toml",
            source: SourceLines(bytes))
        let formats: [any ReportFormat] = [JSONReport(), CSVReport()]
        for format in formats {
            precondition(!ByteStream.text { format.write(report, isFirst: true, to: $0) }.isEmpty, "an empty report")
        }
        for writer in [PageText(), PageMarkdown()] as [any PageWriter] {
            let text = ByteStream.text { writer.write(report.page(showsMessages: true), isFirst: true, to: $0) }
            precondition(!text.isEmpty, "an empty page")
        }
        return .ran
    }

    /// Time never goes back, and nobody fires before the due date.
    private static func check(_ trace: Trace) {
        var last: Int64 = 0
        for record in trace.records {
            precondition(record.time >= last, "time goes back from \(last) to \(record.time)")
            last = record.time
            if record.kind == .fired {
                precondition(record.value <= record.time, "\(trace.name(record.entity)) fires before it is due")
            }
        }
    }
}
