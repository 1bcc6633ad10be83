import LabCommandLine
import LabConformance
import LabExactTime
import LabRecording
import LabReports
import LabWorkbench

/// Prints the result of each scenario, and the total.
final class ConformanceTally {
    private let console: Console
    private var outcomes: [String] = []
    private var compared = 0
    private var leftOut = 0
    private var otherKinds: [Record.Kind: Int] = [:]
    private var runs = 0
    private var noisyRuns = 0
    private var status = ExitStatus.success

    init(_ console: Console) { self.console = console }

    /// Records the result of a scenario and prints it at once.
    func record(_ report: ConformanceCheck.Report, of name: String) {
        runs += report.attempts
        noisyRuns += report.noisyAttempts
        let amounts =
            report.comparison.map {
                "\($0.compared) compared" + ($0.leftOut > 0 ? ", \($0.leftOut) left out" : "")
            } ?? ""
        let repeated = report.attempts > 1 ? ", run \(report.attempts) times" : ""
        let (kind, verdict, role, details): (String, String, TextRole, String) =
            switch report.verdict {
            case .same: ("same", "same", .good, amounts + repeated)
            case .sameWithinStall(let stall):
                (
                    "same within the host's stalls", "same", .good,
                    amounts + ", the host stalled for \(DurationText.format(stall))" + repeated
                )
            case .crashedAlike: ("crash on both sides", "same", .good, "both crash")
            case .survived: ("different", "differs", .bad, "the simulation crashes, the process did not")
            case .notComparable(let reason): ("not comparable", "not comparable", .faint, reason)
            case .undecided:
                (
                    "not decided on a busy host", "cannot tell", .faint,
                    amounts + repeated + ", the host stalled too often"
                )
            case .different: ("different", "differs", .bad, amounts + repeated)
            }
        if role == .bad { status = .failed }
        outcomes.append(kind)
        let item = ReportItem(verdict, role, VisibleText.line(name + ": " + details))
        console.write(Page(sections: [ReportSection("", [.items([item])])]))
        if let comparison = report.comparison { show(comparison, withDifferences: role != .good) }
        console.output.flush()
    }

    /// Prints the totals.
    func finish() -> ExitStatus {
        guard !outcomes.isEmpty else { return status }
        let sums = outcomes.grouped { $0 }.map { "\($0.elements.count) \($0.key)" }.joined(separator: ", ")
        console.output.write("\n")
        let sum = ReportBlock.paragraph(
            "\(sums); \(compared) observed events compared, \(leftOut) left out as due too close together; "
                + "\(runs) live run\(runs == 1 ? "" : "s"), \(noisyRuns) of them on a host that stalled for longer than the noise"
        )
        let kinds = otherKinds.sorted { ($1.value, "\($0.key)") < ($0.value, "\($1.key)") }
        let others = ReportBlock.paragraph(
            "Not compared: \(kinds.map { "\($0.value) \($0.key)" }.joined(separator: ", "))")
        console.write(Page(sections: [ReportSection("", kinds.isEmpty ? [sum] : [sum, others])]))
        return status
    }

    private func show(_ comparison: ConformanceReference.Comparison, withDifferences: Bool) {
        compared += comparison.compared
        leftOut += comparison.leftOut
        otherKinds.merge(comparison.otherKinds, uniquingKeysWith: +)
        if withDifferences { comparison.differences.prefix(3).forEach(show) }
        for omission in comparison.omissions {
            let start = DurationText.format(omission.from)
            below("left out: \(omission.subject) from \(start) on, \(omission.count): \(omission.why)")
        }
        for difference in comparison.undecided.prefix(2) {
            below(
                "the host has it otherwise there: \(difference.subject): \(difference.live), simulated "
                    + difference.simulated)
        }
    }

    private func show(_ difference: Difference) {
        let lines =
            [
                "  \(difference.kind.rawValue): \(difference.subject)", "    simulated: \(difference.simulated)",
                "    live:      \(difference.live)", "    around it, simulated:",
            ] + difference.simulatedAround.map { "      \($0)" } + ["    around it, live:"]
            + difference.liveAround.map { "      \($0)" }
        for line in lines { console.output.write(VisibleText.lineStart(line) + "\n") }
    }

    private func below(_ text: String) {
        console.write(Page(sections: [ReportSection("", [.paragraph(VisibleText.lineStart(text), indent: 4)])]))
    }
}
