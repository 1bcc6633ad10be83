import LabAnalysis
import LabCatalogue
import LabPlatform
import LabRecording
import LabReports
import LabScenarioLanguage
import LabScenarioModel

/// A remedy, or several in their order, applied to a scenario.
struct RemedyCandidate: Sendable {
    /// A remedy with the parts of the scenario that it changed, and its own change of code.
    struct Part: Sendable {
        let remedy: Remedy
        let site: RemedySite
        let code: CodeChange

        var cost: String { remedy.cost + (site.cost.map { "; \($0)" } ?? "") }
    }

    /// The name of the change, and its timer if others have the same.
    var name: String
    let parts: [Part]
    let code: CodeChange
    let file: ScenarioFile
    let plan: ScenarioPlan

    init(_ parts: [Part], code: CodeChange, _ made: (file: ScenarioFile, plan: ScenarioPlan)) {
        name = parts.map(\.remedy.name).joined(separator: " + ")
        (self.parts, self.code, file, plan) = (parts, code, made.file, made.plan)
    }

    /// Both, the second applied to the result of the first; nil if they change the timers of several classes.
    init?(_ first: RemedyCandidate, and second: RemedyCandidate) {
        let parts = first.parts + second.parts
        var changes = parts.filter { $0.remedy.code != nil }.map(\.code)
        // The code of one class is together.
        let edits = parts.filter { $0.remedy.code == nil }
        if let edit = edits.first {
            var site = edit.site
            let isOfOneClass = edits.allSatisfy { part in
                part.site.changed == nil && part.site.owner == site.owner
                    && (site.owner != nil || part.site.timers == site.timers)
            }
            guard isOfOneClass else { return nil }
            site.timers = Set(edits.flatMap(\.site.timers)).sorted()
            changes.insert(site.change(by: edit.remedy, to: second.plan), at: 0)
        }
        self.init(parts, code: CodeChange(joining: changes), (second.file, second.plan))
    }

    var site: RemedySite { parts[0].site }

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
struct RemedyTrial: Sendable, Comparable {
    var candidate: RemedyCandidate
    let figures: RemedyReport.Figures
    /// The remaining findings.
    let findings: [Finding]
    let trace: Trace
    let helps: Bool
    let rank: RemedyRank
    let cost: String
    /// The scenario, without the expectations that described it as it was.
    let text: [UInt8]

    /// True if it removes all findings with the same mechanism.
    var isAll: Bool {
        helps && figures.findings.isEmpty && figures.failed == 0 && candidate.mechanismsChanged == 0
    }

    /// True if it removes everything that another one removes, and more.
    func mendsMore(than other: RemedyTrial) -> Bool {
        helps && candidate.mechanismsChanged <= other.candidate.mechanismsChanged && rank < other.rank
            && Set(figures.findings).isStrictSubset(of: other.figures.findings)
    }

    /// The best first; among equals the one that changes less, then the one that wakes less often.
    static func < (left: RemedyTrial, right: RemedyTrial) -> Bool {
        func order(_ trial: RemedyTrial) -> (Int, RemedyRank, Int, Int64) {
            let changes = trial.candidate.mechanismsChanged + trial.candidate.moved
            return (trial.helps ? 0 : 1, trial.rank, changes, RemedyRank.rounded(trial.figures.wakeUps))
        }
        return order(left) < order(right)
    }

    static func == (left: RemedyTrial, right: RemedyTrial) -> Bool { !(left < right) && !(right < left) }
}

extension Workbench {
    private static let mostRemediedFindings = 8
    private static let mostFirsts = 4

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
        for fault in faults.prefix(Workbench.mostRemediedFindings) {
            for remedy in Remedy.tried(against: fault.code) {
                var site = RemedySite(fault, plan: plan, trace: trace, text: file.bytes)
                guard remedy.edit(&site), seen.insert(site.document.result).inserted else { continue }
                site.entitle(remedy.name)
                site.document.removeTables(["guard", "compare"])
                var bare = ScenarioDocument(site.document.result)
                // An expectation may name a figure that another mechanism does not have.
                bare.removeTables(["expect"])
                guard let made = planned(site.document) ?? planned(bare) else { continue }
                let code = site.change(by: remedy, to: made.plan)
                // A change that is already in the scenario is no remedy.
                if code.swift.isEmpty { continue }
                found.append(RemedyCandidate([.init(remedy: remedy, site: site, code: code)], code: code, made))
            }
        }
        let counts = Dictionary(grouping: found, by: \.name).mapValues(\.count)
        return found.map { candidate in
            var candidate = candidate
            let subject = candidate.subject
            if subject.isOther || counts[candidate.name, default: 1] > 1 { candidate.name += " (\(subject.name))" }
            return candidate
        }
    }

    /// The best pair of remedies: the second removes the rest of the first. The pair has to be better than any single
    /// remedy with the same mechanisms.
    func pair(
        of trials: [RemedyTrial], _ wish: Wish, against before: RemedyReport.Figures, budget: Int64
    ) -> RemedyTrial? {
        let firsts = trials.filter { trial in
            trial.candidate.mechanismsChanged == 0 && before.findings.contains { !trial.figures.findings.contains($0) }
        }.sorted().prefix(Workbench.mostFirsts)
        var seen: Set<Set<String>> = []
        let pairs = firsts.flatMap { trial in
            let first = trial.candidate
            return candidates(
                RemedySite.Fault.all(trial.findings, trial.trace), first.plan, trial.trace, first.file, budget: budget
            ).compactMap { second -> RemedyCandidate? in
                guard second.mechanismsChanged == 0,
                    !first.parts.contains(where: { $0.remedy.name == second.parts[0].remedy.name }),
                    seen.insert([first.name, second.name]).inserted
                else { return nil }
                return RemedyCandidate(first, and: second)
            }
        }
        guard let best = self.trials(of: pairs, wish, against: before).min(), best.helps else { return nil }
        return trials.allSatisfy { best.rank < $0.rank || $0.candidate.mechanismsChanged > 0 } ? best : nil
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
        let plan = candidate.plan
        let run = try simulate(plan, of: candidate.file, keeping: plan.recordsOfRemedies)
        if let problem = run.problems.first { throw problem }
        let costs = candidate.parts.map { part in
            guard let job = part.site.job, let timer = run.analysis.timers.first(where: { $0.name == job.timer }) else {
                return part.cost
            }
            let idle = timer.fired - Int64(run.trace.records.count { run.trace.name($0.entity) == job.object })
            let firings = Plural.of(timer.fired, "firing")
            return part.cost + (idle > 0 ? "; \(idle) of \(firings) come while a job runs, and do nothing" : "")
        }.filter { $0 != "none" }
        let failed = verdicts(of: run, plan, candidate.file).filter { !$0.passed }
        var document = ScenarioDocument(candidate.file.bytes)
        if !wish.isExpecting { document.removeTables(["expect"], with: failed.map(\.place)) }
        let figures = wish.figures(of: plan, run.trace, run.analysis, failed: failed.count)
        return RemedyTrial(
            candidate: candidate, figures: figures, findings: run.analysis.findings.filter { $0.severity != .note },
            trace: run.trace, helps: figures.helps(against: before, wish.worst),
            rank: RemedyRank(figures, wish.worst, fewerLinks: candidate.site.plan.linkCount - plan.linkCount),
            cost: costs.isEmpty ? "none" : costs.joined(separator: "; "), text: document.result)
    }
}
