import LabAnalysis
import LabCatalogue
import LabRecording
import LabReports
import LabScenarioModel

/// The calls that a scenario wants, beside its expectations.
struct Wish: Sendable {
    let plan: ScenarioPlan
    /// The finding to remove; nil if only an expectation fails, or a countdown is wrong.
    let worst: FindingName?
    /// True if it is a note: only then a note that remains counts.
    let isNote: Bool
    /// True if an expectation fails without a remedy.
    let isExpecting: Bool
    /// True if an expectation that fails wants no call.
    let isForbidding: Bool

    /// One-shot timers that end when they are made again: only the last should call, unless it is made in its call.
    private var debounces: [String] {
        plan.timers.indices.filter { index in
            if plan.timers[index].repeats || plan.steps(where: { $0.ends(index) }).isEmpty { return false }
            let made = plan.steps { $0.does(.create, .timer(index)) }
            return !made.isEmpty && !made.contains(where: plan.timers[index].steps.holds)
        }.map { plan.timers[$0].id }
    }

    /// The unwanted and the missing calls: after a one-shot's owner, after a debounce's new start, and of its last one.
    private func wrongCalls(_ trace: Trace, _ analysis: RunAnalysis) -> Int64 {
        // The first one counts for all copies.
        var wrong = analysis.timers.sum { timer in
            let isAlone = trace.entity(timer.entity).map { $0.group == .none && $0.timer?.repeats == false }
            return isAlone == true ? timer.firedAfterOwner ?? 0 : 0
        }
        for id in debounces {
            let copies = analysis.timers.filter { $0.name == id || $0.name.hasPrefix("\(id) (") }
            for (index, next) in copies.enumerated().dropFirst() {
                // The first one represents all of them.
                let (last, later) = (copies[index - 1], index == 1 ? copies.dropFirst().sum(\.fired) : 0)
                let made = trace.records.first { $0.entity == next.entity }?.time
                if let made, let call = last.first, last.fired > later, call >= made { wrong += 1 }
            }
            if copies.count > 1, copies.last?.fired == 0, !isForbidding { wrong += 1 }
        }
        return wrong
    }

    func figures(of trace: Trace, _ analysis: RunAnalysis, failed: Int) -> RemedyReport.Figures {
        var figures = RemedyReport.Figures()
        figures.failed = Int64(failed)
        figures.wrongCalls = wrongCalls(trace, analysis)
        // Two events at one instant are an accident of the scenario's times; a question about a leak asks for no
        // leeway.
        let others: [FindingCode] = worst?.isOfLifetime == true ? ["TL0501", "TL0112"] : ["TL0501"]
        let told = analysis.findings.filter { $0.severity != .note && !others.contains($0.code) }
        func name(_ finding: Finding) -> FindingName { FindingName(finding, in: trace) }
        figures.findings = analysis.findings.filter { told.contains($0) || isNote && name($0) == worst }.map(name)
        figures.faults = told.filter { $0.severity == .fault }.map(name)
        figures.crashes = analysis.crash == nil ? 0 : 1
        let gone = analysis.lifetimes.filter { !$0.isKept }.map(\.entity)
        figures.leaks = Int64(Set(told.filter { $0.harm == .leak }.map(\.subject)).subtracting(gone).count)
        for timer in analysis.timers where trace.entity(timer.entity)?.group == EntityID.none { figures.include(timer) }
        let called = analysis.timers.filter { $0.fired > 0 }
        let isCalled = called.isEmpty || called.contains { $0.fired > $0.firedAfterOwner ?? 0 }
        figures.isWanted = isCalled && !isForbidding
        figures.wakeUps = analysis.wakeUps
        return figures
    }
}

extension FindingName {
    var isOfLifetime: Bool { code.rawValue.hasPrefix("TL03") }
}

extension RemedyReport.Figures {
    fileprivate mutating func include(_ timer: TimerSummary) {
        lost = lost.adding(saturating: timer.skipped)
        due = due.adding(saturating: timer.due)
        let longest = timer.waiting.map { $0.max > 1 ? $0.max : 0 } ?? 0
        hasWaiting = hasWaiting || timer.waiting != nil
        if longest > waiting || longest == waiting && timer.isLongestOpen {
            (waiting, waitsAtEnd) = (longest, longest > 0 && timer.isLongestOpen)
        }
        // A grid that a system sleep has moved is behind by more than its points waited.
        behind = max(behind, timer.waiting.map { (timer.lag ?? 0) - $0.max } ?? timer.lag ?? 0)
        guard let drift = timer.drift else { return }
        if drift.saysNothing { isDriftUnknown = true }
        if case .value = drift.verdict, let parts = drift.partsPerBillion {
            self.drift = max(self.drift, Int64(clamping: parts.magnitude))
        }
    }

    /// True if a run is better than before, and nothing is worse that matters more.
    func helps(against before: RemedyReport.Figures, _ worst: FindingName?) -> Bool {
        let remaining = findings.filter { $0.subject == worst?.subject }
        // What the same timer lacks besides is seen only when the first fault is gone.
        let isNew = faults.contains { fault in
            before.faults.isEmpty || !before.findings.contains { $0.subject == fault.subject }
        }
        let isNoneWanted = !before.isWanted || worst?.code == "TL0317" || failed < before.failed
        let limits: [(figure: Int64, most: Int64)] = [
            // A run that goes on may show what came after the crash.
            (isNew ? 1 : 0, crashes < before.crashes ? 1 : 0),
            (failed, before.failed), (crashes, before.crashes),
            (leaks, crashes < before.crashes ? .max : before.leaks), (wrongCalls, max(0, before.wrongCalls - 1)),
            // To skip nothing for want of due points is no improvement unless no call was wanted.
            (due == 0 ? 1 : 0, before.due == 0 || before.wrongCalls > 0 || isNoneWanted ? 1 : 0),
            (wakeUps, worst?.code == "TL0401" && failed >= before.failed ? before.wakeUps - 1 : .max),
            // A timer that still never fires has another fault instead.
            (due > 0 && lost == due && !faults.isEmpty ? 1 : 0, 0),
            // A run that still hangs or may crash is not better: for the same timer it is another form of it.
            (remaining.contains { $0.code.harm == .crash || $0 == worst && $0.code == .deadlock } ? 1 : 0, 0),
        ]
        return RemedyRank(self, worst) < RemedyRank(before, worst) && limits.allSatisfy { $0.figure <= $0.most }
    }
}

/// The order of remedies: first those that remove the worst finding, then by the remaining ones.
struct RemedyRank: Comparable {
    /// The criteria, the most important first; smaller is better.
    private var weights: [Int64]

    /// - Parameter changes: the number of timers with a change, if what changes in the scenario counts, too.
    init(
        _ figures: RemedyReport.Figures, _ worst: FindingName?,
        changes: ((TimerPlan, TimerPlan) -> Bool) -> Int64 = { _ in 0 }
    ) {
        // A frame's own work is the same fault as any callback's, and so is a backlog of moved work.
        let isBusy = worst.map { ["TL0101", "TL0102", "TL0109"].contains($0.code) } ?? false
        // A point that falls on the cancellation hides that it is still swallowed.
        let isSwallowed = worst?.code == "TL0317" && changes { $0.swallowsCancellation && $1.swallowsCancellation } > 0
        let remains =
            isSwallowed
            || figures.findings.contains {
                $0 == worst || $0.subject == worst?.subject && [$0.code, worst?.code] == ["TL0109", "TL0101"]
                    || isBusy && $0.code == "TL0111"
            }
        func count(_ harm: Harm) -> Int64 { Int64(figures.findings.count { $0.code.harm == harm }) }
        // The end of a background task suspends the app, as it should: the sooner, the more points are lost.
        let isSuspended = worst?.code == .taskNotEnded
        // Another mechanism may have another number of points.
        let lost = isSuspended ? 0 : Int64(Double(figures.lost) / Double(max(1, figures.due)) * 1e6)
        // More calls wake more often, which matters only if that is the fault.
        weights = [
            count(.crash), figures.failed, figures.wrongCalls,
            worst?.code == "TL0401" ? RemedyRank.rounded(figures.wakeUps) : 0,
            // A handler that is off main hands over to main, which is as late as before.
            remains ? 1 : 0, changes { !$0.isOffMain && $1.isOffMain },
            // A display link that became another mechanism is not in step with the display.
            changes { old, _ in old.kind == .displayLink } - changes { $1.kind == .displayLink },
            count(.leak), count(.neverRuns),
            // Who asks about a lifetime does not want another mechanism.
            worst?.isOfLifetime == true ? changes { $0.kind != $1.kind } : 0,
            RemedyRank.rounded(lost), count(.pointsLost), count(.impaired),
            isSuspended ? 0 : RemedyRank.rounded(max(figures.waiting, figures.behind)),
            RemedyRank.rounded(figures.drift),
        ]
    }

    static func < (left: RemedyRank, right: RemedyRank) -> Bool {
        left.weights.lexicographicallyPrecedes(right.weights)
    }

    /// The value to one digit: a smaller difference does not count.
    static func rounded(_ value: Int64) -> Int64 {
        var (value, scale) = (value, Int64(1))
        while value >= 10 { (value, scale) = (value / 10, scale * 10) }
        return value * scale
    }
}
