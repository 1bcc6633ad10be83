import LabRecording
import LabScenarioModel

/// Runs scenarios both ways until they agree, or until the attempts are used up.
package struct ConformanceCheck {
    /// The recording of a scenario's live run, or the reason why there is none.
    package enum LiveOutcome {
        /// `stall`: the longest time for which the host kept a ready thread from running, ns.
        case recorded(Trace, stall: Int64)
        /// The child process that ran it died of a signal.
        case crashed
        /// The child process came to an ordinary end.
        case survived
        /// The host lacks something.
        case refused(String)
    }

    package enum Verdict: Equatable {
        case same
        /// The same, apart from events that depend on less than the longest stall of the host during the run, ns.
        case sameWithinStall(Int64)
        case different
        /// It differed each time, but the host stalled in too many attempts to exclude that as the reason.
        case undecided
        case crashedAlike
        /// The simulated process crashes, but the real one did not.
        case survived
        case notComparable(String)
    }

    package struct Report {
        package var verdict: Verdict
        /// The comparison of both runs, of those that differ the one with the fewest differences; nil if there was none.
        package var comparison: ConformanceReference.Comparison?
        /// Live runs that were needed.
        package var attempts = 0
        /// The attempts in which the host stalled for longer than the noise.
        package var noisyAttempts = 0

        package init(verdict: Verdict) { self.verdict = verdict }
    }

    /// Events closer than this have no certain order, ns.
    var noise: Int64 = 2_500_000
    /// The lateness beyond the explained one that is accepted on a host that does not stall, ns.
    var tolerance: Int64 = 6_000_000
    /// Live runs on a quiet host that may differ before a difference counts.
    var attempts = 3
    /// Live runs in all.
    var attemptsInAll = 8
    var variants = 24
    /// True if the host may fire anywhere in the window of a tolerance or leeway, not only at its start.
    private let usesWindows: Bool

    package init(usesWindows: Bool = false) { self.usesWindows = usesWindows }

    /// `live` runs a plan on the host, in a child process if its simulation crashes.
    package func run(_ plan: ScenarioPlan, live: (_ plan: ScenarioPlan, _ inChild: Bool) -> LiveOutcome) -> Report {
        var report = Report(verdict: .notComparable("it was not run"))
        do {
            let reference = try ConformanceReference(plan, noise: noise, variants: variants, usesWindows: usesWindows)
            (report.verdict, report.comparison) = compare(plan, reference, live: live, &report)
        } catch { report.verdict = .notComparable("\(error)") }
        return report
    }

    private typealias Result = (verdict: Verdict, comparison: ConformanceReference.Comparison?)

    private func compare(
        _ plan: ScenarioPlan, _ reference: ConformanceReference,
        live: (_ plan: ScenarioPlan, _ inChild: Bool) -> LiveOutcome, _ report: inout Report
    ) -> Result {
        switch reference.end {
        case .budget, .full: return (.notComparable("its simulation does not end within the budget"), nil)
        case .duration, .untilFired, .exited, .crashed: break
        }
        let crashes = reference.end == .crashed
        if !crashes, reference.simulated.all.isEmpty { return (.notComparable("nothing happens in that time"), nil) }
        var best: Result = (report.verdict, nil)
        while report.attempts < attemptsInAll, report.attempts - report.noisyAttempts < attempts {
            report.attempts += 1
            switch live(reference.plan, crashes) {
            case .refused(let what): return (.notComparable(what), nil)
            case .survived: return (.survived, nil)
            case .crashed:
                return (crashes ? .crashedAlike : .notComparable("the process crashed, the simulation did not"), nil)
            case .recorded(let trace, let stall):
                if stall > noise { report.noisyAttempts += 1 }
                let comparison = reference.compare(trace, tolerance: tolerance + stall)
                if comparison.differences.isEmpty, !crashes { return (.same, comparison) }
                keep(comparison, trace: trace, stall: stall, of: plan, crashes: crashes, in: &best)
            }
        }
        let isUndecided = best.verdict == .different && report.attempts - report.noisyAttempts < attempts
        return isUndecided ? (.undecided, best.comparison) : best
    }

    /// Keeps the best attempt that differed. An attempt on a stalling host is compared again with only the events that
    /// its stall leaves certain.
    private func keep(
        _ comparison: ConformanceReference.Comparison, trace: Trace, stall: Int64, of plan: ScenarioPlan, crashes: Bool,
        in best: inout Result
    ) {
        if case .sameWithinStall = best.verdict { return }
        if !crashes, stall > noise,
            let wide = try? ConformanceReference(
                plan, noise: stall + noise, variants: 3 * variants, usesWindows: usesWindows),
            case let second = wide.compare(trace, tolerance: tolerance + stall), second.differences.isEmpty
        {
            best = (.sameWithinStall(stall), second)
            return
        }
        if let known = best.comparison, known.differences.count <= comparison.differences.count { return }
        best = (.different, comparison)
    }
}
