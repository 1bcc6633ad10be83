import LabAnalysis
import LabCatalogue
import LabRecording
import LabReports
import LabScenarioModel

extension RemedyReport.Figures {
    /// - Parameter worst: what is to go; it counts although it is a note.
    init(_ trace: Trace, _ analysis: RunAnalysis, mending worst: FindingName?) {
        self.init()
        // That two things come at one instant is an accident of the scenario's times.
        let told = analysis.findings.filter { $0.severity != .note && $0.code != "TL0501" }
        findings = analysis.findings.filter { told.contains($0) || FindingName($0, in: trace) == worst }
            .map { FindingName($0, in: trace) }
        crashes = analysis.crash == nil ? 0 : 1
        let gone = analysis.lifetimes.filter { !$0.isKept }.map(\.entity)
        leaks = Int64(Set(told.filter { $0.harm == .leak }.map(\.subject)).subtracting(gone).count)
        for timer in analysis.timers where trace.entity(timer.entity)?.group == EntityID.none {
            lost = lost.adding(saturating: timer.skipped)
            due = due.adding(saturating: timer.due)
            let longest = timer.waiting?.max ?? 0
            if longest > waiting || longest == waiting && timer.isLongestOpen {
                (waiting, waitsAtEnd) = (longest, longest > 0 && timer.isLongestOpen)
            }
            // A grid that a system sleep has moved is behind by more than its points waited.
            let lag = timer.waiting.map { (timer.lag ?? 0) - $0.max } ?? timer.lag
            behind = max(behind, lag ?? 0)
            if let drift = timer.drift, drift.saysNothing { isDriftUnknown = true }
            if let drift = timer.drift, case .value = drift.verdict, let parts = drift.partsPerBillion {
                self.drift = max(self.drift, Int64(clamping: parts.magnitude))
            }
        }
        wakeUps = analysis.wakeUps
    }

    /// Whether a run is better than it was: a new leak, or more wake-ups where those are the fault, is no help.
    func helps(against before: RemedyReport.Figures, _ worst: FindingName) -> Bool {
        RemedyRank(self, worst) < RemedyRank(before, worst)
            && (leaks <= before.leaks || crashes < before.crashes) && crashes <= before.crashes
            // With nothing due nothing is lost.
            && (due > 0 || before.due == 0)
            // Another crash may be behind the one that is gone; of the same timer it is another form of that.
            && (crashes == 0 || before.crashes == 0
                || !findings.contains { $0.subject == worst.subject && FindingRule.of($0.code).harm == .crash })
            && (wakeUps <= before.wakeUps || worst.code != "TL0401")
    }
}

extension ScenarioPlan {
    var linkCount: Int { timers.count { $0.kind == .displayLink } }
}

/// The order of remedies: first those that take the worst finding away, then by what is left.
struct RemedyRank: Comparable {
    /// The smaller the better, the weightiest first.
    private var weights: [Int64]

    /// - Parameter fewerLinks: how many display links became something that is not in step with the display.
    init(_ figures: RemedyReport.Figures, _ worst: FindingName, fewerLinks: Int = 0) {
        // A frame's own work is the same fault as any callback's.
        let alike = figures.findings.contains {
            $0.subject == worst.subject && [$0.code, worst.code] == ["TL0109", "TL0101"]
        }
        let remains: Int64 = figures.findings.contains(worst) || alike ? 1 : 0
        let harms = figures.findings.map { FindingRule.of($0.code).harm }
        func count(_ harm: Harm) -> Int64 { Int64(harms.count { $0 == harm }) }
        // Another mechanism may have another number of points.
        let lost = Int64(Double(figures.lost) / Double(max(1, figures.due)) * 1e6)
        // More calls wake more often: of interest only where that is the fault.
        weights = [
            count(.crash), worst.code == "TL0401" ? RemedyRank.rounded(figures.wakeUps) : 0,
            remains, Int64(fewerLinks), count(.leak), count(.neverRuns), RemedyRank.rounded(lost),
            count(.pointsLost), count(.impaired),
            // Where all points are lost, it is no help that there are fewer to wait for.
            figures.lost == figures.due && figures.due > 0
                ? .max : RemedyRank.rounded(max(figures.waiting, figures.behind)),
            RemedyRank.rounded(figures.drift),
        ]
    }

    static func < (left: RemedyRank, right: RemedyRank) -> Bool {
        left.weights.lexicographicallyPrecedes(right.weights)
    }

    /// One digit: a smaller difference is none.
    static func rounded(_ value: Int64) -> Int64 {
        var (value, scale) = (value, Int64(1))
        while value >= 10 { (value, scale) = (value / 10, scale * 10) }
        return value * scale
    }
}
