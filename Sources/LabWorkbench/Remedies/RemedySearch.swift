import LabAnalysis
import LabCatalogue
import LabExactTime
import LabExpectations
import LabRecording
import LabReports
import LabScenarioModel
import LabTOML

/// A scenario with remedies in their order; with none it is the scenario as it is.
struct RemedyCandidate: Sendable {
    var sites: [RemedySite] = []
    var code = CodeChange()
    let file: ScenarioFile
    var plan: ScenarioPlan
    /// True if others have the same name, but for the parts that change.
    var namesParts = false

    /// The names of the remedies, each once: one may be for several timers.
    var name: String {
        let names = sites.map(\.remedy.name).unique.joined(separator: " + ")
        let inOrder = sites.sorted { $0.coded.lexicographicallyPrecedes($1.coded) }
        return names + (namesParts ? " (\(inOrder.flatMap(\.changedNames).unique.joined(separator: ", ")))" : "")
    }

    /// The number of timers for which something holds, by their old and new plans.
    func changes(_ isMeant: (TimerPlan, TimerPlan) -> Bool) -> Int64 {
        Int64(sites.first.map { zip($0.plan.timers, plan.timers).count(where: isMeant) } ?? 0)
    }

    fileprivate var newMechanisms: Int64 { changes { $0.kind != $1.kind } }
    fileprivate var keepsMechanisms: Bool { newMechanisms == 0 }
}

extension RemedyCandidate {
    /// Nil if nothing changes in code, or if the timers of several classes change.
    init?(_ sites: [RemedySite], _ file: ScenarioFile, _ plan: ScenarioPlan) {
        self.init(sites: sites, file: file, plan: plan)
        namesParts = Set(sites.map(\.remedy.name)).count < sites.count
        var changes = sites.compactMap(\.code)
        // The code of one class is together.
        let edits = sites.filter { $0.code == nil }
        if let site = edits.first {
            guard edits.allSatisfy({ $0.isOfClass(of: site) }) else { return nil }
            // Several objects of it may have the same timer each.
            let made = Dictionary(grouping: edits, by: \.owner).values.map { own in
                own[0].change(to: plan, of: Set(own.flatMap(\.coded)).sorted())
            }
            if made.dropFirst().contains(where: { $0.swift != made[0].swift }) { return nil }
            changes.insert(made[0], at: sites[0].code == nil ? 0 : changes.count)
        }
        code = CodeChange { [changes] language in
            // What changes alike at several places is there once, below all of them.
            let parts = changes.map { change in
                let lines = change[language].split(separator: "\n")
                return (places: lines.prefix { $0.hasPrefix("  // ") }, rest: lines.drop { $0.hasPrefix("  // ") })
            }
            return parts.map(\.rest).unique.map { rest in
                (parts.filter { $0.rest == rest }.flatMap(\.places) + rest).joined(separator: "\n")
            }.joined(separator: "\n")
        }
        // A change that is already in the scenario is no remedy.
        if code.swift.isEmpty { return nil }
    }
}

/// A remedied scenario's run, measured by what was wanted; its analysis is too large to keep.
struct RemedyTrial: Sendable {
    let candidate: RemedyCandidate
    let trace: Trace
    let timers: [TimerSummary]
    /// The findings except notes.
    let findings: [Finding]
    /// The failed expectations of what is wanted, and the places of those that described the scenario as it was.
    let broken: [Verdict]
    let outdated: [Place]
    let figures: RemedyReport.Figures
    let rank: RemedyRank
    let helps: Bool
    /// True if fewer calls are due.
    private let isRarer: Bool

    /// - Parameter before: the figures without a remedy; nil if these are it.
    init(
        _ candidate: RemedyCandidate, _ run: Workbench.Simulated, failed: [Verdict], _ wish: Wish,
        before: RemedyReport.Figures? = nil
    ) {
        self.candidate = candidate
        (trace, timers) = (run.trace, run.analysis.timers)
        findings = run.analysis.findings.filter { $0.severity != .note }
        // One that holds describes the fault, unless it asks for a number of calls or more, or for an end.
        broken = failed.filter { wish.isExpecting || $0.allows(calls: .max) || $0.outcome == .deallocated(true) }
        outdated = failed.filter { [broken] in !broken.contains($0) }.map(\.place)
        figures = wish.figures(of: trace, run.analysis, failed: broken.count)
        rank = RemedyRank(figures, wish.worst, changes: candidate.changes)
        let before = before ?? figures
        // Fewer calls, or a note less, mend no expectation that fails as before.
        let isLess = wish.isNote || wish.worst == nil || figures.due < before.due
        let isMended = figures.failed < max(1, before.failed) || !isLess
        helps = figures.helps(against: before, wish.worst) && isMended
        isRarer = figures.due < before.due && wish.worst?.isOfLifetime == false
    }

    var cost: String {
        let costs = candidate.sites.flatMap { site in
            guard let job = site.job, let timer = timers.first(where: { $0.name == job.timer }) else {
                return [site.remedy.cost, site.cost]
            }
            let idle = timer.fired - Int64(trace.records.count { trace.name($0.entity) == job.object })
            let firings = Plural.of(timer.fired, "firing")
            let skipped = "\(idle) of \(firings) come while a job runs, and do nothing"
            return [site.remedy.cost, site.cost, idle > 0 ? skipped : nil]
        }.compactMap(\.self).filter { $0 != "none" }.unique
        return costs.isEmpty ? "none" : costs.joined(separator: "; ")
    }

    var text: [UInt8] { candidate.file.bytes.withoutExpectations(at: outdated) }

    /// The timers of its failed expectations.
    var unmet: [RemedySite.Fault] {
        candidate.plan.timers.filter { timer in broken.contains { $0.isAbout(timer) } }
            .compactMap { timer in trace.entities.firstIndex { $0.place == timer.place } }
            .map { (finding: nil, subject: EntityID($0)) }
    }

    /// True if it removes everything that another one removes, and more.
    func mendsMore(than other: RemedyTrial) -> Bool {
        helps && candidate.newMechanisms <= other.candidate.newMechanisms && rank < other.rank
            && Set(figures.findings).isStrictSubset(of: other.figures.findings)
    }

    /// The best first; among equals the one that keeps all due calls, changes less, costs less here, wakes less often,
    /// in this order.
    static func < (left: RemedyTrial, right: RemedyTrial) -> Bool { left.order < right.order }

    private var order: (Int, RemedyRank, Int, Int64, Int, Int64) {
        (
            helps ? 0 : 1, rank, isRarer ? 1 : 0, candidate.newMechanisms, candidate.sites.count { $0.cost != nil },
            RemedyRank.rounded(figures.wakeUps)
        )
    }
}

struct RemedySearch: Sendable {
    private static let mostFaults = 8
    private static let mostFirsts = 4
    private static let mostTogether = 4

    let workbench: Workbench
    let wish: Wish
    let before: RemedyTrial
    /// The most occurrences of a run: never more than the scenario's own.
    private let budget: Int64

    init(
        _ workbench: Workbench, _ candidate: RemedyCandidate, _ run: Workbench.Simulated, failed: [Verdict] = [],
        worst: Finding? = nil
    ) {
        self.workbench = workbench
        wish = Wish(
            plan: candidate.plan, worst: worst.map { FindingName($0, in: run.trace) }, isNote: worst?.severity == .note,
            isExpecting: !failed.isEmpty,
            isForbidding: failed.contains { candidate.plan.timers.contains(where: $0.forbids) })
        before = RemedyTrial(candidate, run, failed: failed, wish)
        budget = min(candidate.plan.budget.occurrences, 100 * run.occurrences + 10_000)
    }

    func trial(_ candidate: RemedyCandidate) throws(Problem) -> RemedyTrial {
        let (run, failed) = try workbench.tried(candidate.plan, of: candidate.file)
        return RemedyTrial(candidate, run, failed: failed, wish, before: before.figures)
    }

    private func trials(of candidates: [RemedyCandidate]) -> [RemedyTrial] {
        Parallel.map(candidates) { try? trial($0) }.compactMap(\.self)
    }

    func candidates(_ faults: [RemedySite.Fault], of trial: RemedyTrial) -> [RemedyCandidate] {
        let (first, document) = (trial.candidate, trial.candidate.file.document)
        func made(_ text: [UInt8]) throws(Problem) -> (file: ScenarioFile, plan: ScenarioPlan) {
            let changed = try workbench.read(text, typed: first.file.typed, path: first.file.path)
            return (changed, try workbench.plan(changed, changes: ScenarioChanges(budget: budget)))
        }
        var seen: Set = [document.result]
        var found: [RemedyCandidate] = []
        for fault in faults.prefix(RemedySearch.mostFaults) where fault.finding?.isForItsAuthor != true {
            for remedy in Remedy.tried(against: fault.finding?.code) {
                var site = RemedySite(remedy, fault, of: trial, document)
                remedy.edit(&site)
                guard seen.insert(site.document.result).inserted else { continue }
                let remedied = RemedyCandidate(sites: first.sites + [site], file: first.file, plan: first.plan)
                let title = before.candidate.plan.title + ", remedied: " + remedied.name
                site.document.apply(TOMLEdit(["title"], .set(TOMLText.quoted(title))))
                site.document.apply(TOMLEdit(["claims"], .remove))
                site.document.removeTables(["guard", "compare"])
                // An expectation may name a figure that another mechanism does not have.
                let text = site.document.result
                guard let (file, plan) = (try? made(text)) ?? (try? made(text.withoutExpectations())) else { continue }
                site.code = site.remedy.code.map { _ in site.change(to: plan) }
                found += [RemedyCandidate([site], file, plan)].compactMap(\.self)
            }
        }
        let counts = Dictionary(grouping: found, by: \.name).mapValues(\.count)
        for (index, candidate) in found.enumerated() {
            let site = candidate.sites[0]
            // Another part than that of the finding may be changed.
            let isOther = site.changed != nil && site.timer != nil && site.changed != site.timer?.id
            found[index].namesParts = isOther || counts[candidate.name] != 1
        }
        return found
    }

    /// The runs with all remedies against the faults of the scenario as it is, the best first.
    func trials(_ faults: [RemedySite.Fault]) -> [RemedyTrial] {
        var trials = trials(of: candidates(faults, of: before))
        let isMended = trials.min(by: <).map { best in
            best.helps && best.figures.findings.isEmpty && best.figures.failed == 0 && best.candidate.keepsMechanisms
        }
        var next = isMended == true ? nil : together(trials)
        // What keeps a timer waiting may have a second and a third cause.
        while let more = next {
            trials.append(more)
            next = more.candidate.sites.count < RemedySearch.mostTogether ? together([more]) : nil
        }
        return trials.sorted(by: <)
    }

    /// The best run with one more remedy for the rest, if no other with the same mechanisms is as good.
    private func together(_ trials: [RemedyTrial]) -> RemedyTrial? {
        let firsts = trials.filter { trial in
            // A longer interval is for wake-ups alone.
            trial.candidate.keepsMechanisms && trial.candidate.sites.first?.finding?.code != "TL0401"
                && (trial.helps || before.figures.findings.contains { !trial.figures.findings.contains($0) }
                    || !trial.unmet.isEmpty && trial.rank < before.rank)
        }.sorted(by: <).prefix(RemedySearch.mostFirsts)
        var seen: Set<Set<String>> = []
        let pairs = firsts.flatMap { trial in
            // A warning that came with the first remedy is not what is to be mended.
            let left = trial.findings.filter {
                $0.severity == .fault || before.figures.findings.contains(FindingName($0, in: trial.trace))
            }
            let first = trial.candidate
            return candidates(trial.unmet + left.map { ($0, $0.subject) }, of: trial).compactMap {
                second -> RemedyCandidate? in
                guard second.keepsMechanisms, seen.insert([first.name, second.name]).inserted else { return nil }
                return RemedyCandidate(first.sites + second.sites, second.file, second.plan)
            }
        }
        guard let best = self.trials(of: pairs).min(by: <), best.helps else { return nil }
        return trials.allSatisfy { best.rank < $0.rank || !$0.candidate.keepsMechanisms } ? best : nil
    }

    /// The other seeds with which the first remedy is also the best; nil if nothing is random, or nothing helps.
    func otherSeeds(_ helping: [RemedyTrial]) throws(Problem) -> (own: UInt64, agreeing: Int, count: Int)? {
        @Sendable func rank(_ candidate: RemedyCandidate, _ seed: UInt64) throws(Problem) -> RemedyRank {
            var candidate = candidate
            candidate.plan.seed = seed
            return try trial(candidate).rank
        }
        if helping.isEmpty { return nil }
        let others = try Parallel.otherSeeds(of: before.candidate.plan, count: 5) { plan throws(Problem) in
            (seed: plan.seed, rank: try rank(before.candidate, plan.seed))
        } isSame: {
            $0.rank == before.rank
        }
        if others.isEmpty { return nil }
        let isFirst = Parallel.map(others) { other in
            let ranks = helping.map { (try? rank($0.candidate, other.seed)) ?? other.rank }
            return ranks[0] < other.rank && !ranks.contains { $0 < ranks[0] }
        }
        return (before.candidate.plan.seed, isFirst.count { $0 }, others.count)
    }
}

extension [UInt8] {
    /// The text of a scenario without its expectations: all, or those at one of these places.
    fileprivate func withoutExpectations(at places: [Place]? = nil) -> [UInt8] {
        var document = TOMLEditor(self)
        document.removeTables(["expect"], with: places)
        return document.result
    }
}
