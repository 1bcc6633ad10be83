import LabAnalysis
import LabCatalogue
import LabExpectations
import LabPlatform
import LabRecording
import LabReports
import LabScenarioLanguage
import LabScenarioModel

/// A remedy, or several in their order, applied to a scenario.
struct RemedyCandidate: Sendable {
    /// A remedy with the parts of the scenario that it changed.
    struct Part: Sendable {
        let remedy: Remedy
        let site: RemedySite
        /// The change of code by the remedy's own template.
        let code: CodeChange?

        var cost: String { remedy.cost + (site.cost.map { "; \($0)" } ?? "") }
    }

    /// The name of the change, and its timer if others have the same.
    var name: String
    let parts: [Part]
    let code: CodeChange
    let file: ScenarioFile
    let plan: ScenarioPlan

    /// Nil if nothing changes in code, or if the timers of several classes change.
    init?(_ parts: [Part], _ file: ScenarioFile, _ plan: ScenarioPlan) {
        name = parts.map(\.remedy.name).joined(separator: " + ")
        (self.parts, self.file, self.plan) = (parts, file, plan)
        var changes = parts.compactMap(\.code)
        // The code of one class is together.
        let edits = parts.filter { $0.code == nil }
        if let edit = edits.first {
            var site = edit.site
            let isOfOneClass = edits.allSatisfy {
                $0.site.owner == site.owner && (site.owner != nil || $0.site.timers == site.timers)
            }
            guard isOfOneClass else { return nil }
            site.timers = Set(edits.flatMap(\.site.timers)).sorted()
            changes.insert(site.change(by: edit.remedy, to: plan), at: 0)
        }
        code = CodeChange(joining: changes)
        // A change that is already in the scenario is no remedy.
        if code.swift.isEmpty { return nil }
    }

    private var site: RemedySite { parts[0].site }

    /// The changed part, and true if it is not the part of the finding.
    var subject: (name: String, isOther: Bool) {
        let names = site.timers.map { site.plan.timers[$0].id }.joined(separator: ", ")
        let isOther = site.changed.flatMap { id in site.timer.map { $0.id != id } } ?? false
        return (site.changed ?? (names.isEmpty ? site.trace.name(site.finding.subject) : names), isOther)
    }

    /// The number of timers with another mechanism than before, and of those that are called elsewhere.
    var mechanismsChanged: Int { zip(site.plan.timers, plan.timers).count { $0.kind != $1.kind } }
    var moved: Int { zip(site.plan.timers, plan.timers).count { $0.isOffMain != $1.isOffMain } }
}

/// The result of a remedied scenario's run.
struct RemedyTrial: Sendable {
    var candidate: RemedyCandidate
    let run: Workbench.WishedRun
    let helps: Bool
    let cost: String
    /// The scenario, without the expectations that described it as it was.
    let text: [UInt8]

    var figures: RemedyReport.Figures { run.figures }

    /// True if it removes all findings with the same mechanism.
    var isAll: Bool {
        helps && figures.findings.isEmpty && figures.failed == 0 && candidate.mechanismsChanged == 0
    }

    /// True if it removes everything that another one removes, and more.
    func mendsMore(than other: RemedyTrial) -> Bool {
        helps && candidate.mechanismsChanged <= other.candidate.mechanismsChanged && run.rank < other.run.rank
            && Set(figures.findings).isStrictSubset(of: other.figures.findings)
    }

    /// The best first; among equals the one that changes less, then the one that wakes less often.
    static func < (left: RemedyTrial, right: RemedyTrial) -> Bool {
        func order(_ trial: RemedyTrial) -> (Int, RemedyRank, Int, Int64) {
            let changes = trial.candidate.mechanismsChanged + trial.candidate.moved
            return (trial.helps ? 0 : 1, trial.run.rank, changes, RemedyRank.rounded(trial.figures.wakeUps))
        }
        return order(left) < order(right)
    }
}

extension Workbench {
    /// A run, measured by what was wanted; its analysis is too large to be kept for each trial.
    struct WishedRun: Sendable {
        var trace: Trace
        var timers: [TimerSummary]
        /// The findings except notes.
        var findings: [Finding]
        var failed: [Verdict]
        var figures: RemedyReport.Figures
        var rank: RemedyRank
    }

    private static let mostFirsts = 4

    /// Runs a scenario to its end.
    func wishedRun(_ plan: ScenarioPlan, of file: ScenarioFile, _ wish: Wish) throws(Problem) -> WishedRun {
        let run = try simulate(plan, of: file, keeping: plan.recordsOfRemedies)
        if let problem = run.problems.first { throw problem }
        return wished(run, failed: verdicts(of: run, plan, file).filter { !$0.passed }, plan, wish)
    }

    func wished(_ run: Simulated, failed: [Verdict], _ plan: ScenarioPlan, _ wish: Wish) -> WishedRun {
        let figures = wish.figures(of: plan, run.trace, run.analysis, failed: failed.count)
        return WishedRun(
            trace: run.trace, timers: run.analysis.timers,
            findings: run.analysis.findings.filter { $0.severity != .note }, failed: failed, figures: figures,
            rank: wish.rank(figures, plan))
    }

    /// Every remedy that fits one of the faults.
    ///
    /// - Parameter budget: the most occurrences of a run.
    func candidates(
        _ faults: [RemedySite.Fault], _ plan: ScenarioPlan, _ trace: Trace, _ file: ScenarioFile, budget: Int64
    ) -> [RemedyCandidate] {
        func planned(_ document: ScenarioDocument) -> (file: ScenarioFile, plan: ScenarioPlan)? {
            guard let changed = try? read(document.result, typed: file.typed, path: file.path),
                let after = try? self.plan(changed, changes: ScenarioChanges(budget: budget))
            else { return nil }
            return (changed, after)
        }
        var seen: Set<[UInt8]> = []
        var found: [RemedyCandidate] = []
        for fault in faults.prefix(RemedySite.Fault.mostMended) {
            for remedy in Remedy.tried(against: fault.code) {
                var site = RemedySite(fault, plan: plan, trace: trace, text: file.bytes)
                guard remedy.edit(&site), seen.insert(site.document.result).inserted else { continue }
                let title = plan.title + (plan.title.contains(", remedied: ") ? " + " : ", remedied: ") + remedy.name
                site.document.apply([
                    ScenarioEdit(["title"], .set(TOMLText.quoted(title))), ScenarioEdit(["claims"], .remove),
                ])
                site.document.removeTables(["guard", "compare"])
                var bare = ScenarioDocument(site.document.result)
                // An expectation may name a figure that another mechanism does not have.
                bare.removeTables(["expect"])
                guard let made = planned(site.document) ?? planned(bare) else { continue }
                let code = remedy.code.map { _ in site.change(by: remedy, to: made.plan) }
                let part = RemedyCandidate.Part(remedy: remedy, site: site, code: code)
                found += [RemedyCandidate([part], made.file, made.plan)].compactMap(\.self)
            }
        }
        let counts = Dictionary(grouping: found, by: \.name).mapValues(\.count)
        for (index, candidate) in found.enumerated() {
            let subject = candidate.subject
            if subject.isOther || counts[candidate.name, default: 1] > 1 { found[index].name += " (\(subject.name))" }
        }
        return found
    }

    /// The best pair of remedies: the second removes the rest of the first. The pair has to be better than any single
    /// remedy with the same mechanisms.
    func pair(
        of trials: [RemedyTrial], _ wish: Wish, against before: RemedyReport.Figures, budget: Int64
    ) -> RemedyTrial? {
        let firsts = trials.filter { trial in
            trial.candidate.mechanismsChanged == 0 && before.findings.contains { !trial.figures.findings.contains($0) }
        }.sorted(by: <).prefix(Workbench.mostFirsts)
        var seen: Set<Set<String>> = []
        let pairs = firsts.flatMap { trial in
            let (first, run) = (trial.candidate, trial.run)
            let faults = RemedySite.Fault.all(run.findings, run.trace)
            return candidates(faults, first.plan, run.trace, first.file, budget: budget).compactMap {
                second -> RemedyCandidate? in
                guard second.mechanismsChanged == 0,
                    !first.parts.contains(where: { $0.remedy.name == second.parts[0].remedy.name }),
                    seen.insert([first.name, second.name]).inserted
                else { return nil }
                return RemedyCandidate(first.parts + second.parts, second.file, second.plan)
            }
        }
        guard let best = self.trials(of: pairs, wish, against: before).min(by: <), best.helps else { return nil }
        return trials.allSatisfy { best.run.rank < $0.run.rank || $0.candidate.mechanismsChanged > 0 } ? best : nil
    }

    /// Runs each remedy that can run.
    func trials(
        of candidates: [RemedyCandidate], _ wish: Wish, against before: RemedyReport.Figures
    ) -> [RemedyTrial] {
        Parallel.map(candidates, jobs: ProcessEnvironment.cores) { try? trial($0, wish, against: before) }
            .compactMap(\.self)
    }

    private func trial(
        _ candidate: RemedyCandidate, _ wish: Wish, against before: RemedyReport.Figures
    ) throws(Problem) -> RemedyTrial {
        let run = try wishedRun(candidate.plan, of: candidate.file, wish)
        let costs = candidate.parts.map { part in
            guard let job = part.site.job, let timer = run.timers.first(where: { $0.name == job.timer }) else {
                return part.cost
            }
            let idle = timer.fired - Int64(run.trace.records.count { run.trace.name($0.entity) == job.object })
            let firings = Plural.of(timer.fired, "firing")
            return part.cost + (idle > 0 ? "; \(idle) of \(firings) come while a job runs, and do nothing" : "")
        }.filter { $0 != "none" }
        var document = ScenarioDocument(candidate.file.bytes)
        if !wish.isExpecting { document.removeTables(["expect"], with: run.failed.map(\.place)) }
        return RemedyTrial(
            candidate: candidate, run: run, helps: run.figures.helps(against: before, wish.worst),
            cost: costs.isEmpty ? "none" : costs.joined(separator: "; "), text: document.result)
    }
}
