import LabAnalysis
import LabExpectations
import LabGate
import LabRecording
import LabReports
import LabScenarioLanguage
import LabSimulation
import LabTOML
import LabWorkbench

/// Takes a text through everything that a command does with it, with a small budget.
package enum Trial {
    /// What became of a text.
    package enum Outcome: Sendable {
        case refused
        case ran
    }

    /// Reads, runs, analyses and reports; whatever can go wrong here must be an error value, never a crash or a hang.
    package static func run(_ bytes: [UInt8], occurrences: Int64 = 20_000) -> Outcome {
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
            source: SourceText(bytes: bytes))
        write(report)
        return .ran
    }

    private static func write(_ report: RunReport) {
        precondition(!ByteStream.text { report.writeJSON(to: $0) }.isEmpty, "an empty report")
        precondition(!ByteStream.text { report.writeCSV(to: $0) }.isEmpty, "an empty report")
        for writer in [PageText(), PageMarkdown(), PageHTML()] as [any PageWriter] {
            let text = ByteStream.text { writer.write(report.page(showsMessages: true), isFirst: true, to: $0) }
            precondition(!text.isEmpty, "an empty page")
        }
    }

    /// Tries the remedies for what a run of a scenario finds; each has to leave a text that can be read.
    package static func mend(scenarioAt path: String) -> Outcome {
        let workbench = Workbench(finder: ScenarioFinder(roots: []))
        guard let outcome = try? workbench.remedies(of: workbench.read(path)) else { return .refused }
        for text in outcome.texts {
            precondition(outcome.readsBeside || ScenarioReader.read(bytes: text).plan != nil, "a remedy cannot be read")
        }
        return .ran
    }

    /// Sweeps over a few ends of a scenario.
    package static func sweep(scenarioAt path: String) -> Outcome {
        guard let range = SweepRange("duration=1ms..3s"),
            let report = try? Workbench(finder: ScenarioFinder(roots: [])).sweep(path, range, steps: 4)
        else { return .refused }
        precondition(report.points.count == 4, "a sweep leaves out points")
        return .ran
    }

    /// Analyses a log, and makes a device profile of it.
    package static func analyze(logAt path: String) -> Outcome {
        let workbench = Workbench(finder: ScenarioFinder(roots: []))
        guard let outcome = try? workbench.analyze(path) else { return .refused }
        write(outcome.report)
        _ = try? workbench.calibrate([path])
        return .ran
    }

    /// Reads the bytes as a baseline, whose numbers have to be the same when it is written and read again, and holds all
    /// its scenarios against one.
    package static func compare(_ bytes: [UInt8]) -> Outcome {
        guard let baseline = try? Baseline(reading: bytes) else { return .refused }
        let again = try? Baseline(reading: Array(baseline.text.utf8))
        precondition(again?.scenarios == baseline.scenarios, "a baseline is another one when it is read again")
        let all = baseline.scenarios.sorted { $0.key < $1.key }.map(\.value)
        for (old, new) in zip(all, all.dropFirst() + all.prefix(1)) {
            for isPaired in [false, true] {
                let comparison = DriftComparison(old: old, new: new, guards: [], isPaired: isPaired)
                precondition(comparison.isUnmoved || comparison.judgement != nil, "a move without a judgement")
            }
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
