import Conformance
import ExactTime
import Laboratory
import Reports
import Synchronization

/// Prints what each scenario came to, and what all of them came to.
final class ConformanceTally {
    private let console: Console
    private var titles: [String] = []
    private var counts: [Int] = []
    private var compared = 0
    private var leftOut = 0
    private var runs = 0
    private var noisyRuns = 0
    private var status = ExitStatus.success

    init(_ console: Console) { self.console = console }

    func note(_ status: ExitStatus) { self.status = ExitStatus.severest([self.status, status]) }

    /// Takes up what a scenario came to and prints it at once.
    func add(_ outcome: ConformanceOutcome) {
        runs += outcome.report.attempts
        noisyRuns += outcome.report.noisyAttempts
        let repeated = outcome.report.attempts > 1 ? ", run \(outcome.report.attempts) times" : ""
        switch outcome.report.verdict {
        case .same(let comparison):
            add(comparison)
            count("same")
            line("same", .good, outcome.name, amounts(comparison) + repeated)
            showOmissions(of: comparison)
        case .sameWithinStall(let comparison, let stall):
            add(comparison)
            count("same within the host's stalls")
            line(
                "same", .good, outcome.name,
                amounts(comparison) + ", the host stood still for " + DurationText.format(stall) + repeated)
            showOmissions(of: comparison)
        case .crashedAlike:
            count("crash on both sides")
            line("same", .good, outcome.name, "both crash")
        case .survived:
            note(.failed)
            count("different")
            line("differs", .bad, outcome.name, "the simulation crashes, the process did not")
        case .notComparable(let reason):
            count("not comparable")
            line("not comparable", .faint, outcome.name, reason)
        case .undecided(let comparison):
            add(comparison)
            count("not decided on a busy host")
            line(
                "cannot tell", .faint, outcome.name,
                amounts(comparison) + repeated + ", the host stood still too often")
            for difference in comparison.differences.prefix(3) { show(difference) }
            showOmissions(of: comparison)
        case .different(let comparison):
            add(comparison)
            note(.failed)
            count("different")
            line("differs", .bad, outcome.name, amounts(comparison) + repeated)
            for difference in comparison.differences.prefix(3) { show(difference) }
            showOmissions(of: comparison)
            if let smallest = outcome.smallest { write("  the smallest scenario that differs:\n\n" + smallest + "\n") }
        }
        console.output.flush()
    }

    /// Prints the sums.
    func finish() -> ExitStatus {
        guard !counts.isEmpty else { return status }
        let sums = zip(titles, counts).map { "\($1) \($0)" }.joined(separator: ", ")
        write("\n")
        let sum = ReportBlock.paragraph(
            "\(sums); \(compared) observed events compared, \(leftOut) left out as due too close together; "
                + "\(runs) live runs, \(noisyRuns) of them on a host that stood still for longer than the noise")
        console.write(Page(sections: [PlainSection("", [sum])]))
        return status
    }

    private func count(_ title: String) {
        if let index = titles.firstIndex(of: title) {
            counts[index] += 1
        } else {
            titles.append(title)
            counts.append(1)
        }
    }

    private func add(_ comparison: ConformanceReference.Comparison) {
        compared += comparison.compared
        leftOut += comparison.leftOut
    }

    private func amounts(_ comparison: ConformanceReference.Comparison) -> String {
        "\(comparison.compared) compared" + (comparison.leftOut > 0 ? ", \(comparison.leftOut) left out" : "")
    }

    private func line(_ verdict: String, _ role: TextRole, _ name: String, _ details: String) {
        let item = ReportItem(verdict, role, VisibleText.line(name + ": " + details))
        console.write(Page(sections: [PlainSection("", [.items([item])])]))
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
        for line in lines { write(VisibleText.lineStart(line) + "\n") }
    }

    private func below(_ text: String) {
        console.write(Page(sections: [PlainSection("", [.paragraph(VisibleText.lineStart(text), indent: 4)])]))
    }

    private func write(_ text: String) { console.output.write(text) }
}

/// Whether the user has had enough.
final class StopFlag: Sendable {
    private let flag = Mutex(false)

    var isSet: Bool { flag.withLock { $0 } }

    func set() { flag.withLock { $0 = true } }

    /// Does something while nothing can set it.
    func unlessSet(_ body: () -> Void) { flag.withLock { if !$0 { body() } } }
}
