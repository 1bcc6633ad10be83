import LabAnalysis
import LabCatalogue
import LabPlatform
import LabRecording
import LabReports
import LabScenarioLanguage
import LabScenarioModel

/// A remedy, or two together, applied to a scenario.
struct RemedyCandidate: Sendable {
    /// The name of the change, and its timer if others have the same.
    var name: String
    /// The changes in their order, each with its own change of code.
    let parts: [Part]
    private(set) var code: CodeChange
    let text: [UInt8]
    let file: ScenarioFile
    let plan: ScenarioPlan

    /// A remedy, with what stood around its finding before it.
    struct Part: Sendable {
        let remedy: Remedy
        let site: RemedySite
        let code: CodeChange

        var cost: String { remedy.cost + (site.cost.map { "; \($0)" } ?? "") }
    }

    var site: RemedySite { parts[0].site }

    /// The changes of timers' code; the code of one class stays together.
    var edits: [Part] { parts.filter { $0.remedy.code == nil } }
    var isOfOneClass: Bool {
        guard let first = edits.first?.site else { return true }
        return edits.allSatisfy { part in
            part.site.changed == nil && part.site.owner == first.owner
                && (first.owner != nil || part.site.timers == first.timers)
        }
    }

    /// Whom the change is about.
    var subject: String {
        let names = site.timers.map { site.plan.timers[$0].id }.joined(separator: ", ")
        return site.changed ?? (names.isEmpty ? site.trace.name(site.finding.subject) : names)
    }

    /// True if it changes another part than the one that the finding is about.
    var isElsewhere: Bool { site.changed.flatMap { id in site.timer.map { $0.id != id } } ?? false }

    /// How many timers are of another mechanism than before, and how many are called elsewhere.
    var mechanismsChanged: Int { zip(site.plan.timers, plan.timers).count { $0.kind != $1.kind } }
    var moved: Int { zip(site.plan.timers, plan.timers).count { $0.isOffMain != $1.isOffMain } }
}

/// The result of a remedied scenario's run.
struct RemedyTrial: Sendable, Comparable {
    var candidate: RemedyCandidate
    let figures: RemedyReport.Figures
    /// The findings that are left.
    let findings: [Finding]
    let trace: Trace
    let helps: Bool
    let rank: RemedyRank
    let cost: String
    /// The scenario, without the expectations that described it as it was.
    let text: [UInt8]

    /// True if it mends all findings with the same mechanism.
    var isAll: Bool {
        helps && figures.findings.isEmpty && figures.failed == 0 && candidate.mechanismsChanged == 0
    }

    /// True if it mends all that another one does, and more.
    func mendsMore(than other: RemedyTrial) -> Bool {
        helps && candidate.mechanismsChanged <= other.candidate.mechanismsChanged && rank < other.rank
            && Set(figures.findings).isStrictSubset(of: other.figures.findings)
    }

    /// The best first; of those that are as good, what changes less, and wakes less often.
    static func < (left: RemedyTrial, right: RemedyTrial) -> Bool {
        func order(_ trial: RemedyTrial) -> (Int, RemedyRank, Int, Int64) {
            (
                trial.helps ? 0 : 1, trial.rank, trial.candidate.mechanismsChanged + trial.candidate.moved,
                RemedyRank.rounded(trial.figures.wakeUps)
            )
        }
        return order(left) < order(right)
    }

    static func == (left: RemedyTrial, right: RemedyTrial) -> Bool { !(left < right) && !(right < left) }
}

extension Workbench {
    /// Every remedy that fits one of the faults.
    ///
    /// - Parameter budget: how many occurrences the run of a remedied scenario may have.
    func candidates(
        _ faults: [RemedySite.Fault], _ plan: ScenarioPlan, _ trace: Trace, _ file: ScenarioFile, budget: Int64
    ) -> [RemedyCandidate] {
        var seen: Set<[UInt8]> = []
        var found: [RemedyCandidate] = []
        for fault in faults.prefix(Workbench.mostRemediedFindings) {
            for remedy in Remedy.all(for: fault.code) {
                var site = RemedySite(fault, plan: plan, trace: trace, text: file.bytes)
                guard remedy.edit(&site), seen.insert(site.document.result).inserted else { continue }
                site.entitle(remedy.name)
                site.document.removeTables(["guard", "compare"])
                var text = site.document.result
                func planned() -> (ScenarioFile, ScenarioPlan)? {
                    guard let changed = try? read(text, typed: file.typed, path: file.path),
                        let after = try? self.plan(changed, changes: ScenarioChanges(budget: budget))
                    else { return nil }
                    return (changed, after)
                }
                var made = planned()
                if made == nil {
                    // An expectation may name what another mechanism has not.
                    var document = ScenarioDocument(text)
                    document.removeTables(["expect"])
                    text = document.result
                    made = planned()
                }
                guard let (changed, after) = made else { continue }
                // What is there already is no remedy.
                let code = site.change(by: remedy, to: after)
                if code.swift.isEmpty { continue }
                found.append(
                    RemedyCandidate(
                        name: remedy.name, parts: [.init(remedy: remedy, site: site, code: code)], code: code,
                        text: text, file: changed, plan: after))
            }
        }
        for index in found.indices
        where found[index].isElsewhere
            || found.count(where: { $0.parts[0].remedy.name == found[index].parts[0].remedy.name }) > 1
        {
            found[index].name += " (\(found[index].subject))"
        }
        return found
    }

    /// The best pair of remedies: the second mends the rest of the first. It has to do more than any single remedy with
    /// the same mechanisms.
    func pair(
        of trials: [RemedyTrial], _ wish: Wish, against before: RemedyReport.Figures, budget: Int64
    ) -> RemedyTrial? {
        let firsts = trials.filter { trial in
            trial.candidate.mechanismsChanged == 0 && before.findings.contains { !trial.figures.findings.contains($0) }
        }.sorted().prefix(Workbench.mostFirsts)
        var seen: Set<Set<String>> = []
        let pairs = firsts.flatMap { first in
            candidates(
                RemedySite.Fault.all(first.findings, first.trace), first.candidate.plan, first.trace,
                first.candidate.file, budget: budget
            )
            .compactMap { second -> RemedyCandidate? in
                guard second.mechanismsChanged == 0,
                    !first.candidate.parts.contains(where: { $0.remedy.name == second.parts[0].remedy.name }),
                    seen.insert([first.candidate.name, second.name]).inserted
                else { return nil }
                let both = RemedyCandidate(first.candidate, and: second)
                return both.isOfOneClass ? both : nil
            }
        }
        guard let best = self.trials(of: pairs, wish, against: before).min(), best.helps else { return nil }
        return trials.allSatisfy { best.rank < $0.rank || $0.candidate.mechanismsChanged > 0 } ? best : nil
    }

    private static let mostRemediedFindings = 8
    private static let mostFirsts = 4

    /// Runs each, those that can be run.
    func trials(
        of candidates: [RemedyCandidate], _ wish: Wish, against before: RemedyReport.Figures
    ) -> [RemedyTrial] {
        Parallel.map(candidates, jobs: ProcessEnvironment.cores) { try? trial($0, wish, against: before) }
            .compactMap(\.self)
    }

    private func trial(
        _ candidate: RemedyCandidate, _ wish: Wish, against before: RemedyReport.Figures
    ) throws(Problem) -> RemedyTrial {
        let part = candidate.parts.firstIndex { $0.site.job != nil }
        let job = part.flatMap { candidate.parts[$0].site.job }
        let run = try simulate(candidate.plan, of: candidate.file, keeping: candidate.plan.recordsOfRemedies)
        if let problem = run.problems.first { throw problem }
        var costs = candidate.parts.map(\.cost)
        if let part, let job, let timer = run.analysis.timers.first(where: { $0.name == job.timer }) {
            let jobs = run.trace.records.count { run.trace.name($0.entity) == job.object }
            let idle = timer.fired - Int64(jobs)
            if idle > 0 {
                costs[part] += "; \(idle) of \(Plural.of(timer.fired, "firing")) come while a job runs, and do nothing"
            }
        }
        let failed = verdicts(of: run, candidate.plan, candidate.file).filter { !$0.passed }
        var document = ScenarioDocument(candidate.text)
        if !wish.isExpecting { document.removeTables(["expect"], with: failed.map(\.place)) }
        let figures = RemedyReport.Figures(run.trace, run.analysis, wish, failed: failed.count)
        let all = costs.filter { $0 != "none" }
        return RemedyTrial(
            candidate: candidate, figures: figures, findings: run.analysis.findings.filter { $0.severity != .note },
            trace: run.trace, helps: figures.helps(against: before, wish.worst),
            rank: RemedyRank(figures, wish.worst, fewerLinks: candidate.site.plan.linkCount - candidate.plan.linkCount),
            cost: all.isEmpty ? "none" : all.joined(separator: "; "), text: document.result)
    }

    /// The change of code that explains what to do about a finding, in its example; nil where nothing is tried against it.
    func change(for rule: FindingRule) -> CodeChange? {
        guard let file = try? read(Array(rule.example.utf8), typed: "", path: ""),
            let plan = try? plan(file, changes: ScenarioChanges()),
            let run = try? simulate(plan, of: file, keeping: [])
        else { return nil }
        let faults = RemedySite.Fault.all(run.analysis.findings.filter { $0.code == rule.code }, run.trace)
        return candidates(faults, plan, run.trace, file, budget: plan.budget.occurrences).first?.code
    }
}

extension RemedyCandidate {
    /// Both, the second applied to what the first has made.
    init(_ first: RemedyCandidate, and second: RemedyCandidate) {
        parts = first.parts + second.parts
        name = parts.map(\.remedy.name).joined(separator: " + ")
        (text, file, plan) = (second.text, second.file, second.plan)
        code = CodeChange(joining: [])
        var changes = parts.filter { $0.remedy.code != nil }.map(\.code)
        if let edit = edits.first {
            var site = edit.site
            site.timers = Set(edits.flatMap(\.site.timers)).sorted()
            changes.insert(site.change(by: edit.remedy, to: plan), at: 0)
        }
        code = CodeChange(joining: changes)
    }
}
