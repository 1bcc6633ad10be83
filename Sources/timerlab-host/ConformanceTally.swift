import LabCommandLine
import LabConformance
import LabExactTime
import LabRecording
import LabReports
import Laboratory

/// Prints the result of each scenario, and the total.
final class ConformanceTally {
    private let console: Console
    private var counts: [(kind: String, count: Int)] = []
    private var compared = 0
    private var leftOut = 0
    private var otherKinds: [Record.Kind: Int] = [:]
    private var runs = 0
    private var noisyRuns = 0
    private var status = ExitStatus.success

    init(_ console: Console) { self.console = console }

    /// Records the result of a scenario and prints it at once.
    func record(_ outcome: ConformanceOutcome) {
        runs += outcome.report.attempts
        noisyRuns += outcome.report.noisyAttempts
        let amounts = outcome.report.verdict.comparison.map(amounts) ?? ""
        let repeated = outcome.report.attempts > 1 ? ", run \(outcome.report.attempts) times" : ""
        switch outcome.report.verdict {
        case .same: write("same", "same", .good, outcome, amounts + repeated)
        case .sameWithinStall(_, let stall):
            let stood = ", the host stalled for " + DurationText.format(stall)
            write("same within the host's stalls", "same", .good, outcome, amounts + stood + repeated)
        case .crashedAlike: write("crash on both sides", "same", .good, outcome, "both crash")
        case .survived:
            write("different", "differs", .bad, outcome, "the simulation crashes, the process did not")
            status = .failed
        case .notComparable(let reason): write("not comparable", "not comparable", .faint, outcome, reason)
        case .undecided:
            write(
                "not decided on a busy host", "cannot tell", .faint, outcome,
                amounts + repeated + ", the host stalled too often",
                showsDifferences: true)
        case .different:
            write("different", "differs", .bad, outcome, amounts + repeated, showsDifferences: true)
            status = .failed
        }
        console.output.flush()
    }

    /// - Parameter kind: the kind for the count.
    private func write(
        _ kind: String, _ verdict: String, _ role: TextRole, _ outcome: ConformanceOutcome, _ details: String,
        showsDifferences: Bool = false
    ) {
        if let index = counts.firstIndex(where: { $0.kind == kind }) {
            counts[index].count += 1
        } else {
            counts.append((kind, 1))
        }
        let item = ReportItem(verdict, role, VisibleText.line(outcome.name + ": " + details))
        console.write(Page(sections: [ReportSection("", [.items([item])])]))
        guard let comparison = outcome.report.verdict.comparison else { return }
        compared += comparison.compared
        leftOut += comparison.leftOut
        otherKinds.merge(comparison.otherKinds, uniquingKeysWith: +)
        if showsDifferences { comparison.differences.prefix(3).forEach(show) }
        showOmissions(of: comparison)
    }

    /// Prints the totals.
    func finish() -> ExitStatus {
        guard !counts.isEmpty else { return status }
        let sums = counts.map { "\($0.count) \($0.kind)" }.joined(separator: ", ")
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

    private func amounts(_ comparison: ConformanceReference.Comparison) -> String {
        "\(comparison.compared) compared" + (comparison.leftOut > 0 ? ", \(comparison.leftOut) left out" : "")
    }

    private func showOmissions(of comparison: ConformanceReference.Comparison) {
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
            ] + difference.around.simulated.map { "      \($0)" } + ["    around it, live:"]
            + difference.around.live.map { "      \($0)" }
        for line in lines { console.output.write(VisibleText.lineStart(line) + "\n") }
    }

    private func below(_ text: String) {
        console.write(Page(sections: [ReportSection("", [.paragraph(VisibleText.lineStart(text), indent: 4)])]))
    }
}

extension ConformanceCheck.Verdict {
    /// The comparison of both runs; nil if there was none.
    fileprivate var comparison: ConformanceReference.Comparison? {
        switch self {
        case .same(let comparison), .sameWithinStall(let comparison, _), .different(let comparison),
            .undecided(let comparison):
            comparison
        case .crashedAlike, .survived, .notComparable: nil
        }
    }
}
